# packages: Markdown==3.9
# Turns text with headings, lists, links, quotes and code into HTML.
import sys
import time
import markdown
from markdown_text import sample


def main():
    html = markdown.markdown(sample(), extensions=["tables", "fenced_code", "footnotes"])
    return "%d %s" % (len(html), html[:600])

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
