import array, cmath, math
A = array.array
a = A('i', [3, 1, 2])
a.append(5)
a.extend([7, 8])
a.insert(1, 9)
print(a, len(a), a[1], a[-1], a[1:3], a.pop(), a.pop(0), a.index(2), a.count(1), 9 in a, list(reversed(a)), a.tolist(), a.typecode, a.itemsize)
a[0] = 100
a[1:3] = A('i', [4, 4, 4])
del a[-1]
a += A('i', [6])
print(a, a + A('i', [1]), a * 2, a == A('i', list(a)), a < A('i', [101]), a == [1], sum(a), max(a), sorted(a))
print(A('d', [1, 2.5]), A('f', [0.1, 1e39]), A('u', 'abc'), A('b', b'\xff\x01'), A('H', [1, 2]).tobytes(), A('d', [1.5]).tobytes(), A('q', A('i', [-1])).tobytes())
h = A('h', [1, -2])
h.byteswap()
h.reverse()
print(h, A('B', b'xyz').tobytes(), A('u', 'ab').tounicode(), array.typecodes, A('L'))
for g in [lambda: A('i', [2**31]), lambda: A('B', [256]), lambda: A('B', [-1]), lambda: A('i', ['a']), lambda: A('x'), lambda: A('i', b'abc'), lambda: A('i', [1])[3],
          lambda: A('i').pop(), lambda: A('i', [1]).pop(4), lambda: A('i', [1]).remove(3), lambda: A('i', [1]).index(3), lambda: A('i', [1]) + A('d'),
          lambda: A('i', [1]) + [1], lambda: A('b', [200]), lambda: A('H', [-1]), lambda: A('I', [-1]), lambda: A('Q', [2**64]), lambda: A('f', ['a']),
          lambda: A('i', [1.0]), lambda: A('i', 'ab'), lambda: A(5), lambda: A('i', [1]).__setitem__(4, 1), lambda: A('I', [2**32]), lambda: A('B', [2**70])]:
    try:
        print(g())
    except Exception as e:
        print(type(e).__name__, e)
squares = A('d', [0.0]) * 200
for k in range(3):
    for i in range(len(squares)):
        squares[i] += i * 0.5
print(sum(squares))



def show(z):
    return f'{z.real + 0.0:.9f} {z.imag + 0.0:.9f}'


for f in (cmath.sqrt, cmath.exp, cmath.log, cmath.log10, cmath.sin, cmath.cos, cmath.tan, cmath.sinh, cmath.cosh, cmath.tanh,
          cmath.asin, cmath.acos, cmath.atan, cmath.asinh, cmath.acosh, cmath.atanh):
    print(f.__name__, *[show(f(z)) for z in (0.5 + 0.25j, -2 + 3j, 1.5 - 0.5j, -0.3 - 4j, 0.7)], sep=' | ')
print(cmath.sqrt(-4), cmath.phase(-1), cmath.polar(3 + 4j), show(cmath.rect(2, 1)), cmath.isclose(1j, 1j + 1e-12), cmath.isnan(complex('nan')), cmath.isinf(cmath.infj))
print(show(cmath.log(8, 2)), cmath.pi, cmath.isfinite(1j))
for g in [lambda: cmath.log(0), lambda: cmath.atanh(1), lambda: cmath.sqrt('a')]:
    try:
        print(g())
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
