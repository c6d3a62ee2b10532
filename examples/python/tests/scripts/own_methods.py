# Methods that built-in classes have of their own though `object` has them, called with objects of other classes; views beside other iterables; base 85 and the like.
import base64, binascii, heapq, bisect, itertools, collections, re
def t(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except Exception as e: print(type(e).__name__, e)
for c in (int, str, dict, set, list, type(None), type(len), BaseException, KeyError, type):
    for n in ('__repr__', '__getattribute__', '__str__', '__setattr__', '__eq__', '__ne__', '__lt__'):
        f = getattr(c, n)
        t(f); t(f, 1.5); t(f, 1.5, 2, 3); t(f, x=1); t(f, 5, 'real') if n == '__getattribute__' else t(f, 5, 5)
t(object.__lt__, 1, 2); t(object.__ne__, 1, 2); t(object.__eq__, 1, 1.0); t(type.__or__, int, str); t(type.__or__, int, 5); t(bool.__and__, True, 5); t(bool.__xor__, 1, 5)
d = {1: 2, 'a': 3}
for v in (d.keys(), d.items()):
    for o in ([1, 'b'], 'ab', 5, [[1]], d.keys(), {(1, 2), 1}, frozenset([1])):
        for f in (lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a - b, lambda a, b: a ^ b, lambda a, b: b & a, lambda a, b: a.isdisjoint(b)):
            t(lambda: (lambda r: (type(r), sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else r)(f(v, o)))
s = {1, 5}; kept = s; s &= d.keys(); print(s, kept)
for f in (base64.b85encode, base64.a85encode, base64.b32hexencode, base64.encodebytes, binascii.b2a_uu):
    for b in (b'', b'a', b'abc', b'abcd', bytes(5), b'hello world', 'x', 5): t(f, b)
for f, b in ((base64.b85decode, b'VPa'), (base64.b85decode, '~~~~~'), (base64.b85decode, b'"'), (base64.a85decode, b'@:E^'), (base64.a85decode, 'zz'), (base64.a85decode, b'azz'), (base64.b32hexdecode, b'C5H66==='),
             (base64.b32decode, b'ME======'), (base64.b32decode, b'ME====='), (binascii.a2b_uu, b'#86)C\n'), (binascii.a2b_uu, b'!'), (binascii.unhexlify, 'zz'), (binascii.a2b_base64, 'é')): t(f, b)
t(base64.a85encode, b'    abcd', foldspaces=True); t(base64.a85encode, b'hello world', wrapcol=5, adobe=True)
for f in (heapq.heappush, heapq.heapreplace): t(f, (1, 2), 3)
t(heapq.heapify, {}); t(bisect.bisect, [1, 2], 1, 'a'); t(bisect.bisect, [1, 2], 1, 0, 2 ** 70); t(bisect.bisect_left, [1, 2], 1, -1)
for f in (itertools.cycle, itertools.accumulate, itertools.pairwise): t(f, 5)
t(itertools.takewhile, len, 5); t(itertools.compress, 'a', 5)
c = collections.Counter(a=2)
for o in ([], {'a': 5, 'b': -1}, collections.Counter(a=1)):
    for n in ('__iadd__', '__isub__', '__ior__', '__iand__', '__lt__'): t(getattr(collections.Counter(c), n), o)
o = collections.OrderedDict(a=1)
t(o.__or__, {'b': 2}); t(o.__ror__, {'b': 2}); t(o.update, ['abc']); t(o.update, ['a']); t(o.__ne__, 5)
m = collections.ChainMap({'a': 1}, {'b': 2})
t(m.__or__, {'c': 3}); t(m.__ror__, {'c': 3}); t(m.__or__, [1]); t(m.popitem); t(m.popitem)
t(re.compile, 'a', re.L); t(re.compile, b'a', re.U); t(re.compile, 'a', re.A | re.U); t(re.compile('a').__eq__, 5); t(re.match('a', 'a').group, [])
t(bool, memoryview(b'')); t(lambda: 'x' in memoryview(b'x')); t(lambda: 120 in memoryview(b'x'))
t(delattr, [], '__len__'); t(delattr, 5, 'real'); t(setattr, range(3), 'start', 1); t(enumerate, start=1); t(pow, 1, 2, 'x'); t(float.fromhex, 5); t(divmod, 1.0, 0); t(ord, b'ab'); t(chr, 2 ** 40)
