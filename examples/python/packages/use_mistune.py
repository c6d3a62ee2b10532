# packages: mistune==3.1.4 typing_extensions==4.15.0
# Turns text with headings, lists, links, quotes and code into HTML.
import timing
import mistune
from markdown_text import sample


def main():
    html = mistune.html(sample() * 3)
    return "%d %s" % (len(html), html[:600])


timing.run(main)
