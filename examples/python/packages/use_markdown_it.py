# packages: markdown-it-py==3.0.0 mdurl==0.1.2
# Turns text with headings, lists, links, quotes and code into HTML.
import timing
from markdown_it import MarkdownIt
from markdown_text import sample


def main():
    html = MarkdownIt().render(sample())
    return "%d %s" % (len(html), html[:600])


timing.run(main)
