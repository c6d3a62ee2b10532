# Bytes and byte arrays, item by item, in loops that are compiled.
import struct, zlib, io


def crc_table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = (n >> 1) ^ 0xEDB88320 if n & 1 else n >> 1
        table.append(n)
    return table


TABLE = crc_table()


def crc(data):
    c = 0xFFFFFFFF
    for b in data:
        c = TABLE[(c ^ b) & 255] ^ (c >> 8)
    return c ^ 0xFFFFFFFF


text = bytes(range(256)) * 9
print(crc(text) == zlib.crc32(text), crc(bytearray(text)) == zlib.crc32(text), crc(memoryview(text)) == zlib.crc32(text), crc(b""))


def varints(numbers):
    out = bytearray()
    for n in numbers:
        while n > 127:
            out.append(n & 127 | 128)
            n >>= 7
        out.append(n)
    return out


def back(data):
    numbers, n, shift = [], 0, 0
    for i in range(len(data)):
        b = data[i]
        n |= (b & 127) << shift
        shift += 7
        if b < 128:
            numbers.append(n)
            n = shift = 0
    return numbers


numbers = [i * i * 37 % 100003 for i in range(700)]
packed = varints(numbers)
print(len(packed), back(packed) == numbers, back(bytes(packed)) == numbers)

# Each kind of position, and what is no position or no byte.
a = bytearray(b"0123456789")
for i in range(300):
    a[i % 10] = (a[i % 10] + i) % 256
    a[-1 - i % 10] = a[-(i % 10) - 1] ^ 1
print(bytes(a))
for wrong in (lambda: a[10], lambda: a[-11], lambda: a.append(256), lambda: a.append(-1), lambda: a.append("x"), lambda: a.append(True), lambda: b"ab"[2]):
    for _ in range(60):
        try:
            got = wrong()
        except (IndexError, ValueError, TypeError) as e:
            got = type(e).__name__, str(e)
    print(got)
del a[10:]
for value in (256, -1, 1.5, None):
    for _ in range(60):
        try:
            a[0] = value
        except (ValueError, TypeError) as e:
            got = str(e)
    print(got)
for _ in range(60):
    try:
        b"abc"[0] = 1
    except TypeError as e:
        got = str(e)
print(got)


# A loop sees what is added and taken away while it runs.
def grow():
    x = bytearray(b"\x05\x04")
    seen = []
    for b in x:
        seen.append(b)
        if b and len(x) < 400:
            x.append(b - 1 if len(x) % 3 else 3)
    return len(seen), sum(seen), len(x)


print(grow())


def shrink():
    x = bytearray(range(200))
    seen = 0
    for b in x:
        seen += b
        x.pop()
    return seen, len(x)


print(shrink(), [x.pop(0) for x in [bytearray(b"ab")] for _ in range(2)])

# Slices, operators, equality, truth.
total = 0
for i in range(300):
    part = text[i:i + i % 7]
    total += len(part) + (part == text[i + 256:i + 256 + i % 7]) + (part != b"") + bool(part) + (part == bytearray(part))
    piece = bytearray(text[i:i + 3])
    piece += part
    piece[1:2] = b"xyz"
    piece *= 2
    del piece[0], piece[::5]
    total += sum(piece) + piece.count(b"x"[0]) + (120 in piece) + piece.find(b"yz")
print(total)
print([list(enumerate(b"ab")), list(zip(b"xyz", bytearray(b"uv"))), list(reversed(b"abc")), sorted(bytearray(b"cab")), max(b"axc"), tuple(b"hi")])
print(hash(b"abc") == hash(bytes([97, 98, 99])), {b"k": 1, bytes(b"k"): 2}, b"a" < b"b", bytearray(b"a") == b"a", b"a" == "a")
stream = io.BytesIO()
for i in range(300):
    stream.write(struct.pack(">H", i))
stream.seek(0)
print(sum(struct.unpack(">H", stream.read(2))[0] for _ in range(300)), len(stream.getvalue()))
b = bytearray(5)
b.extend(range(5))
b.insert(3, 77)
b.remove(77)
b.reverse()
print(b, b.copy() is not b, bytes(b).hex(), bytearray(b"x").pop(), len(bytearray(1000)))
b.clear()
print(b, len(b), bool(b), b + b"end", b"%d-%s" % (5, b"x"))
