# Random calls of built-in functions and of the methods of built-in types, each with its outcome on a line, for two interpreters to be compared.
#
#     python random_calls.py SEED CALLS [NAME..]     e.g. random_calls.py 1 10000 str.split 'list.*' divmod
#
# Without arguments: some calls of those functions in whose outcomes, messages included, the reference and we agree; a checksum for each.
# Arguments are of all types, mostly of those that the method has a use for. What depends on addresses or hashes is not shown.
import re
import sys
import zlib


class Chance:
    """Random numbers that are the same in every interpreter."""
    def __init__(self, seed):
        self.state = (seed * 2654435761 + 12345) % 2 ** 32
    def below(self, n):
        self.state = (self.state * 1664525 + 1013904223) % 2 ** 32
        return (self.state >> 8) % n
    def of(self, values):
        return values[self.below(len(values))]


class Index:
    def __init__(self, n):
        self.n = n
    def __index__(self):
        return self.n
    def __repr__(self):
        return f'Index({self.n})'


class Text(str):
    pass


class Number(int):
    pass


class Odd:
    def __repr__(self):
        return 'Odd()'


M = 2 ** 63
INTS = [0, 1, 2, 3, 5, 7, 10, 16, 36, 64, 100, 255, 256, -1, -2, -3, -7, -10, M - 1, M, -M, -M - 1, 10 ** 20, -10 ** 20, 2 ** 32, 97, 0x10ffff]
SMALL = [0, 1, 2, 3, 4, 5, 8, 10, -1, -2, -3, 16, 20]
FLOATS = [0.0, -0.0, 1.0, 1.5, -2.5, 0.1, 1e10, 1e16, 1e22, 1e-7, 1e300, -1e-300, float('inf'), float('-inf'), float('nan'), 123456.789, 2.0, 0.5, 1e100]
TEXTS = ['', 'a', 'abc', 'ab ab', ' a b ', 'A', 'aBc', 'a,b,,c', 'x=1', '12', '-3.5', '0x1f', '1_000', 'ß', 'éa', 'ﬁ', 'İ', 'ǆ', '日本', '\U0001f600a', 'a\nb\r\nc', '\t', '\x1c', '\u2028x', '%s', '%d %s', '%5.2f|%-4s|', '%(a)s', '{}', '{0!r:>5}', '{a}', '>8', '08.3f', ',', 'utf-8', 'ascii', 'latin-1', 'ignore', 'replace', 'Hello World', 'hello', 'aaa', 'aa', "it's", '"', '\\', '\0', 'abcabc', 'i', 'ı', 'Ω', '½', '٣', 'a b  c', '1e5', 'nan', 'inf', '1j', ' 7 ', '--', '+5', 'strict', 'big', 'little']
BYTES = [b'', b'a', b'abc', b'ab ab', b' a b ', b'a,b,,c', b'\x00\xff', b'12', b'aBc', b'a\nb\r\nc', b'%d %s', b'\t', b'aa', b'0a', b'\xc3\xa9', b'\x80']


def value(c, depth=0):
    k = c.below(20 if depth < 2 else 12)
    if k < 3: return c.of(INTS)
    if k == 3: return c.of(FLOATS)
    if k < 7: return c.of(TEXTS)
    if k == 7: return c.of(BYTES)
    if k == 8: return c.of([None, True, False, ...])
    if k == 9: return c.of(SMALL)
    if k == 10: return c.of([complex(1, -2), 1j, complex(0, 0), complex(float('inf'), 1)])
    if k == 11: return c.of([Index(2), Index(-1), Text('abc'), Number(3), Odd(), slice(1, None, 2), slice(None, None, -1), slice(2, 'a'), int, str, len])
    n = c.below(4)
    if k == 12: return tuple([value(c, depth + 1) for _ in range(n)])
    if k < 15: return [value(c, depth + 1) for _ in range(n)]
    if k == 15: return {key(c): value(c, depth + 1) for _ in range(n)}
    if k == 16: return c.of([set, frozenset])([c.of(SMALL) for _ in range(n % 2)])
    if k == 17: return range(c.of(SMALL), c.of(SMALL + INTS[-6:]), c.of([1, 2, -1, 3]))
    if k == 18: return bytearray(c.of(BYTES))
    return c.of([iter, reversed, list, tuple])([c.of(SMALL) for _ in range(n)])


