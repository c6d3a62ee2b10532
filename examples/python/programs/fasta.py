# DNA: a repeated sequence and two random ones, in lines of sixty.
import sys
import time

ALU = (
    "GGCCGGGCGCGGTGGCTCACGCCTGTAATCCCAGCACTTTGGGAGGCCGAGGCGGGCGGATCACCTGAGGTCAGGAGTTCGAGACCAGCCTGGCCAACATGGTGAAACCCCGTCTCTACTAAAAATACAAAAATTAGCCGGGCGTGG"
    "TGGCGCGCGCCTGTAATCCCAGCTACTCGGGAGGCTGAGGCAGGAGAATCGCTTGAACCCGGGAGGCGGAGGTTGCAGTGAGCCGAGATCGCGCCACTGCACTCCAGCCTGGGCGACAGAGCGAGACTCCGTCTCAAAAA"
)
IUB = [("a", 0.27), ("c", 0.12), ("g", 0.12), ("t", 0.27)] + [(c, 0.02) for c in "BDHKMNRSVWY"]
HUMAN = [("a", 0.3029549426680), ("c", 0.1979883004921), ("g", 0.1975473066391), ("t", 0.3015094502008)]


def random_numbers():
    seed = 42
    while True:
        seed = (seed * 3877 + 29573) % 139968
        yield seed / 139968


def repeated(text, n):
    at = 0
    left = n
    while left > 0:
        length = min(60, left)
        yield "".join(text[(at + i) % len(text)] for i in range(length))
        at += length
        left -= length


def drawn(table, n, numbers):
    limits = []
    total = 0.0
    for letter, share in table:
        total += share
        limits.append((total, letter))
    while n > 0:
        line = []
        for _ in range(min(60, n)):
            r = next(numbers)
            for limit, letter in limits:
                if r < limit:
                    break
            line.append(letter)
        yield "".join(line)
        n -= 60


def main(n):
    numbers = random_numbers()
    total = count = 0
    last = ""
    for line in [*repeated(ALU, 2 * n), *drawn(IUB, 3 * n, numbers), *drawn(HUMAN, 5 * n, numbers)]:
        for c in line[::7]:
            total = (total * 31 + ord(c)) % 1000000007
        count += len(line)
        last = line
    return f"{count} {total} {last}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
