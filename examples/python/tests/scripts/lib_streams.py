# io, array, struct and random: cold and in loops, what fits and what does not, and derived classes.
import array
import io
import random
import struct


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e)


f = io.StringIO()
print(f.write("abc"), f.write(""), f.write("é\n"), f.tell(), f.getvalue(), f.write("x"), f.getvalue())
f.seek(1)
print(f.write("ZZ"), f.read(2), f.write("end"), f.tell(), repr(f.getvalue()), attempt(f.write, 5), attempt(f.write, b"x"))
f.seek(20)
print(f.write("far"), len(f.getvalue()), f.seek(0), [f.readline(), f.readline(2), f.readline(), f.readline()])
f.truncate(4)
print(f.write("more"), repr(f.getvalue()))
f.close()
print(attempt(f.write, "x"), attempt(f.readline), attempt(f.getvalue))
lines = io.StringIO("one\ntwo\r\n\nlast")
print(lines.readline(), [lines.readline() for _ in range(5)], list(io.StringIO("a\nb\n")), io.StringIO("é\nb\n").readlines(), io.StringIO("a\nb").readlines())
lines = io.StringIO("one\ntwo\n")
lines.seek(50)
print(repr(lines.readline()), lines.write("x"), len(lines.getvalue()))


class Upper(io.StringIO):
    def write(self, s):
        return super().write(s.upper())


u = Upper()
print("hello", 1, file=u)
print(u.getvalue(), end="")
b = io.BytesIO(b"start")
print(b.write(b"AB"), b.getvalue(), b.seek(0, 2), b.write(b"cd"), b.write(bytearray(b"ef")), b.write(memoryview(b"gh")), b.getvalue(), attempt(b.write, "x"), b.seek(20), b.write(b"!"), b.getvalue())
b.close()
print(attempt(b.write, b"x"))
out, raw, n = io.StringIO(), io.BytesIO(), 0
for i in range(3000):
    n += out.write(str(i)) + raw.write(b"%d" % i)
    if i % 500 == 0:
        out.seek(0)
        out.write("@")
        out.seek(0, 2)
print(n, len(out.getvalue()), hash(out.getvalue()) == hash(out.getvalue()), out.getvalue()[:20], raw.getvalue()[-8:])

for code, values in (("b", [-128, 127, 128, True]), ("B", [0, 255, 256, -1]), ("h", [-2 ** 15, 2 ** 15]), ("I", [0, 2 ** 32 - 1, 2 ** 32, -1]),
                     ("q", [-2 ** 63, 2 ** 63 - 1, 2 ** 63]), ("Q", [2 ** 64 - 1, 5, -1, 2 ** 64]), ("d", [1, 2.5, True, "x", 2 ** 70]), ("f", [0.1, 1e30]), ("i", [1.5, None])):
    a = array.array(code, [0, 0])
    for v in values:
        print(attempt(a.append, v), attempt(a.__setitem__, 0, v), attempt(a.__setitem__, -1, v), end=" ")
    print(a, len(a), a[0], a[-1], attempt(a.__getitem__, 9), attempt(a.__getitem__, "x"), attempt(a.__setitem__, -9, 1))
a = array.array("i", range(10))
total = 0
for i in range(3000):
    a[i % 10] = a[i % 7 - 3] + 1
    total += a[-1] + len(a)
print(total, a, a[2:5], a[True])

