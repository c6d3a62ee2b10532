# packages: Markdown==3.9
# Turns text with headings, lists, links, quotes and code into HTML.
import timing
import markdown
from markdown_text import sample


def main():
    html = markdown.markdown(sample(), extensions=["tables", "fenced_code", "footnotes"])
    return "%d %s" % (len(html), html[:600])


timing.run(main)