def key(c):
    return c.of([c.of(SMALL), c.of(TEXTS), c.of(FLOATS[:6]), None, True, b'a'])


OWN = {
    'str': lambda c: c.of(TEXTS), 'bytes': lambda c: c.of(BYTES), 'bytearray': lambda c: bytearray(c.of(BYTES)), 'int': lambda c: c.of(INTS),
    'float': lambda c: c.of(FLOATS), 'bool': lambda c: c.of([True, False]), 'complex': lambda c: c.of([1 + 2j, -0j, 1j, complex('nan')]),
    'list': lambda c: [value(c, 1) for _ in range(c.below(5))], 'tuple': lambda c: tuple([value(c, 1) for _ in range(c.below(5))]),
    'dict': lambda c: {key(c): value(c, 1) for _ in range(c.below(4))}, 'set': lambda c: {c.of(SMALL) for _ in range(c.below(4))},
    'frozenset': lambda c: frozenset([c.of(SMALL) for _ in range(c.below(4))]), 'range': lambda c: range(c.of(SMALL), c.of(SMALL), c.of([1, -1, 2, 7])),
    'slice': lambda c: slice(c.of(SMALL), c.of([None, *SMALL]), c.of([None, 1, -1, 2])), 'memoryview': lambda c: memoryview(c.of(BYTES)),
}
# What has effects elsewhere, shows addresses, or makes what is too large to compare.
SKIPPED = {'__init_subclass__', '__subclasshook__', '__new__', '__init__', '__reduce__', '__reduce_ex__', '__sizeof__', '__getattribute__', '__setattr__', '__delattr__',
           '__dir__', '__class__', '__doc__', '__hash__', '__getstate__', '__class_getitem__', '__getformat__', '__getnewargs__', '__alloc__', '__release_buffer__'}
FUNCTIONS = ['abs', 'all', 'any', 'ascii', 'bin', 'bool', 'bytearray', 'bytes', 'callable', 'chr', 'complex', 'dict', 'divmod', 'enumerate', 'filter', 'float', 'format', 'frozenset',
             'getattr', 'hasattr', 'hex', 'int', 'isinstance', 'issubclass', 'iter', 'len', 'list', 'map', 'max', 'memoryview', 'min', 'next', 'oct', 'ord', 'pow', 'range', 'repr',
             'reversed', 'round', 'set', 'slice', 'sorted', 'str', 'sum', 'tuple', 'type', 'zip']
NAMED = {'split': ['sep', 'maxsplit'], 'rsplit': ['sep', 'maxsplit'], 'splitlines': ['keepends'], 'encode': ['encoding', 'errors'], 'decode': ['encoding', 'errors'], 'sort': ['reverse', 'key'],
         'sorted': ['reverse', 'key'], 'expandtabs': ['tabsize'], 'to_bytes': ['length', 'byteorder', 'signed'], 'from_bytes': ['signed'], 'max': ['key', 'default'], 'min': ['key', 'default'],
         'int': ['base'], 'str': ['encoding'], 'sum': ['start'], 'round': ['ndigits'], 'pow': ['mod'], 'enumerate': ['start'], 'zip': ['strict'], 'format': ['a'], 'translate': ['delete'],
         'dict': ['a', 'b'], 'update': ['a'], 'hex': ['sep', 'bytes_per_sep']}
OPERATORS = ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '@', '==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is']


def targets():
    yield from FUNCTIONS
    for name in OWN:
        for m in sorted(dir(eval(name))):
            if m not in SKIPPED:
                yield f'{name}.{m}'
    for op in OPERATORS:
        yield f'operator {op}'


