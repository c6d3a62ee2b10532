import random
for s in (0, 1, 12345, -7, 2 ** 100 + 3, 'hello', b'xy', 1.5, None.__class__ and 'x' * 200, 2 ** 32):
    random.seed(s)
    print(s, random.random(), random.randint(1, 100), random.getrandbits(70), random.getrandbits(5))
r = random.Random(42)
print([r.random() for _ in range(3)], [r.randrange(10) for _ in range(10)], r.randrange(5, 50, 7), r.randrange(50, 5, -7))
x = list(range(20))
r.shuffle(x)
print(x, r.choice('abcdef'), r.choices([1, 2, 3], k=5), r.choices('ab', weights=[1, 3], k=8), r.choices('abc', cum_weights=[1, 2, 9], k=4))
print(r.sample(range(1000), 5), r.sample(range(10), 10), r.sample('ab', counts=[3, 2], k=4))
print(r.uniform(1, 5), r.gauss(0, 1), r.gauss(3, 2), r.expovariate(2), r.normalvariate(1, 2), r.triangular(0, 1, 0.3))
print(r.betavariate(2, 3), r.gammavariate(0.5, 2), r.gammavariate(3, 2), r.gammavariate(1, 2), r.paretovariate(3), r.weibullvariate(1, 2), r.lognormvariate(0, 1))
st = r.getstate()
a = [r.random() for _ in range(700)]
r.setstate(st)
print(a == [r.random() for _ in range(700)], st[0], len(st[1]), st[2], st[1][:3], r.randbytes(5))
for f in (lambda: r.randrange(0), lambda: r.choice([]), lambda: r.sample([1], 3), lambda: r.seed([1]), lambda: random.randint(3, 1)):
    try:
        f()
    except (ValueError, IndexError, TypeError) as e:
        print(type(e).__name__, e)
total = 0
random.seed(9)
for i in range(3000):
    total += random.randrange(7) + int(random.random() * 10)
print(total)
import random
r = random.Random(5)
r.random()
st = r.getstate()
a = [r.getrandbits(32) for _ in range(2000)]
r.setstate(st)
assert a == [r.getrandbits(32) for _ in range(2000)]
v, words, g = st
r.setstate((v, (True,) + words[1:], g))
print(r.random(), r.getrandbits(100), [r.randint(1, 10 ** 20) for _ in range(3)])
for bad in ((v, words[:-1], g), (v, list(words), g), (v, words[:-1] + (625,), g), (v, ("x",) + words[1:], g)):
    try:
        r.setstate(bad)
    except Exception as e:
        print(type(e).__name__)
s = 0
for k in range(5000):
    s += r.randrange(7) + int(r.random() * 10)
print(s, r.choice("abc"), r.sample(range(100), 5))


# Generators with methods of their own.
class Halved(random.Random):
    def random(self):
        return super().random() / 2


class EvenBits(random.Random):
    def getrandbits(self, k):
        return super().getrandbits(k) & ~1


class Deeper(Halved):
    pass


class Again(Halved):
    def getrandbits(self, k):
        return super().getrandbits(k)


class Zero(random.Random):
    def _randbelow(self, n):
        return 0


for c in (random.Random, Halved, EvenBits, Deeper, Again, Zero):
    r = c(3)
    first = sum(r.random() for _ in range(700))
    print(c.__name__, first, [r.choice(range(100)) for _ in range(8)], [r.randint(1, 6) for _ in range(8)], r.randrange(10 ** 15), r.random())
    l = list(range(12))
    r.shuffle(l)
    print(l, c is Zero or r.sample(range(50), 4))