formats = ["<bBhHiIqQ", ">bBhHiIqQ", "@bhiq", "=lL", "nNP", "<fd", ">fd", "<?c3s5s", "4p", "2h3x2B", "<e", "", "0i", "3s0s"]
samples = [
    (-1, 255, -2, 65535, -3, 2 ** 32 - 1, -2 ** 63, 2 ** 64 - 1), (1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 4), (-5, 5), (1, 2, 3), (0.5, 1e300), (1.1, -2.5),
    (True, b"x", b"ab", b"abcdefgh"), (b"abcdef",), (1, 2, 3, 4), (0.5,), (), (1,), ("x",), (None,), (300, 1, 1, 1), (1.5, 2), (2 ** 70, 1), (b"abc", b""), (float("inf"), float("nan")), (1e39, 0.0), (1, 1),
]
for form in formats:
    s = struct.Struct(form)
    for values in samples:
        data = attempt(struct.pack, form, *values)
        if isinstance(data, bytes):
            again = attempt(struct.unpack, form, data)
            print(form, data, again, s.unpack(data) == again or form[1:] == "fd", s.pack(*values) == data, struct.unpack_from(form, b"--" + data, 2) == again or "f" in form,
                  struct.unpack(form, bytearray(data)) == again or "f" in form, struct.unpack(form, memoryview(data)) == again or "f" in form)
        else:
            print(form, data)
    print(attempt(s.unpack, b"x" * (s.size + 1)), attempt(struct.unpack, form, "text"), s.size)
buffer = bytearray(12)
struct.pack_into("<hI", buffer, 2, -2, 7)
print(buffer, attempt(struct.pack_into, "<h", buffer, 11, 1), attempt(struct.pack, "<h", 70000), attempt(struct.pack, b"<h", 7), attempt(struct.pack, "<y", 1), attempt(struct.unpack_from, "<h", buffer, -1),
      struct.unpack_from("<h", buffer, -10), list(struct.iter_unpack("<hh", bytes(range(12)))), attempt(struct.pack, [], 1))
check = 0
for i in range(2000):
    data = struct.pack("<IhdB", i * 7919, -i, i / 3, i & 255)
    x, y, z, w = struct.unpack("<IhdB", data)
    check += x + y + w + (z == i / 3) + len(data)
print(check)

for seed in (1, 0, -5, 2 ** 40, 2 ** 200, "text", b"bytes", 1.5):
    random.seed(seed)
    print(seed, random.random(), random.getrandbits(1), random.getrandbits(32), random.getrandbits(53), random.getrandbits(64), random.getrandbits(100),
          random.randrange(10), random.randrange(5, 50), random.randrange(0, 100, 7), random.randint(-3, 3), random.choice("abcdef"), random.choice([1, 2, 3]), random.choice((4, 5)))
print(attempt(random.choice, []), attempt(random.choice, ()), attempt(random.randrange, 0), attempt(random.randint, 3, 1), random.getrandbits(0), attempt(random.getrandbits, -1), random.randrange(2 ** 62, 2 ** 63), random.randint(-2 ** 63, 2 ** 63 - 1), random.randrange(2 ** 70))
g = random.Random(42)
state = g.getstate()
first = [g.random() for _ in range(700)]
g.setstate(state)
print(first == [g.random() for _ in range(700)], first[0], first[-1], g.getstate()[1][:3], g.getstate()[1][-1])
for items in ([], [1], list(range(20)), list("abc"), [1, "x", None, 2.5]):
    print(g.shuffle(items), items)
print(attempt(g.shuffle, (1, 2)), g.sample(range(100), 5), g.choices([1, 2, 3], [1, 1, 5], k=6), g.uniform(1, 2), g.gauss(0, 1), g.sample("abcdef", 3))


class Low(random.Random):
    def random(self):
        return 0.25

    def getrandbits(self, k):
        return 1


low = Low(5)
items = list(range(5))
low.shuffle(items)
print(low.random(), low.getrandbits(8), low.choice([7, 8, 9]), low.randrange(10), low.randint(1, 4), items, low.uniform(0, 4))
system = random.SystemRandom()
print(0 <= system.random() < 1, system.getrandbits(5) < 32, system.randrange(10) < 10, system.choice([1]), attempt(system.getstate))
g.seed(7)
total = 0
for i in range(3000):
    total += g.randrange(100) + g.getrandbits(40) % 7 + int(g.random() * 10) + g.choice(first[:9] and [1, 2, 3]) + g.randint(1, 6)
print(total)
