# Integers around the sizes at which they change their form.
seed = 12345
def getrandbits(n):
    global seed
    r = 0
    for _ in range(n // 16 + 1):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        r = r << 16 | seed >> 48
    return r % 2**n
def choice(l): return l[getrandbits(16) % len(l)]
h = 0
def mix(v):
    global h
    h = (h * 1000003 + v) % (2**61 - 1)
edges = [0, 1, -1, 2, 2**62, 2**63-1, 2**63, -2**63, -2**63-1, 2**64, 2**64-1, 2**65, 2**126, 2**127-1, 2**127, -2**127, -2**127-1, 2**128, 3**90, -3**90, 10**40, 2**190-1, 2**191, 5**100, 7**120, -5**100]
vals = edges + [getrandbits(choice([10, 60, 63, 64, 65, 100, 126, 127, 128, 129, 190, 192, 250, 300])) * choice([1, -1]) for _ in range(80)]
n = 0
for a in vals:
    for b in vals:
        rs = [a + b, a - b, a * b, a & b, a | b, a ^ b, a < b, a <= b, a == b, a > b, a != b]
        if b:
            rs += [a // b, a % b]
            q, r = divmod(a, b)
            assert q * b + r == a and (0 <= r < b or b < r <= 0), (a, b)
        for v in rs:
            mix(int(v)); mix(len(str(v)))
            n += 1
    for k in (0, 1, 5, 62, 63, 64, 65, 126, 127, 128, 200):
        mix(a << k); mix(a >> k)
    for k in (0, 1, 2, 3, 5, 8):
        mix(a ** k)
    mix(pow(a, 77, 10**9 + 7)); mix(pow(a, 5, 13)); mix(hash(a) % 1000); mix(-a); mix(~a); mix(abs(a))
    print(float(a), a.bit_length())
for x in range(-50, 50):
    for m in (1, 2, 7, 2**62, 2**63 - 1):
        mix(pow(x, 123456789, m)); mix(x ** 2); mix(x ** 3)
print(h, n)
