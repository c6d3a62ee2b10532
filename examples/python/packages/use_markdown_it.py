# packages: markdown-it-py==3.0.0 mdurl==0.1.2
# Turns text with headings, lists, links, quotes and code into HTML.
import sys
import time
from markdown_it import MarkdownIt


def sample():
    parts = []
    for i in range(40):
        parts.append("# Part %d\n\nSome *plain* text with **strong** words, `code %d`, a [link](http://a.example/%d \"T\") and &amp; more.\n" % (i, i, i))
        parts.append("\n".join("%d. item _%d_ of the list" % (k + 1, k) for k in range(5)) + "\n")
        parts.append("\n".join("- point %d\n    - inner ![image](x%d.png)" % (k, k) for k in range(4)) + "\n")
        parts.append("> quoted text\n> of two lines\n\n    indented code %d < 3\n\n***\n" % i)
    return "\n".join(parts)


def main():
    html = MarkdownIt().render(sample())
    return "%d %s" % (len(html), html[:600])

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
