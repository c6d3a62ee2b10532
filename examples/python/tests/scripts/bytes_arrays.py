# bytes, bytearray, memoryview, codecs.
print(b"abc", bytes(3), bytes([65, 66]), bytes("h\u00e9", "utf-8"), b"q'\"\\\n\x00\xff", b"it's")
print(bytearray(b"xy"), bytearray(2), bytearray([1, 2]), bytes(), bytes(bytearray(b"z")))
b = b"hello world"
print(len(b), b[0], b[-1], b[1:4], b[::-1], b[::2], list(b"ab"), 104 in b, b"wor" in b, b"" in b)
print(b + b"!", b * 2, 2 * b"ab", b == b"hello world", b < b"i", b"a" != "a", hash(b"a") == hash(bytes([97])))
print(b.find(b"o"), b.rfind(b"o"), b.index(b"w"), b.count(b"l"), b.find(b"zz"), b.find(111), b.count(b""))
print(b.split(), b.split(b"o"), b.rsplit(b"o", 1), b.split(None, 1), b"a,b,,c".split(b","), b"  a b  ".split(), b" a  b c ".split(None, 1), b" a  b c ".rsplit(None, 1))
print(b.partition(b" "), b.rpartition(b"o"), b.partition(b"?"), b"x\ny\r\nz".splitlines(), b"x\ny\n".splitlines(True))
print(b.upper(), b.title(), b.capitalize(), b"AbC".swapcase(), b"ABC".lower(), b"  x ".strip(), b"xxaxx".strip(b"x"), b"xxa".lstrip(b"x"))
print(b.startswith(b"he"), b.startswith((b"x", b"h")), b.endswith(b"ld"), b.replace(b"l", b"L"), b.replace(b"l", b"L", 1), b"aa".replace(b"", b"-"))
print(b",".join([b"a", bytearray(b"b")]), b"a".ljust(4, b"."), b"a".rjust(4), b"ab".center(5, b"*"), b"-5".zfill(4), b"a\tb".expandtabs(4))
print(b"abc".isalpha(), b"12".isdigit(), b"a1".isalnum(), b" ".isspace(), b"AB".isupper(), b"".isalpha(), b"a".islower())
print(b"abc".hex(), b"abcd".hex(":"), b"abcde".hex("-", 2), bytes.fromhex("61 62 6F"), bytearray.fromhex("00ff"))
print(b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"), b"ab".removeprefix(b"a"), b"ab".removesuffix(b"b"))
print(b"%d-%s-%5.2f-%x %c" % (3, b"in", 2.5, 255, 65), b"%s" % b"v", b"100%%" % ())
a = bytearray(b"hello")
a[0] = 72; a.append(33); a.extend(b"??"); a.extend([1, 2]); print(a)
a[1:3] = b"EYY"; print(a); del a[0]; print(a); del a[::2]; print(a); a[::2] = bytes(len(a[::2])); print(a)
a += b"end"; a.insert(0, 90); print(a, a.pop(), a.pop(0), a.remove(110), a); a.reverse(); print(a, a.copy() is a); a.clear(); print(a, len(a), bool(a))
x = y = bytearray(b"1"); x += b"2"; print(y, x is y); x *= 2; print(y)
print(type(bytearray(b"ab")[0:1]), type(bytearray(b"ab") + b"c"), type(b"c" + bytearray(b"ab")), bytearray(b"a") == b"a")
for s, e in [("h\u00e9llo", "utf-8"), ("h\u00e9", "latin-1"), ("h\u00e9\U0001f600", "utf-16-le"), ("ab", "utf-16"), ("ab", "utf-32-be"), ("abc", "ascii")]:
    d = s.encode(e); print(d, d.decode(e) == s, str(d, e) == s)
for f in [lambda: "h\u00e9".encode("ascii"), lambda: b"\xff".decode(), lambda: b"ab\xe2\x82".decode(), lambda: b"\x80".decode("ascii"), lambda: "\u20ac\u20ac".encode("latin-1"),
          lambda: "a".encode("nope"), lambda: bytes([256]), lambda: bytes("a"), lambda: bytes(-1), lambda: b"a" + "b", lambda: b"abc"[5], lambda: bytearray(b"a")[3],
          lambda: b"a" < "b", lambda: {bytearray(b"a"): 1}, lambda: bytes.fromhex("6g"), lambda: b"a".find("a"), lambda: bytes(object()), lambda: bytes([1, "a"]),
          lambda: b",".join(["a"]), lambda: bytearray(b"").pop(), lambda: bytearray(b"a").remove(66), lambda: b"x".index(b"y"), lambda: b"a".split(b""), lambda: b"%s" % "x"]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
try: b"abc"[0] = 1
except TypeError as e: print(e)
try: b"\xff\xfe\xfd".decode("utf-8")
except UnicodeDecodeError as e: print(e.encoding, e.object, e.start, e.end, e.reason, isinstance(e, ValueError))
print("h\u00e9\u20ac".encode("ascii", "ignore"), "h\u00e9\u20ac".encode("ascii", "replace"), "h\u00e9\u20ac".encode("ascii", "backslashreplace"), "\u20ac".encode("ascii", errors="xmlcharrefreplace"))
print(ascii(b"a\xffb\xe2\x82c".decode("utf-8", "replace")), b"a\xffb".decode("utf-8", "ignore"), b"a\xffb".decode(errors="backslashreplace"), b"\xe9".decode("latin-1"))
m = memoryview(bytearray(b"abcdef"))
print(len(m), m[1], bytes(m[2:4]), m.tobytes(), m.tolist(), m.readonly, m.nbytes, m.itemsize, m.format, m.shape, m == b"abcdef", list(m[:2]), 97 in m)
m[0] = 65; m[1:3] = b"ZZ"; print(m.obj, bytes(m)); n = m[3:]; n[0] = 48; print(m.obj, n[-1])
with memoryview(b"ro") as v:
    print(v.readonly, v.hex())
    try: v[0] = 1
    except TypeError as e: print(e)
try: v[0]
except ValueError as e: print(e)
print(int(b"12"), int(b"ff", 16), float(b"2.5"), ord(b"a"), sum(b"abc"), max(b"abc"), sorted(b"cab"), tuple(reversed(b"ab")), [*b"ab"], dict(enumerate(b"ab")))
class B(bytes):
    def twice(self): return self + self
print(B(b"ab").twice(), B(b"ab"), isinstance(B(b"x"), bytes), B(b"q")[0], {B(b"k"): 1}[b"k"])
class Conv:
    def __bytes__(self): return b"conv"
print(bytes(Conv()), isinstance(b"", bytes), isinstance(bytearray(), (bytes, bytearray)), {b"a": 1, b"b": 2}[b"b"], b"\x00".isspace(), f"{b'x'}", str(b"y"), "%s %r" % (b"z", b"z"))
total = 0
data = bytearray(range(256))
for round in range(300):
    for i, v in enumerate(data):
        total += v ^ data[255 - i]
    data[round % 256] = round & 255
print(total)
it = iter(b"ab"); print(next(it), next(it), next(it, None), type(it).__name__)
print((1000).to_bytes(2, "big"), (1000).to_bytes(4, "little"), (-2).to_bytes(2, "big", signed=True), (0).to_bytes(0, "big"), (5).to_bytes())
print(int.from_bytes(b"\x03\xe8", "big"), int.from_bytes(b"\xff\xfe", "big", signed=True), int.from_bytes([1, 2], "little"), int.from_bytes(b"", "big"), int.from_bytes(b"\xff" * 12, "big"))
print((2 ** 100).to_bytes(13, "little"), float.fromhex("0x1.8p3"), float.fromhex("-0x1.999999999999ap-4"), float.fromhex("inf"), float.fromhex((0.1).hex()) == 0.1)
for f in [lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (128).to_bytes(1, "big", signed=True), lambda: (1).to_bytes(2, "mid"), lambda: float.fromhex("zz")]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
