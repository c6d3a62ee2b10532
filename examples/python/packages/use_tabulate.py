# packages: tabulate==0.9.0
# Draws tables in several formats.
import timing
from tabulate import tabulate


def main():
    rows = [["name %d" % i, i * 1.25, i % 7 or None, "x" * (i % 5)] for i in range(200)]
    out = []
    for kind in ("plain", "grid", "github", "html", "latex", "fancy_grid"):
        text = tabulate(rows, headers=["Name", "Size", "Rest", "Text"], tablefmt=kind, floatfmt=".2f")
        out.append("%d %s" % (len(text), text[:160]))
    return "\n".join(out)


timing.run(main)
