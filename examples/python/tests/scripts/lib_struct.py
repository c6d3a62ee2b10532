import struct, math
print(struct.pack('<bBhHiIqQ', -1, 255, -2, 65535, -3, 2**32 - 1, -4, 2**64 - 1), struct.pack('>hIq', 1, 2, 3))
print(struct.calcsize('bi'), struct.calcsize('<bi'), struct.calcsize('bq3s'), struct.calcsize('iq0i'), struct.calcsize('0s2x'))
print(struct.pack('@bi', 1, 2), struct.pack('b x h', 1, 2), struct.pack('5s3p2c?', b'abcdefg', b'xyz', b'a', b'b', 3))
print(struct.unpack('<2h?3s2pd', struct.pack('<2h?3s2pd', 5, -6, True, b'ab', b'q', 0.1)))
for x in (0.0, -0.0, 1.5, 65504.0, 1e-7, 6e-8, 0.333, float('inf'), -2.0**-24):
    print(struct.pack('<e', x), struct.pack('>f', x), struct.pack('!d', x), struct.unpack('<e', struct.pack('<e', x)), struct.unpack('f', struct.pack('f', x)))
print(struct.unpack('<efd', struct.pack('<efd', float('nan'), float('nan'), float('nan'))))
b = bytearray(10)
struct.pack_into('>HH', b, 3, 258, 772)
print(b, struct.unpack_from('>H', b, 3), struct.unpack_from('>H', b, -5), list(struct.iter_unpack('>H', bytes(range(6)))))
s = struct.Struct('>ib')
print(s.size, s.format, s.pack(7, 8), s.unpack(s.pack(-7, -8)))
for f, *a in [('B', 300), ('<h', 40000), ('i', 2**31), ('<I', -1), ('q', 2**63), ('f', 1e39), ('<f', 1e39), ('<e', 1e6), ('i', 'a'), ('i', 1.5), ('f', 'a'),
              ('c', 'a'), ('s', 'a'), ('ii', 1), ('z', 1), ('3', 1), ('<n', 1), ('h', 2**70)]:
    try:
        print(f, a, struct.pack(f, *a))
    except (struct.error, OverflowError) as e:
        print(f, a, type(e).__name__, e)
for g in [lambda: struct.unpack('i', b'a'), lambda: struct.unpack_from('i', b'abcdef', 4), lambda: struct.unpack_from('i', b'abcdef', -9),
          lambda: struct.unpack_from('i', b'abcdef', -2), lambda: struct.iter_unpack('i', b'abcdef'), lambda: struct.pack_into('i', bytearray(7), 4, 1),
          lambda: struct.pack_into('i', bytearray(7), -2, 1)]:
    try:
        print(g())
    except struct.error as e:
        print(e)

for x in (5.5, 0.0, -0.0, -1e-310, 5e-324, 1.7976931348623157e308, 1.0, -0.75, math.inf, math.nan):
    print(math.frexp(x), math.ldexp(x, 0), math.ldexp(x, -1), math.ldexp(*math.frexp(x)))
print(math.ldexp(0.5, 4), math.ldexp(1.0, -1074), math.ldexp(1.0, -1075), math.ldexp(3.0, -1075), math.ldexp(5e-324, 2000), math.ldexp(1.5, -5000), math.ldexp(0.0, 10**6))
print(math.asinh(1.0), math.acosh(2.0), math.atanh(0.5))
for g in [lambda: math.ldexp(1.0, 1024), lambda: math.acosh(0.5), lambda: math.atanh(1.0), lambda: math.atanh(-2)]:
    try:
        print(g())
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