def large(v, depth=0):
    if type(v) in (int, Number, bool):
        return abs(v) > 10 ** 5
    if isinstance(v, range):
        return abs(v.start) > 10 ** 6 or abs(v.stop) > 10 ** 6
    return isinstance(v, Index) and abs(v.n) > 10 ** 5


def shown(v, depth=0):
    t = type(v)
    if t in (int, bool, str, bytes, bytearray, complex, type(None), type(...)):
        return f'{t.__name__}:{v!r}' if len(repr(v)) < 3000 else f'{t.__name__} of {len(repr(v))}'
    if t is float:
        return f'float:{v!r}'
    if depth > 4:
        return '..'
    if t in (list, tuple):
        return f'{t.__name__}({", ".join([shown(x, depth + 1) for x in v])})'
    if t is dict:
        return f'dict({", ".join([shown(k, depth + 1) + "=" + shown(x, depth + 1) for k, x in v.items()])})'
    if t in (set, frozenset):
        return f'{t.__name__}({", ".join(sorted([shown(x, depth + 1) for x in v]))})'
    if hasattr(t, '__next__') and depth < 3:
        out = []
        try:
            for x in v:
                out.append(shown(x, depth + 1))
                if len(out) > 20:
                    break
        except Exception as e:
            out.append(type(e).__name__)
        return f'{t.__name__}[{", ".join(out)}]'
    return re.sub(' at 0x[0-9a-f]+', '', repr(v))


def one(name, c):
    """A call: what it is as text, and a function that does it."""
    if name.startswith('operator '):
        op = name.split()[1] if 'not' not in name else 'not in'
        kinds = list(OWN)
        a, b = (OWN[c.of(kinds)](c) if c.below(3) else value(c) for _ in range(2))
        if op in ('**', '<<', '*') and (large(a) or large(b)) and not (type(a) is float and type(b) is float):
            return None
        if op == '**' and type(b) in (int, Number, bool) and abs(b) > 300:
            return None
        return [a, b], {}, eval(f'lambda a, b: a {op} b')
    owner, _, method = name.rpartition('.')
    short = method or name
    args = []
    if owner:
        args.append(OWN[owner](c))
    like = (OWN[owner] if owner else value)
    for _ in range(c.of([0, 1, 1, 1, 2, 2, 3])):
        k = c.below(4)
        args.append(like(c) if k == 0 else c.of(SMALL) if k == 1 else value(c))
    named = {}
    if short in NAMED and c.below(3) == 0:
        for n in NAMED[short]:
            if c.below(2):
                named[n] = value(c, 1)
    # What takes long or much: sizes.
    if short in ('pow', '__pow__', '__rpow__', '__lshift__', '__rlshift__', '__mul__', '__rmul__', '__imul__', 'ljust', 'rjust', 'center', 'zfill', 'expandtabs', 'to_bytes', 'round', '__round__',
                 'bytes', 'bytearray', 'range', 'sum', 'list', 'tuple', 'set', 'frozenset', 'sorted', 'max', 'min', 'all', 'any', 'format', '__format__', 'dict', 'int', 'str', '__mod__', '__rmod__'):
        if any(large(a) for a in [*args, *named.values()]):
            return None
    if any(isinstance(a, range) and large(a) for a in [*args, *named.values()]) and short not in ('__len__', '__getitem__', 'index', 'count', '__contains__', '__repr__'):
        return None
    f = getattr(eval(owner), method) if owner else eval(name)
    return args, named, f


