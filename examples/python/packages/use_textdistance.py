# packages: textdistance==4.6.3
# Distances of words by several measures.
import timing
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


timing.run(main)
