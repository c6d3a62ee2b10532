# Powers of integers: those that fit into a word, those that are the smallest or largest, and those that do not fit.
BASES = (-(2**63), -3037000500, -10, -3, -2, -1, 0, 1, 2, 3, 7, 10, 2**31, 3037000499, 3037000500, 2**63 - 1)


def total(base, exponents):
    s = 0
    for b in exponents:
        s = (s * 31 + hash(base**b)) % 1000003
    return s


for base in BASES:
    print(base, total(base, range(70)), total(base, range(69, -1, -1)), [base**b for b in (0, 1, 2, 3, 21, 62, 63, 64)])
    for b in (-1, -2):
        try:
            print(base**b)
        except ZeroDivisionError as e:
            print(e)

# One exponent for long, then others.
n = 0
for i in range(3000):
    n += 10 ** (3 if i < 2000 else i % 25)
print(n, True**3, False**0, 2**True, pow(2, 62), pow(2, 63), pow(-2, 63), (-2) ** 63, pow(3, 5, 7))
