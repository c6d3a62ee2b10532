# packages: html5lib==1.1 six==1.17.0 webencodings==0.5.1
# Parses pages that are not well formed, and writes them again.
import sys
import time
import html5lib

PAGE = """<!DOCTYPE html><title>T%d</title><p class=a id='b'>One<b>two<i>three</b>four</i><table><tr><td>1<td>2&eacute;&#233;</table>
<ul><li>x<li>y<script>if (a < b) c();</script><!-- note --><img src=x alt="a &amp; b">"""


def main():
    tree = html5lib.parse("".join(PAGE % i for i in range(25)))
    text = html5lib.serialize(tree)
    return "%d %s" % (len(text), text[:300])

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