AGREED = '''
abs all ascii bin bool callable complex dict divmod filter float getattr hasattr hex isinstance issubclass len list min next oct range repr round set
slice tuple zip str.__add__ str.__eq__ str.__ge__ str.__gt__ str.__le__ str.__lt__ str.__ne__ str.__rmod__ str.capitalize str.casefold str.center
str.expandtabs str.format str.format_map str.isalnum str.isalpha str.isascii str.isdecimal str.isdigit str.isidentifier str.islower str.isnumeric
str.isprintable str.isspace str.istitle str.isupper str.join str.ljust str.lower str.lstrip str.partition str.rjust str.rsplit str.rstrip str.split
str.strip str.swapcase str.title str.translate str.upper str.zfill bytes.__add__ bytes.capitalize bytes.endswith bytes.expandtabs bytes.fromhex
bytes.isalnum bytes.isalpha bytes.isascii bytes.isdigit bytes.islower bytes.isspace bytes.istitle bytes.isupper bytes.ljust bytes.lower bytes.lstrip
bytes.maketrans bytes.removeprefix bytes.removesuffix bytes.replace bytes.rjust bytes.rsplit bytes.rstrip bytes.split bytes.strip bytes.swapcase
bytes.title bytes.upper bytes.zfill bytearray.__eq__ bytearray.__ge__ bytearray.__gt__ bytearray.__le__ bytearray.__lt__ bytearray.__ne__
bytearray.append bytearray.capitalize bytearray.expandtabs bytearray.fromhex bytearray.insert bytearray.isalnum bytearray.isalpha bytearray.isascii
bytearray.isdigit bytearray.islower bytearray.isspace bytearray.istitle bytearray.isupper bytearray.join bytearray.ljust bytearray.lower
bytearray.lstrip bytearray.maketrans bytearray.partition bytearray.remove bytearray.removeprefix bytearray.removesuffix bytearray.replace
bytearray.rjust bytearray.rpartition bytearray.rsplit bytearray.rstrip bytearray.split bytearray.startswith bytearray.strip bytearray.swapcase
bytearray.title bytearray.upper bytearray.zfill int.__abs__ int.__add__ int.__and__ int.__bool__ int.__divmod__ int.__eq__ int.__float__
int.__floordiv__ int.__ge__ int.__gt__ int.__index__ int.__int__ int.__invert__ int.__le__ int.__lshift__ int.__lt__ int.__mod__ int.__mul__
int.__ne__ int.__neg__ int.__or__ int.__pos__ int.__radd__ int.__rand__ int.__rdivmod__ int.__rfloordiv__ int.__rlshift__ int.__rmod__ int.__rmul__
int.__ror__ int.__rrshift__ int.__rshift__ int.__rsub__ int.__rtruediv__ int.__rxor__ int.__sub__ int.__truediv__ int.__xor__ int.as_integer_ratio
int.bit_count int.bit_length int.conjugate int.to_bytes float.__abs__ float.__add__ float.__bool__ float.__eq__ float.__float__ float.__floordiv__
float.__ge__ float.__gt__ float.__int__ float.__le__ float.__lt__ float.__mod__ float.__mul__ float.__ne__ float.__neg__ float.__pos__ float.__radd__
float.__rfloordiv__ float.__rmod__ float.__rmul__ float.__rsub__ float.__rtruediv__ float.__sub__ float.__truediv__ float.as_integer_ratio
float.conjugate float.is_integer bool.__abs__ bool.__add__ bool.__and__ bool.__bool__ bool.__divmod__ bool.__eq__ bool.__float__ bool.__floordiv__
bool.__ge__ bool.__gt__ bool.__index__ bool.__int__ bool.__invert__ bool.__le__ bool.__lshift__ bool.__lt__ bool.__mod__ bool.__mul__ bool.__ne__
bool.__neg__ bool.__or__ bool.__pos__ bool.__radd__ bool.__rand__ bool.__rdivmod__ bool.__rfloordiv__ bool.__rlshift__ bool.__rmod__ bool.__rmul__
bool.__ror__ bool.__rrshift__ bool.__rshift__ bool.__rsub__ bool.__rtruediv__ bool.__rxor__ bool.__sub__ bool.__truediv__ bool.__xor__
bool.as_integer_ratio bool.bit_count bool.bit_length complex.__abs__ complex.__add__ complex.__bool__ complex.__eq__ complex.__ge__ complex.__gt__
complex.__le__ complex.__lt__ complex.__mul__ complex.__ne__ complex.__neg__ complex.__pos__ complex.__radd__ complex.__rmul__ complex.__rsub__
complex.__rtruediv__ complex.__sub__ complex.__truediv__ complex.conjugate list.__add__ list.__eq__ list.__ge__ list.__getitem__ list.__gt__
list.__iadd__ list.__le__ list.__lt__ list.__ne__ list.append list.clear list.copy list.count list.extend list.index list.insert list.remove
list.reverse tuple.__add__ tuple.__eq__ tuple.__ge__ tuple.__gt__ tuple.__le__ tuple.__lt__ tuple.__ne__ tuple.count tuple.index dict.__contains__
dict.__eq__ dict.__ge__ dict.__getitem__ dict.__gt__ dict.__le__ dict.__lt__ dict.__ne__ dict.__or__ dict.__ror__ dict.clear dict.copy dict.fromkeys
dict.get dict.items dict.keys dict.popitem dict.setdefault dict.update dict.values set.__and__ set.__contains__ set.__eq__ set.__ge__ set.__gt__
set.__iand__ set.__ior__ set.__isub__ set.__ixor__ set.__le__ set.__lt__ set.__ne__ set.__or__ set.__rand__ set.__ror__ set.__rsub__ set.__rxor__
set.__sub__ set.__xor__ set.add set.clear set.copy set.discard set.isdisjoint set.issubset set.issuperset set.union frozenset.__and__
frozenset.__contains__ frozenset.__eq__ frozenset.__ge__ frozenset.__gt__ frozenset.__le__ frozenset.__lt__ frozenset.__ne__ frozenset.__or__
frozenset.__rand__ frozenset.__ror__ frozenset.__rsub__ frozenset.__rxor__ frozenset.__sub__ frozenset.__xor__ frozenset.copy frozenset.difference
frozenset.symmetric_difference range.__bool__ range.__eq__ range.__ge__ range.__gt__ range.__le__ range.__lt__ range.__ne__ range.count slice.__eq__
slice.__ge__ slice.__gt__ slice.__le__ slice.__lt__ slice.__ne__ slice.indices memoryview.__exit__
'''.split() + ['operator +', 'operator -', 'operator *', 'operator /', 'operator //', 'operator **', 'operator <<', 'operator >>', 'operator &', 'operator |', 'operator ^', 'operator @', 'operator ==', 'operator !=', 'operator <=', 'operator >']


