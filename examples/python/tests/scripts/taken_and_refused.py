# What is taken of an iterator before an error, which of several errors is told, and in which words.
def tried(f, *args, **named):
    try:
        r = f(*args, **named)
    except Exception as e:
        r = f'{type(e).__name__}: {e}'
    return sorted(r, key=repr) if isinstance(r, (set, frozenset)) else r


def run(text, **names):
    try:
        exec(text, names)
    except Exception as e:
        return f'{type(e).__name__}: {e}'
    return 'done'


class Iterates:
    def __iter__(self): return 7

class Text(str): pass
class Number(int): pass
class Meta(type): pass
class Odd: pass


print('sets take values one by one')
for f in (set, frozenset, {1}.union, {1}.update, {1}.difference, {1}.difference_update, {1}.intersection, {1}.symmetric_difference,
          {1: 2}.keys().__or__, {1: 2}.keys().__and__, {1: 2}.items().__rsub__, {1: 2}.keys().isdisjoint, bytes, bytearray, bytearray().extend, max, min):
    it = iter([1, [], 3, 4])
    print(tried(f, it), list(it))
s = {1, 2}
print(tried(s.update, [3], 4), s, tried(s.difference_update, [1], 4), s, tried(s.intersection_update, [2], 4), s)
s -= s
print(s, {1, 2} & {True}, {1.0} & {1}, {1, 2}.intersection([True]), {1: 1}.keys() & [1.0])
print(tried({1}.intersection, [{1}]), tried({1}.issuperset, [{1}]), tried({1}.isdisjoint, [{1}]), {frozenset({1})} >= {frozenset({1})}, {1} in [{1}], {1} in {frozenset({1})})

print('keys')
for k in ({}.keys(), {}.items(), memoryview(bytearray(b'a')), slice(1)):
    print(tried({1: 2}.__contains__, k), tried({}.setdefault, k), run('d[k]', d={}, k=k), run('del d[k]', d={}, k=k), run('k in s', s=set(), k=k))
print({b'a': 1}[memoryview(b'a')], hash(memoryview(b'abc')[1:]) == hash(b'bc'), len({memoryview(b'a'), b'a'}), type({}.values().__hash__()), slice.__hash__)
print(sorted({'a': [], 'b': 1}.items() ^ {'a': [], 'c': 2}.items()), tried(lambda: {'a': []}.items() ^ {'a': ()}.items()), {'a': []}.items() & frozenset({2}))

print('items')
view, fixed = memoryview(bytearray(b'abc')), memoryview(b'abc')
for k in (1, (1,), (), (1, 2), (slice(1),), 'a', [], 10 ** 30, 5, slice('a'), slice(None, None, 0)):
    print(k, tried(view.__getitem__, k), run('v[k] = 65', v=view, k=k), run('v[k] = 65', v=fixed, k=k), run('del v[k]', v=view, k=k), run('del v[k]', v=fixed, k=k))
for x in (1.5, 300, 'a', b'xy', b'xyz', [1, 2, 3]):
    print(x, run('v[0] = x', v=view, x=x), run('v[:] = x', v=view, x=x), run('v[::-1] = x', v=view, x=x), bytes(view))
for o in ([1, 2], bytearray(b'ab'), 'ab', b'ab', (1, 2), {1}, {}.keys(), range(2), 5, Odd(), Number(2), view):
    for k in (10 ** 30, slice('a', 'b'), slice(None, None, 0), 1.5):
        print(type(o).__name__, k, run('o[k] = 5', o=o, k=k), run('del o[k]', o=o, k=k), run('o[k] = []', o=o, k=k))
it = iter([1, 2])
print(run('o[:"a"] = it', o=[], it=it), list(it), run('o[::2] = 5', o=[1, 2, 3]), run('o[:] = 5', o=[]), run('o[:] = 5', o=bytearray()), run('o[:] = o', o=bytearray(b'ab')))
print(tried([1, 2].__delitem__, -10 ** 30), tried((1, 2).index, 1, 'a', 5), tried((1, 2).index, 1, 0, 'a'))

print('views')
with memoryview(b'abc') as m: print(m[1])
print(tried(m.tobytes), tried(bytes, m), tried(lambda: m[0]), tried(int, memoryview(b'12')), tried(float, memoryview(b'1.5')), tried(int, bytearray(b'x')), tried(int, memoryview(b'x')))

print('attributes')
for o in (5, 'a', [], (), range(3), slice(1), {}.keys(), len, [].append, str.upper, int.__add__, (5).__add__, fixed, object(), super(Number, Number(5)), Odd().__init__):
    for n in ('__doc__', 'nope'):
        print(type(o).__name__, n, tried(setattr, o, n, 1), tried(delattr, o, n))
