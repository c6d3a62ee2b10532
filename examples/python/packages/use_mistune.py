# packages: mistune==3.1.4 typing_extensions==4.15.0
# Turns text with headings, lists, links, quotes and code into HTML.
import sys
import time
import mistune
from markdown_text import sample


def main():
    html = mistune.html(sample() * 3)
    return "%d %s" % (len(html), html[:600])

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
