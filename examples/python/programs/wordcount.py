# Words counted in dictionaries and sets.
import sys
import time

WORDS = """the quick brown fox jumps over the lazy dog while a small cat sleeps under an old oak tree and dreams of mice
that dance in the pale light of the moon until morning comes and the birds begin to sing""".split()


def text(n):
    seed = 42
    out = []
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) % 2147483648
        word = WORDS[seed // 65536 % len(WORDS)]
        if seed % 7 == 0:
            word = word + WORDS[seed // 1024 % len(WORDS)]
        out.append(word)
    return out


def main(n):
    words = text(n)
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    letters = {}
    for w in words:
        for c in w:
            if c in letters:
                letters[c] += 1
            else:
                letters[c] = 1
    follows = {}
    for a, b in zip(words, words[1:]):
        follows.setdefault(a, set()).add(b)
    lengths = {w: len(w) for w in counts}
    top = sorted(counts.items(), key=lambda p: (-p[1], p[0]))[:5]
    widest = max(follows, key=lambda w: (len(follows[w]), w))
    return top, sorted(letters.items())[:5], widest, len(follows[widest]), sum(lengths.values())


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
