# Counts of short sequences in random DNA.
import sys
import time


def dna(n):
    seed = 42
    letters = []
    for _ in range(n):
        seed = (seed * 3877 + 29573) % 139968
        letters.append("ACGT"[seed * 4 // 139968])
    return "".join(letters)


def counts(text, size):
    found = {}
    for i in range(len(text) - size + 1):
        piece = text[i : i + size]
        found[piece] = found.get(piece, 0) + 1
    return found


def main(n):
    text = dna(n)
    lines = []
    for size in (1, 2):
        found = counts(text, size)
        total = sum(found.values())
        for piece, count in sorted(found.items(), key=lambda item: (-item[1], item[0])):
            lines.append(f"{piece} {count * 100.0 / total:.3f}")
    for wanted in ("GGT", "GGTA", "GGTATT", "GGTATTTTAATT"):
        lines.append(f"{counts(text, len(wanted)).get(wanted, 0)}\t{wanted}")
    return "\n".join(lines)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
