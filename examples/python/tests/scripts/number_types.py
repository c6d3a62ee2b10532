print(7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 % -3, 7 / 2, 2 ** 10, 2 ** -1, 2 ** 0.5, -2 ** 2)
print(2 ** 63, 2 ** 64 - 1, -(2 ** 63), 9223372036854775807 + 1, 9223372036854775807 * 2, -9223372036854775808 - 1)
x = 1
for i in range(1, 30): x *= i
print(x, x // 10 ** 20, x % 1000007, x >> 50, x & 0xFFFF, str(x)[:5], len(str(2 ** 1000)))
print(10 ** 20 // 3, -10 ** 20 // 3, 10 ** 20 % 7, (10 ** 20) ** 2, 10 ** 20 == 1e20, 10 ** 20 > 5, hash(10 ** 20) == hash(1e20))
print(1 << 70, (1 << 70) >> 68, 5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 62, 1 << 63, -1 >> 10)
print(0.1 + 0.2, 1e308 * 10, 3.0 // 2, -3.5 % 2, 5.5 // -2, 1e16, 123456789012345678.0, 1.0, 1e-7, 0.00001)
print(int(3.9), int(-3.9), int("123"), float(3), round(0.5), round(1.5), round(-2.567, 1), round(1234, -2), int(1e20))
print(True + 1, True == 1, False < 1, isinstance(True, int), bool(0.0), not 5, 3 and 4, 0 or "x", 1 < 2 < 3, 1 < 3 < 2)
print(0xFF, 0o17, 0b101, 1_000_000, 1e3, .5, 5.)
print(hex(255), oct(8), bin(5), hex(-1), (255).bit_length(), (0.5).as_integer_ratio(), (2.0).is_integer(), bin(10)[2:])
print(abs(-5), abs(-2.5), max(1, 2.5), min(1, 0.5), sum(range(101)), divmod(-7.5, 2), pow(7, -1, 11), 7 .real)
import math
print(math.pi, math.sqrt(16), math.floor(-2.5), math.ceil(2.1), math.gcd(12, 18), math.factorial(20), math.isqrt(99), math.log(8, 2), math.inf, math.hypot(3, 4))
print(math.sin(1), math.cos(1), math.exp(1), math.log10(1000), math.trunc(-2.7), math.fsum([0.1] * 10), math.comb(5, 2), math.isclose(0.1 + 0.2, 0.3), math.copysign(1, -0.0))
for bad in (lambda: 1 // 0, lambda: 1.0 / 0, lambda: 1 % 0, lambda: math.sqrt(-1), lambda: 1 << -1, lambda: int("z", 36) + int("9", 8), lambda: 0 ** -1):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
def overflow(n):
    t = 1
    for i in range(n): t = t * 3 + i
    return t
print(overflow(100), overflow(30))
s = 0
for i in range(3000): s += i * i * i * i * i
print(s, float(2 ** 53 + 1), 2 ** 53 + 1 == float(2 ** 53), 1.5 < 2, 2 > 1.5, 3 == 3.0)
print(10 / 3, 1e22 / 3, 10 ** 30 / 10 ** 29, -5 // 3.0, 1e-320, 5e-324, 1.7976931348623157e308)