print(tried(setattr, fixed, 'nbytes', 1), tried(delattr, len, '__name__'), tried(setattr, Odd().__class__, 'a b', 1))
print(tried(object.__setattr__, Odd, 'x', 1), tried(object.__delattr__, int, 'x'), tried(object.__setattr__, Meta('M', (), {}), 'x', 1), tried(object.__getattribute__, Odd, 'nope'))
print(tried(type.__setattr__, int, 5, 1), tried(type.__delattr__, int, "it's"), tried(type.__setattr__, Odd, 5, 1), tried(super(Number, Number(5)).__getattribute__, []))
print(tried(getattr, tried.__get__(5), 'nope'), hasattr(len, '__get__'), hasattr(str.upper, '__get__'))
print(object.__repr__(5)[:15], object.__repr__('a')[:15], object.__str__('a'), int.__repr__(5), object.__repr__(Text('a'))[:22], Exception.__repr__(ValueError(1)))
print(super(Number, Number(5)), super(Number), super(Number, Number))

print('calls')
for f in (len, dict, tried, Odd(), 5):
    where = [tried(lambda: f(*3)), tried(lambda: f(1, *3)), tried(lambda: f(*3, **{})), tried(lambda: f(**{1: 2}))]
    print(*[w.split(' object at ')[0] for w in where])
print(tried(pow, 1.0, [], 2), tried(pow, 1, 2, []), tried(pow, [], 1, 2j), tried(pow, 1, 2, 2j), tried(pow, 1, 2.0, 3), tried(pow, x=1), tried(max, x=1), tried(memoryview, x=1), tried(memoryview, 1, 2))
for o in (int, ..., {1}, 5, Odd(), 'ab', {1: 2}.values()):
    print(tried(lambda: list(reversed(o))))

print('classes')
for b in ((ValueError, KeyError), 5, 'a', TypeError(3), None, Odd(), iter([]), zip(), enumerate([]), []):
    print(run('class D(b): pass', b=b), run('class D(b, int): pass', b=b), run('class D(int, b): pass', b=b), run('class D(b, metaclass=M): pass', b=b, M=Meta))
exec('class D(e): pass\nprint(repr(D)[:21])', {'e': TypeError(3)})
for e in (5, Odd, Odd(), 'a', [], KeyError, None):
    print(run('raise ValueError from e', e=e), end='; ')
print()

print('loops')
for s in ('for x in W(): pass', '[x for x in W()]', '{x for x in W()}', '[*W()]', 'a, b = W()', '5 in W()', 'list(W())', 'bytes(W())', 'bytearray().extend(W())', 'next(5)'):
    print(run(s, W=Iterates))

print('operators')
for a in ({}, {1}, range(3), {}.keys(), Odd(), Number(5), 1.5, None, 5):
    print(run('a *= b', a=a, b='x'), run('a *= b', a='x', b=a), run('a @= b', a=a, b=2), run('a @ b', a=a, b=2))
print(tried(lambda: 2 ** 2000 & 2.0), tried(lambda: 2 ** 2000 % 1j), tried(lambda: b'' + Text('a')), tried(lambda: {}.keys() | Number(5)))
print(bytearray.__rmod__(bytearray(b''), b'a'), bytes.__rmod__(b'a', b'%s'), bytearray(b"it's"), bytearray(b'"\''), tried(bytearray(b'a').endswith, Text('a')), tried('a'.startswith, Number(5)))
print(tried(b'a'.ljust, 5, None), tried(bytearray(b'a').rjust, 5, memoryview(b'x')), tried(b''.decode, 'nope'), tried(b'a'.decode, 'nope'), tried(str.maketrans, 'a', key=1))
for v, spec in ((5, ' ;'), (5, '\u03a9'), ('a', '\u03a9'), (1j, '%'), (1j, '\x01'), (5, ',\u03a9'), (5, 5)):
    print(tried(format, v, spec))
print(format(5, '\u0663'), repr(format(0j, '\u0664')), format(1.5, '.\u0663f'))

print('the rest')
class Fails:
    def __eq__(self, other): raise LookupError('eq')
    def __index__(self): raise LookupError('index')

class Counts:
    def __index__(self): return -1

print(tried(lambda: (Fails(),) == (1, 2)), tried(lambda: (1,) == (1, 2)), tried(lambda: Fails() in b'a'), tried(lambda: 10 ** 30 in b'a'), tried(ord, memoryview(b'a')), ord(bytearray(b'a')))
for d in (property(), staticmethod(len), classmethod(len), int.real, tried, str.upper):
    print(tried(d.__get__, None), end='; ')
print(tried(type, 5, b=1), tried(type(...), 1), tried(bytes, 10 ** 30), '%+d %x' % (Counts(), Number(17)), type(Text('abc') % {}), type(Text('a%%') % {}))
for data in (b'a', b'\xff\xfea', b'\xfe\xffa', b'\x00\xd8'):
    print(tried(str, data, 'utf-16'), tried(data.decode, 'utf-32'))
def delegates(): yield from Iterates()
print(tried(list, delegates()))
