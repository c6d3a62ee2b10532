# packages: tabulate==0.9.0
# Draws tables in several formats.
import sys
import time
from tabulate import tabulate


def main():
    rows = [["name %d" % i, i * 1.25, i % 7 or None, "x" * (i % 5)] for i in range(200)]
    out = []
    for kind in ("plain", "grid", "github", "html", "latex", "fancy_grid"):
        text = tabulate(rows, headers=["Name", "Size", "Rest", "Text"], tablefmt=kind, floatfmt=".2f")
        out.append("%d %s" % (len(text), text[:160]))
    return "\n".join(out)

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
