# Text without regular expressions: wrapping, tables, counting, a caesar cipher, palindromes.
import sys
import time

PROSE = (
    "It was a quiet evening in the harbour, and the boats lay side by side as if they were asleep. "
    "A radar turned slowly on its mast; somebody whistled; a level lamp threw its light on the water. "
    "Nobody noticed the kayak that went by without a sound, nor the noon gun that had failed to fire."
)


def wrap(text, width):
    lines = [[]]
    length = 0
    for word in text.split():
        if length + len(word) > width:
            lines.append([])
            length = 0
        lines[-1].append(word)
        length += len(word) + 1
    return [justify(words, width) for words in lines]


def justify(words, width):
    gaps = len(words) - 1
    if gaps == 0:
        return words[0].ljust(width)
    spaces = width - sum(len(w) for w in words)
    each, more = divmod(spaces, gaps)
    return "".join(w + " " * (each + (i < more)) for i, w in enumerate(words[:-1])) + words[-1]


def shifted(text, by):
    out = []
    for c in text:
        if "a" <= c <= "z":
            out.append(chr((ord(c) - 97 + by) % 26 + 97))
        elif "A" <= c <= "Z":
            out.append(chr((ord(c) - 65 + by) % 26 + 65))
        else:
            out.append(c)
    return "".join(out)


def plain(word):
    return "".join(c for c in word.lower() if c.isalpha())


def main(n):
    letters = {}
    palindromes = set()
    size = 0
    for k in range(n):
        lines = wrap(PROSE, 30 + k % 20)
        secret = shifted(PROSE, k % 26)
        size += len("\n".join(lines)) + secret.count("e")
        for word in PROSE.split():
            w = plain(word)
            if len(w) > 2 and w == w[::-1]:
                palindromes.add(w)
        for c in secret:
            letters[c] = letters.get(c, 0) + 1
    most = sorted(letters.items(), key=lambda p: (-p[1], p[0]))[:5]
    return "\n".join([*lines, str(size), " ".join(sorted(palindromes)), str(most)])


n = int(sys.argv[1]) if len(sys.argv) > 1 else 20
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
