# packages: textdistance==4.6.3
# Distances of words by several measures.
import sys
import time
import textdistance

WORDS = "interpreter compiler recorder optimizer register allocation guard bridge snapshot resume".split()


def main():
    out = []
    for name in ("levenshtein", "damerau_levenshtein", "jaro_winkler", "lcsseq", "jaccard", "ratcliff_obershelp"):
        measure = getattr(textdistance, name)
        measure.external = False
        total = 0.0
        for a in WORDS:
            for b in WORDS:
                r = measure(a, b)
                total += len(r) if isinstance(r, str) else r
        out.append("%s %.6f" % (name, total))
    return "\n".join(out)

times = int(sys.argv[1]) if len(sys.argv) > 1 else 1
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    for _ in range(times):
        result = main()
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
