# packages: docutils==0.21.2
# Turns structured text into HTML.
import sys
import time
from docutils.core import publish_parts


def main():
    text = "\n".join("Part %d\n=======\n\nSome *plain* text, ``code``, a `link <http://a.example/%d>`_ and |sub%d|.\n\n* one\n* two\n\n  1. inner\n\n.. note:: careful\n\n.. |sub%d| replace:: text\n\n===== =====\nA     B\n===== =====\n1     2\n===== =====\n" % (i, i, i, i) for i in range(15))
    html = publish_parts(text, writer_name="html5", settings_overrides={"_disable_config": True})["body"]
    return "%d %s" % (len(html), html[:400])

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
