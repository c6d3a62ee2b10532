print(3j, 1 + 2j, 1 - 2j, -0j, complex(1, -0.0), complex(), complex(2), complex("1+2j"), complex(" -3.5j "), complex("(2-j)"), complex("1e3-2.5e-2j"), complex(True))
a, b = 1 + 2j, 3 - 4j
print(a + b, a - b, a * b, a / b, -a, +a, a ** 2, a ** 0, a ** -1, 2 ** a, a + 1, 1 + a, a * 2.5, 1 / b, a == a, a == 1, 1 + 0j == 1, a != b)
print(a.real, a.imag, a.conjugate(), abs(3 + 4j), bool(0j), bool(1j), hash(1 + 0j) == hash(1), {1 + 2j: "k"}[a], (5).real, (5).imag, 2.5.imag)
print(complex(1, 2) == complex(1, 2), complex(1j, 2), complex(1, 1j), repr(1e20 + 1e-7j), str(1j), complex("inf+nanj"), complex(-0.0, 1))
print((-8) ** (1 / 3), (-1) ** 0.5, pow(2j, 3), f"{a:.2f}", format(a, ".1e"), "%s" % a, [a, 1j], sum([1j, 2j]), isinstance(a, complex), type(1j).__name__)
for f in [lambda: a < b, lambda: a // b, lambda: a % b, lambda: int(a), lambda: float(a), lambda: complex("x"), lambda: complex("1 + 2j"), lambda: a / 0, lambda: 0j ** -1, lambda: complex("1", 2), lambda: complex([]), lambda: ~a, lambda: 1j + "a", lambda: round(a), lambda: divmod(a, b)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class C(complex):
    pass
class H:
    def __complex__(self): return 5j
print(C(1, 2) + 1, complex(H()), isinstance(C(1), complex))
z, c = 0j, -0.4 + 0.6j
n = 0
for i in range(2000):
    z = z * z + c
    if abs(z) > 2: z = 0j; n += 1
print(n, abs(z) < 2)