def main():
    short = len(sys.argv) < 3
    seed, calls = (7, 60) if short else (int(sys.argv[1]), int(sys.argv[2]))
    wanted = AGREED if short else sys.argv[3:]
    for name in targets():
        lines = []
        if wanted and name not in wanted and name.split('.')[0] + '.*' not in wanted:
            continue
        c = Chance(seed * 1000003 + sum([ord(x) * (i + 1) for i, x in enumerate(name)]))
        for i in range(calls):
            try:
                made = one(name, c)
            except AttributeError:
                print(name, 'is not there')
                break
            if made is None:
                continue
            args, named, f = made
            text = f'{name} {shown(args)} {shown(named) if named else ""}'
            try:
                got = shown(f(*args, **named))
            except MemoryError:
                got = 'MemoryError'
            except Exception as e:
                got = f'{type(e).__name__}: {e}'
            got = re.sub(' at 0x[0-9a-f]+', '', got)
            after = shown(args[0]) if args and type(args[0]) in (list, dict, set, bytearray) else ''
            lines.append(f'{text} -> {got} {after}'.encode('ascii', 'backslashreplace').decode())
        if not short:
            print('\n'.join(lines))
        else:
            print(f'seed {seed}: {name} {zlib.crc32(chr(10).join(lines).encode()):08x}')


main()
