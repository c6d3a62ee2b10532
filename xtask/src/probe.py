# Calls functions, methods and operators with random arguments, and prints what comes: `python probe.py NAME,.. CALLS SEED`; without arguments it
# prints the names. Both implementations draw the same arguments, so their outputs are to be equal, line by line.
#
# A line says which call it is, the arguments, the result with its types or the exception with its message and contexts, and what became of the
# arguments. Addresses are left out, sets are sorted; what is drawn has at most one key whose hash could show. What a `TypeError` of a module says is not
# shown, unless the module is `math` or the like: it depends on whether the function is written in C or in Python.
import builtins
import sys

MODULES = ['math', 'cmath', 'itertools', 'functools', 'operator', 'collections', 'heapq', 'bisect', 'string', 're', 'struct', 'json', 'copy', 'textwrap', 'fractions', 'statistics',
           'base64', 'binascii', 'html', 'shlex', 'fnmatch', 'colorsys', 'keyword', 'difflib', 'unicodedata', 'urllib.parse', 'reprlib', 'pprint', 'datetime', 'array']


class Chance:
    """Random numbers that are the same in every interpreter."""
    def __init__(self, seed):
        self.state = (seed * 2654435761 + 12345) % 2 ** 64
        self.below(2)
    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % n
    def of(self, values):
        return values[self.below(len(values))]


# Classes of the program: what has an operation of its own, derives from a built-in class, fails, or changes another argument while it is asked.
class Index:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n

class Real:
    def __float__(self): return 2.5

class Text(str): pass
class Bytes(bytes): pass
class Number(int): pass
class Floating(float): pass
class Several(list): pass
class Pair(tuple): pass
class Table(dict):
    def __missing__(self, k): return 'missing'
class Odd: pass

class Sequence:
    def __len__(self): return 3
    def __getitem__(self, i):
        if i == 2: raise IndexError('end')
        return 'it%s' % i

class Wrong:
    """Answers with what is not allowed."""
    def __len__(self): return -1
    def __index__(self): return 'x'
    def __bool__(self): return 2
    def __str__(self): return 5
    def __repr__(self): return b''
    def __float__(self): return 1
    def __iter__(self): return 7
    def __hash__(self): return 'h'
    def __contains__(self, x): return [x]
    def __format__(self, spec): return None

class Fails:
    """Every operation is an error of its own."""
for operation in 'len index bool str repr float iter hash contains format eq lt le gt ge add radd mul mod getitem call int'.split():
    def method(self, *args, operation=operation): raise LookupError('in ' + operation)
    setattr(Fails, f'__{operation}__', method)

class Changer:
    """Changes another argument of the call whenever it is asked something, a few times."""
    def __init__(self): self.target, self.left = None, 4
    def change(self):
        t, self.left = self.target, self.left - 1
        if self.left < 0: return
        try:
            if isinstance(t, (list, bytearray)): t.append(7) if self.left == 2 else t.clear()
            if isinstance(t, dict): t.clear() if self.left == 2 else t.__setitem__(self.left, 1)
            if isinstance(t, set): t.clear() if self.left == 2 else t.add(self.left)
        except BufferError:
            pass
    def __eq__(self, other): self.change(); return self.left == 0
    def __lt__(self, other): self.change(); return True
    def __hash__(self): self.change(); return 1
    def __index__(self): self.change(); return 1
    def __bool__(self): self.change(); return True
    def __len__(self): self.change(); return 1
    def __iter__(self): self.change(); return iter([1, 2])
    def __call__(self, *a): self.change(); return 1
    def __str__(self): self.change(); return 'changer'

OWN_CLASSES = (Index, Real, Odd, Sequence, Wrong, Fails, Changer)

M = 2 ** 63
SMALL = [0, 1, 2, 3, 4, 5, 8, 10, -1, -2, -3, 16, 20]
INTS = [0, 1, 2, 3, 5, 7, 10, 16, 36, 64, 97, 100, 255, 256, 0xd800, 0x10ffff, -1, -2, -3, -7, -10, M - 1, M, -M, -M - 1, 10 ** 20, -10 ** 20, 2 ** 31, 2 ** 32, 2 ** 62, 2 ** 1030]
FLOATS = [0.0, -0.0, 1.0, 1.5, -2.5, 0.1, 1e10, 1e16, 1e22, 1e-7, 1e300, -1e-300, float('inf'), float('-inf'), float('nan'), 123456.789, 2.0, 0.5, 1e100, 2.0 ** 63, 5e-324]
COMPLEX = [complex(1, -2), 1j, complex(0, 0), complex(float('inf'), 1), complex(-0.0, 2), complex(float('nan'), 0), 3 + 0j]
TEXTS = ['', 'a', 'b', 'abc', 'ab ab', ' a b ', 'A', 'aBc', 'a,b,,c', 'x=1', '12', '-3.5', '0x1f', '1_000', 'ß', 'éa', 'ﬁ', 'İ', 'ǆ', '日本', '\U0001f600a', 'a\nb\r\nc', '\t', '\x1c', '\u2028x',
         ',', 'utf-8', 'ascii', 'latin-1', 'utf-16', 'ignore', 'replace', 'Hello World', 'hello', 'aaa', 'aa', "it's", '"', '\\', '\0', 'abcabc', 'ı', 'Ω', '½', '٣', 'a b  c', '1e5', 'nan', 'inf', '1j', ' 7 ',
         '--', '+5', 'strict', 'big', 'little', 'x' * 40]
FORMATS = ['%s', '%d %s', '%5.2f|%-4s|', '%(a)s', '%(a)d%(b)r', '%', '%%', '%c', '%x%o%i', '%#x', '%+d', '% .3e', '%*d', '%.*f', '%a', '%z', '%-5', '%5%', '%08.3f', '%(a', '%.0g', '%li', '{}', '{0!r:>5}', '{a}',
           '{0} {}', '{', '}', '{{}}', '{0.real}', '{0[0]}', '{!x}', '{:{}}', '{a[b]}', '{:d}', '{0!s}{1!a}', '{:', '{0.}']
SPECS = ['', '>8', '08.3f', 'd', 'x', '#b', ',', '_', '+.2e', '^10', '*<6', '.3', 's', 'c', 'n', '%', 'g', '-', ' ', '=+5', 'zz', '08', '.2', '10,.1f', '#x', '_b', ',x', '5.5s', '<', '{', 'é>4', '.999999999999999999999', 'z.1f', 'G', 'o', '0', '=5']
BYTES = [b'', b'a', b'abc', b'ab ab', b' a b ', b'a,b,,c', b'\x00\xff', b'12', b'aBc', b'a\nb\r\nc', b'%d %s', b'%s', b'%b|%a', b'%(a)s', b'\t', b'aa', b'0a', b'\xc3\xa9', b'\x80', b'\xff\xfea\x00', b'aGVsbG8=']
NAMES = ['real', 'imag', 'numerator', 'start', 'stop', 'step', 'args', '__doc__', '__name__', '__qualname__', '__class__', '__dict__', '__module__', '__add__', '__len__', '__eq__', '__iter__', '__next__', '__self__', '__call__',
         '__func__', '__closure__', '__code__', '__defaults__', '__mro__', '__bases__', '__get__', 'fget', 'upper', 'append', 'keys', 'n', 'x', 'a b', '', '__nope__', '__slots__', '__hash__', '__wrapped__', 'gi_running', '__objclass__', 'nbytes', 'maxlen']
FUNCTIONS = [len, int, str, abs, repr, lambda x: x, lambda *a: 1, lambda: 5, lambda a, b: a < b, lambda x: 1 // 0, lambda x: None, lambda x, *, k=1: k, str.upper, [].append, max, isinstance, lambda a, b: a + b]
TYPES = [int, str, list, dict, tuple, type, object, float, bool, bytes, set, Text, Number, Odd, ValueError, type(None), Exception, complex, range]
PATTERNS = ['', 'a', 'a*', '(a)(b)?', '[a-c]+', '^a', 'b$', r'\w+', r'\d', '(?P<x>a)', r'(', '[', '*', r'\1', 'a|b', '(?i)B', '.', r'\b', '(?:ab)+', r'(a)\1', 'a{2}', 'a{2,1}', '(?P<x>a)(?P<x>b)', '(?=a)', '(?<=a)b', r'\q', '(?z)', 'a+?', ',']
STRUCTS = ['', 'b', '<i', '>H', '=q', '2s', '3p', 'd', '<f', '?', 'c', '@bi', '!I', 'x', '4x', '<bHi', 'z', '99', '<n', 'e', '2h', 's', '0s', ' b ', 'Q', 'l', '<2', 'P']
JSONS = ['1', '[1, 2]', '{"a": 1}', '{"a": [true, null]}', '"x\\n"', '"\\ud83d\\ude00"', '1.5e3', 'nul', '[1,]', '{"a"}', '', ' 1 ', '[', '{"a":', '"abc', '-', '01', '1 2', 'NaN', '-Infinity', '"\\x"', '"\t"', '[1 2]', "{'a': 1}", '\ufeff1', '{"a": 1, "a": 2}', '1e999', '-0', '-0.0']


def generator(values):
    for v in values:
        sent = yield v
        if sent is not None:
            yield ('sent', sent)
    return 'done'

def failing():
    yield 1
    raise ValueError('in generator')

def keeping():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        raise
    except KeyError as e:
        yield ('caught', type(e).__name__)
    finally:
        pass

def key(c): return c.of([c.of(SMALL), c.of(TEXTS), c.of(FLOATS[:6]), None, True, b'a', (1, 2), Text('k')])
def items(c, n=5): return [value(c, 1) for _ in range(c.below(n))]
def smalls(c, n=5): return [c.of(SMALL) for _ in range(c.below(n))]
def sample(c): return {key(c): value(c, 1) for _ in range(c.below(4))}
def a_slice(c): return slice(*[c.of([None, *SMALL, *INTS[-6:], Index(2), 'a', 1.0] if c.below(6) == 0 else [None, *SMALL]) for _ in range(3)])
def a_range(c): return range(c.of(SMALL), c.of(SMALL), c.of([1, 2, -1, 3]))
def iterator(c): return c.of([MAKERS[n] for n in ITERATORS])(c)
def waiting(g, c):
    for _ in range(c.below(3)):
        try: next(g)
        except (StopIteration, ValueError): break
    return g
def no_keys(c): return value(c, 2)
def endless(l): l.append(l); return l
class Descriptors:
    def method(self, *args): return args
    plain = 5
def a_function(a, b=2, *args, c=3, **kw): return (a, b, args, c, kw)
def an_error(c): return c.of([ValueError, KeyError, StopIteration, OSError, TypeError, Exception, BaseException, SystemExit, ImportError, AttributeError, NameError])(*items(c, 4))

# What makes an object of a class; the class is that of what is made.
MAKERS = {
    'str': lambda c: c.of(TEXTS + FORMATS), 'bytes': lambda c: c.of(BYTES), 'bytearray': lambda c: bytearray(c.of(BYTES)), 'int': lambda c: c.of(INTS),
    'float': lambda c: c.of(FLOATS), 'bool': lambda c: c.of([True, False]), 'complex': lambda c: c.of(COMPLEX), 'list': items, 'tuple': lambda c: tuple(items(c)),
    'dict': sample, 'set': lambda c: set(smalls(c)), 'frozenset': lambda c: frozenset(smalls(c)), 'range': lambda c: c.of([a_range(c), range(c.of(INTS), c.of(INTS), c.of([1, -1, 2, M, 7]))]),
    'slice': a_slice, 'memoryview': lambda c: memoryview(c.of([c.of(BYTES), bytearray(c.of(BYTES))])), 'NoneType': lambda c: None, 'ellipsis': lambda c: ...,
    'dict_keys': lambda c: sample(c).keys(), 'dict_values': lambda c: sample(c).values(), 'dict_items': lambda c: sample(c).items(),
    'list_iterator': lambda c: iter(items(c)), 'list_reverseiterator': lambda c: reversed(items(c)), 'tuple_iterator': lambda c: iter(tuple(items(c))),
    'str_iterator': lambda c: iter('aé'), 'bytes_iterator': lambda c: iter(c.of(BYTES)), 'range_iterator': lambda c: iter(a_range(c)), 'set_iterator': lambda c: iter(set(smalls(c, 2))),
    'dict_keyiterator': lambda c: iter(sample(c)), 'dict_valueiterator': lambda c: iter(sample(c).values()), 'dict_itemiterator': lambda c: iter(sample(c).items()),
    'dict_reversekeyiterator': lambda c: reversed(sample(c)), 'callable_iterator': lambda c: iter(iter([1, 2, 3]).__next__, 3), 'iterator': lambda c: iter(Sequence()),
    'enumerate': lambda c: enumerate(items(c)), 'zip': lambda c: zip(items(c), smalls(c)), 'map': lambda c: map(c.of([str, lambda x: x, abs]), items(c)),
    'filter': lambda c: filter(c.of([None, lambda x: x == 1]), smalls(c)), 'reversed': lambda c: reversed(Sequence()),
    'generator': lambda c: waiting(c.of([generator(items(c)), failing(), keeping(), (x for x in smalls(c))]), c),
    'function': lambda c: c.of([a_function, lambda x: x, lambda *a: 1]), 'method': lambda c: Descriptors().method, 'builtin_function_or_method': lambda c: c.of([len, [].append, 'a'.upper, max]),
    'method_descriptor': lambda c: c.of([str.upper, list.append, dict.get]), 'wrapper_descriptor': lambda c: c.of([int.__add__, str.__len__, object.__repr__]), 'method-wrapper': lambda c: c.of([(5).__add__, 'a'.__len__]),
    'property': lambda c: c.of([property(), property(len), property(lambda s: 5, lambda s, v: None, None, 'doc')]), 'classmethod': lambda c: classmethod(c.of([len, a_function, 5])), 'staticmethod': lambda c: staticmethod(c.of([len, a_function, 5])),
    'type': lambda c: c.of(TYPES), 'object': lambda c: c.of([object(), Odd()]), 'mappingproxy': lambda c: type(type.__dict__)(sample(c)), 'super': lambda c: super(Number, Number(3)),
    'BaseException': an_error, 'OSError': lambda c: OSError(*items(c, 4)), 'KeyError': lambda c: KeyError(*items(c, 3)), 'StopIteration': lambda c: StopIteration(*items(c, 3)), 'UnicodeDecodeError': lambda c: UnicodeDecodeError('ascii', b'a\xff', 1, 2, 'why'),
    'SystemExit': lambda c: SystemExit(*items(c, 3)),
}
ITERATORS = [n for n in MAKERS if 'iterator' in n] + ['enumerate', 'zip', 'map', 'filter', 'reversed', 'generator']
CLASSES = {'BaseException': BaseException, 'object': object, 'type': type}

# Objects of classes in modules.
def of_module(name, make):
    def maker(c):
        return make(__import__(name), c)
    return maker
LIBRARY = {
    'collections.deque': of_module('collections', lambda m, c: m.deque(items(c), c.of([None, None, 3, 0]))), 'collections.OrderedDict': of_module('collections', lambda m, c: m.OrderedDict(sample(c))),
    'collections.defaultdict': of_module('collections', lambda m, c: m.defaultdict(c.of([None, int, list, lambda: 1 // 0]), sample(c))), 'collections.Counter': of_module('collections', lambda m, c: m.Counter(smalls(c))),
    'collections.ChainMap': of_module('collections', lambda m, c: m.ChainMap(sample(c), sample(c))), 'fractions.Fraction': of_module('fractions', lambda m, c: m.Fraction(c.of(INTS), c.of(INTS[1:10]))),
    're.Pattern': of_module('re', lambda m, c: m.compile(c.of(['', 'a', 'a*', '(a)(b)?', '[a-c]+', r'(?P<x>a)', ',', '(?i)B']))), 're.Match': of_module('re', lambda m, c: m.search(c.of(['a', 'a*', '(a)(b)?', '(?P<x>a)', '[a-c]+(?P<y>b)?']), 'xabcab')),
    'functools.partial': of_module('functools', lambda m, c: m.partial(c.of([a_function, len, max]), *items(c, 3))), 'struct.Struct': of_module('struct', lambda m, c: m.Struct(c.of(['b', '<i', '2s', 'd', '']))),
    'string.Template': of_module('string', lambda m, c: m.Template(c.of(['$a', '${a} $$', '$', '$1', 'x $b ${', '']))), 'array.array': of_module('array', lambda m, c: m.array(c.of(['b', 'i', 'q', 'B']), smalls(c)) if c.below(2) else m.array('d', [1.5])),
    'datetime.date': of_module('datetime', lambda m, c: m.date(2024, c.of([1, 2, 12]), c.of([1, 28]))), 'datetime.timedelta': of_module('datetime', lambda m, c: m.timedelta(c.of(SMALL), c.of(SMALL), c.of(SMALL))),
    'datetime.datetime': of_module('datetime', lambda m, c: m.datetime(2024, c.of([1, 2, 12]), c.of([1, 28]), 5, 6, c.of([0, 7]))), 'datetime.time': of_module('datetime', lambda m, c: m.time(c.of([0, 5, 23]), c.of([0, 59]))),
}


def value(c, depth=0):
    k = c.below(26 if depth < 2 else 14)
    if k < 3: return c.of(INTS)
    if k == 3: return c.of(FLOATS)
    if k < 7: return c.of(TEXTS)
    if k == 7: return c.of(BYTES)
    if k == 8: return c.of([None, True, False, ..., NotImplemented])
    if k < 11: return c.of(SMALL)
    if k == 11: return c.of(COMPLEX)
    if k == 12: return c.of([lambda: Index(2), lambda: Index(-1), lambda: Text('abc'), lambda: Number(3), lambda: Floating(1.5), Odd, Real, Sequence, Wrong, Fails, Changer, lambda: Several([1, 2]), lambda: Pair((1, 2)), lambda: Table(a=1), lambda: Bytes(b'ab')])()
    if k == 13: return c.of([a_slice(c), c.of(TYPES), c.of(FUNCTIONS)])
    if k == 14: return tuple([value(c, depth + 1) for _ in range(c.below(4))])
    if k < 17: return [value(c, depth + 1) for _ in range(c.below(4))]
    if k == 17: return {key(c): value(c, depth + 1) for _ in range(c.below(4))}
    if k == 18: return c.of([set, frozenset])([c.of(SMALL) for _ in range(c.below(2))])
    if k == 19: return a_range(c)
    if k == 20: return bytearray(c.of(BYTES))
    if k == 21: return memoryview(c.of(BYTES))
    if k == 22: return endless([c.of(SMALL)]) if c.below(6) == 0 else sample(c)
    if k == 23: return [c.of(TEXTS) for _ in range(c.below(4))]
    return iterator(c)


# Arguments that make sense: a letter stands for a kind, a capital for one that may be left out.
KINDS = {
    'v': value, 'i': lambda c: c.of(INTS), 'm': lambda c: c.of(SMALL), 'n': lambda c: c.of([c.of(INTS), c.of(FLOATS), c.of(FLOATS), c.of(SMALL)]), 'z': lambda c: c.of([c.of(COMPLEX), c.of(FLOATS), c.of(SMALL)]), 's': lambda c: c.of(TEXTS),
    'b': lambda c: c.of(BYTES), 't': items, 'k': smalls, 'd': sample, 'f': lambda c: c.of(FUNCTIONS), 'y': lambda c: c.of(TYPES), 'a': lambda c: c.of(NAMES), 'q': lambda c: sorted(smalls(c)),
    'p': lambda c: c.of(PATTERNS), 'r': lambda c: c.of(STRUCTS), 'j': lambda c: c.of(JSONS), 'o': lambda c: c.of(FORMATS), 'e': lambda c: c.of(SPECS), 'u': iterator, 'l': lambda c: [c.of(TEXTS) for _ in range(c.below(4))],
    'x': lambda c: c.of([value(c), iterator(c), items(c)]), 'w': lambda c: c.of([endless([1]), value(c)]), 'g': lambda c: c.of(['http://u:p@h.x:80/p/a;q?k=v&k=w#f', '//h/p', 'a/../b', '?x', '#f', 'mailto:x', 'http://[::1]/', 'http://[', 'a=1&b=%20c;d', '%zz', 'a b/ü']),
}
HINTS = {
    'abs': 'n', 'divmod': 'nn', 'pow': 'nmM', 'round': 'nM', 'sum': 'kM', 'sorted': 't', 'max': 'tVV', 'min': 'tVV', 'getattr': 'vaV', 'hasattr': 'va', 'setattr': 'vav', 'delattr': 'va', 'isinstance': 'vy', 'issubclass': 'yy', 'format': 've', 'zip': 'xX', 'map': 'fxX',
    'filter': 'fx', 'enumerate': 'xI', 'iter': 'xV', 'next': 'uV', 'reversed': 'x', 'type': 'sytd', 'chr': 'i', 'ord': 's', 'bin': 'i', 'hex': 'i', 'oct': 'i', 'int': 'sM', 'float': 's', 'complex': 'nN', 'str': 'bSS', 'bytes': 'sSS', 'bytearray': 'sSS', 'range': 'mMM',
    'str.format': 'ovV', 'str.__format__': 'se', 'int.__format__': 'ie', 'float.__format__': 'ne', 'complex.__format__': 'ze', 'str.__mod__': 'ov', 'str.join': 'sl', 'str.maketrans': 'vVV', 'str.translate': 'sd', 'int.from_bytes': 'bs', 'int.to_bytes': 'ims',
    'object.__getattribute__': 'va', 'object.__setattr__': 'vav', 'object.__delattr__': 'va', 'type.__call__': 'yVV', 'bytes.maketrans': 'bb', 'math': 'nNN', 'cmath': 'zZ', 'math.fsum': 't', 'math.prod': 'k', 'math.dist': 'kk', 'math.sumprod': 'kk', 'math.gcd': 'iII', 'math.lcm': 'iII', 'math.comb': 'mm', 'math.perm': 'mM', 'math.factorial': 'm', 'math.isqrt': 'i', 'math.ldexp': 'nm',
    'itertools': 'xXX', 'itertools.accumulate': 'kF', 'itertools.islice': 'xmMM', 'itertools.starmap': 'ft', 'itertools.takewhile': 'fx', 'itertools.dropwhile': 'fx', 'itertools.filterfalse': 'fx', 'itertools.groupby': 'xF', 'itertools.repeat': 'vM', 'itertools.tee': 'xM', 'itertools.count': 'nN', 'itertools.combinations': 'tm', 'itertools.permutations': 'kM', 'itertools.combinations_with_replacement': 'tm',
    'functools.reduce': 'fkV', 'functools.partial': 'fVV', 'functools.cmp_to_key': 'f', 'heapq': 'qv', 'heapq.merge': 'qqQ', 'heapq.nlargest': 'mk', 'heapq.nsmallest': 'mk', 'heapq.heapify': 'k', 'heapq.heappop': 'q', 'bisect': 'qmMM', 'operator': 'vv', 'operator.setitem': 'vvv', 'operator.attrgetter': 'aA', 'operator.methodcaller': 'aVV', 'operator.itemgetter': 'vV',
    're': 'psI', 're.sub': 'pssI', 're.subn': 'pssI', 're.escape': 's', 're.purge': '', 'struct.pack': 'rvVV', 'struct.unpack': 'rb', 'struct.calcsize': 'r', 'struct.unpack_from': 'rbM', 'struct.iter_unpack': 'rb', 'struct.Struct': 'r', 'json.loads': 'j', 'json.dumps': 'v', 'textwrap': 'sM', 'copy': 'v', 'statistics': 'k', 'fractions.Fraction': 'nN', 'base64': 's', 'binascii': 'b', 'html': 's',
    'shlex': 's', 'fnmatch': 'ss', 'fnmatch.filter': 'ls', 'colorsys': 'nnn', 'keyword': 's', 'difflib.get_close_matches': 'sl', 'unicodedata': 's', 'unicodedata.normalize': 'ss', 'urllib.parse': 'gG', 'string.capwords': 's', 'datetime.date': 'mmm', 'datetime.datetime': 'mmmM', 'datetime.timedelta': 'nNN', 'datetime.time': 'mM', 'reprlib': 'w', 'pprint': 'w', 'array.array': 'sk',
}
KEYWORDS = {
    'split': ['sep', 'maxsplit'], 'rsplit': ['sep', 'maxsplit'], 'splitlines': ['keepends'], 'encode': ['encoding', 'errors'], 'decode': ['encoding', 'errors'], 'sort': ['reverse', 'key'], 'sorted': ['reverse', 'key'], 'expandtabs': ['tabsize'], 'to_bytes': ['length', 'byteorder', 'signed'],
    'from_bytes': ['signed'], 'max': ['key', 'default'], 'min': ['key', 'default'], 'int': ['base'], 'str': ['encoding', 'errors', 'object'], 'sum': ['start'], 'round': ['ndigits'], 'pow': ['mod', 'exp'], 'enumerate': ['start', 'iterable'], 'zip': ['strict'], 'format': ['a'], 'translate': ['delete'], 'dict': ['a', 'b'],
    'update': ['a'], 'hex': ['sep', 'bytes_per_sep'], 'dumps': ['indent', 'sort_keys', 'separators', 'ensure_ascii'], 'accumulate': ['initial', 'func'], 'islice': ['stop'], 'product': ['repeat'], 'bisect_left': ['key', 'lo'], 'insort': ['key'], 'merge': ['key', 'reverse'], 'isclose': ['rel_tol', 'abs_tol'],
    'sub': ['count', 'flags'], 'find': ['x'], 'property': ['fget', 'doc'], 'count': ['x', 'start', 'step'], 'repeat': ['times'], 'complex': ['real', 'imag'], 'bytes': ['source', 'encoding'], 'groupby': ['key'], 'prod': ['start'], 'zip_longest': ['fillvalue'], 'deque': ['maxlen'], 'wrap': ['width'], 'fill': ['width'],
}

# Operators and statements; `a` is changed or bound in some.
OPERATORS = ['+', '-', '*', '/', '//', '%', '**', '<<', '>>', '&', '|', '^', '@', '==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'and', 'or']
def statement(text):
    space = {}
    exec('def f(a, b, c, *rest, **named):\n' + '\n'.join(['    ' + line for line in text.split('\n')]), space)
    return space['f']
STATEMENTS = {
    '-a': 'return -a', '+a': 'return +a', '~a': 'return ~a', 'not a': 'return not a', 'a[b]': 'return a[b]', 'a[b]=c': 'a[b] = c', 'del a[b]': 'del a[b]', 'a[b:c]': 'return a[b:c]', 'a[b:c]=rest': 'a[b:c] = rest[0]', 'del a[b:c]': 'del a[b:c]',
    'a[::b]=c': 'a[::b] = c', 'del a[::b]': 'del a[::b]', 'unpack two': 'x, y = a\nreturn x, y', 'unpack star': 'x, *y = a\nreturn x, y', 'for': 'out = []\nfor x in a:\n    out.append(x)\n    if len(out) > 30: break\nreturn out', 'f(*a)': 'return b(*a)', 'f(**a)': 'return b(**a)',
    'call both': 'return dict(*a, **c)', 'list of stars': 'return [*a, *b]', '{*a}': 'return {*a}', '{**a}': 'return {**a, **b}', 'raise': 'raise a', 'raise from': 'raise a from b', 'except': 'try:\n    raise ValueError(1)\nexcept a:\n    return 5', 'with': 'with a as x:\n    return x',
    'yield from': 'def g():\n    return (yield from a)\nreturn list(g())', 'f-string': 'return f"{a!r:>10}|{b}|{c:>3}"', 'spec': "return f'{a:{b}}'", 'match': 'match a:\n    case [x, *y]: return "sequence", x, y\n    case {"a": x, **y}: return "mapping", x, y\n    case int(x) | str(x): return "class", x\n    case _: return "other"',
    'assert': 'assert a, b', 'if': 'return 1 if a else 2', 'class': 'class D(a): pass\nreturn D.__mro__[1:]', 'class2': 'class D(a, b): pass\nreturn D.__mro__[1:]', 'a()': 'return a(b)', 'chain': 'return a < b < c', 'a.n=b': 'a.n = b\nreturn a.n', 'a.real': 'return a.real', 'unpack': 'for x, y in a: return x, y', 'set comp': 'return {x for x in a}', 'dict comp': 'return {x: y for x, y in a}',
    'global': 'global_name\n', 'index of index': 'return a[b][c]', 'comp': 'return [x + b for x in a]', 'conditional': 'return [x for x in a if x < b]', 'percent': 'return a % b', 'percent text': 'return b % a',
}

# What ends or stops the process, reads or writes elsewhere, shows addresses or hashes, or is drawn from chance or the clock.
LEFT_OUT = set('''breakpoint copyright credits exit quit license help input open print eval exec compile __import__ globals locals vars dir id hash memoryview.obj __build_class__
aiter anext type.__dir__ type.__subclasses__ type.mro re.purge re.template re._compile functools.wraps functools.update_wrapper array.array.fromfile array.array.tofile
array.array.buffer_info datetime.date.today datetime.datetime.today datetime.datetime.now datetime.datetime.utcnow datetime.datetime.timestamp datetime.datetime.fromtimestamp datetime.date.fromtimestamp
datetime.datetime.utcfromtimestamp datetime.datetime.astimezone datetime.datetime.timetuple json.dump json.load json.detect_encoding pprint.pprint pprint.pp base64.main base64.encode base64.decode base64.test binascii.rledecode_hqx
collections.abc json.scanner json.decoder json.encoder copy.PyStringMap copy.dispatch_table statistics.attrgetter statistics.itemgetter'''.split())
METHODS_LEFT_OUT = set('''__init_subclass__ __subclasshook__ __new__ __init__ __reduce__ __reduce_ex__ __sizeof__ __dir__ __class__ __doc__ __hash__ __getstate__ __class_getitem__ __getformat__ __getnewargs__ __alloc__ __setstate__
__subclasses__ __del__ __prepare__ __weakref__ __dict__ __module__ __copy__ __deepcopy__ __slots__ __abstractmethods__ __annotations__ __setformat__ __text_signature__ __length_hint__'''.split())


def class_of(name):
    return CLASSES.get(name) or type((MAKERS.get(name) or LIBRARY[name])(Chance(1)))

def names():
    """All that is probed."""
    yield from sorted([n for n in dir(builtins) if n not in LEFT_OUT and callable(getattr(builtins, n)) and not n.startswith('_')
                       and (not isinstance(getattr(builtins, n), type) or not issubclass(getattr(builtins, n), Warning))])
    for name in [*MAKERS, *LIBRARY]:
        for n, v in sorted(vars(class_of(name)).items()):
            full = f'{name}.{n}'
            if (callable(v) or isinstance(v, (classmethod, staticmethod))) and n not in METHODS_LEFT_OUT and full not in LEFT_OUT and (n[0] != '_' or n[-1] == '_'):
                yield full
    for module in MODULES:
        m = __import__(module, fromlist=['x'])
        for n in sorted(getattr(m, '__all__', dir(m))):
            v = getattr(m, n)
            inner = isinstance(v, type) and (issubclass(v, BaseException) or v.__module__ == 'typing') or getattr(v, '__module__', module) in ('typing', 'os', 'sys')
            if callable(v) and n[0] != '_' and f'{module}.{n}' not in LEFT_OUT and not inner and f'{module}.{n}' not in ('array.ArrayType',):
                yield f'{module}.{n}'
    for op in OPERATORS:
        yield f'operator {op}'
    for op in OPERATORS[:13]:
        yield f'operator {op}='
    for s in STATEMENTS:
        yield f'statement {s}'


def large(v, depth=0):
    """Whether something in the arguments makes much to do: a number, as a size, that memory could still hold."""
    if isinstance(v, int):
        return 10 ** 4 < abs(v)
    if isinstance(v, float):
        return 10 ** 4 < abs(v) < 1e30
    if type(v).__name__ == 'Fraction':
        return large(v.numerator) or large(v.denominator)
    if isinstance(v, range):
        return large(v.start) or large(v.stop)
    if type(v) in (list, tuple) and depth < 3:
        return any([large(x, depth + 1) for x in v])
    if type(v) is dict and depth < 3:
        return any([large(x, depth + 1) for x in v.values()])
    return isinstance(v, Index) and large(v.n)

def unordered(v, depth=0):
    """Whether something in the arguments is a set of several items, whose order is the implementation's own."""
    if isinstance(v, (set, frozenset)):
        return len(v) > 1
    if type(v) in (list, tuple) and depth < 3:
        return any([unordered(x, depth + 1) for x in v])
    if type(v) is dict and depth < 3:
        return any([unordered(x, depth + 1) for x in v.values()])
    return type(v).__name__ in ('dict_values', 'dict_items') and depth < 3 and any([unordered(x, depth + 1) for x in v])

# Functions for whose arguments large numbers are sizes.
SIZED = set('''pow ljust rjust center zfill expandtabs to_bytes bytes bytearray range sum list tuple set frozenset sorted max min all any format dict enumerate zip map filter divmod product combinations permutations
factorial comb perm ldexp repeat islice tee count accumulate prod repeat chain deque wrap fill shorten indent nlargest nsmallest rotate mul imul lshift ilshift concat from_decimal from_float mod imod extend update
__pow__ __rpow__ __ipow__ __lshift__ __rlshift__ __ilshift__ __mul__ __rmul__ __imul__ __format__ __mod__ __rmod__ __iter__ reversed iter pack array statistics lshift ipow round __round__ limit_denominator hex'''.split())


# Methods of ranges that look at the ends only.
HUGE_RANGES = [('range', n) for n in ('__len__', '__getitem__', '__repr__', '__eq__', '__ne__', '__bool__', '__reversed__')]

class Refused(Exception):
    """A call that is not made."""


def arguments(name, c):
    """Arguments by position and by name."""
    args, named = [], {}
    owner, _, short = name.rpartition('.')
    if owner in MAKERS or owner in LIBRARY:
        maker = MAKERS.get(owner) or LIBRARY[owner]
        if name in HINTS and c.below(2):
            args = hinted(HINTS[name], c)
        else:
            # The library's classes are written in Python, where any object may be `self`: only built-in methods are asked what they do with a wrong one.
            if owner in LIBRARY or c.below(16): args.append(maker(c))
            for _ in range(c.of([0, 1, 1, 1, 2, 2, 3])):
                k = c.below(5)
                args.append(maker(c) if k < 2 else c.of(SMALL) if k == 2 else value(c))
    else:
        hint = HINTS.get(name) or HINTS.get(owner)
        if hint is not None and c.below(4):
            args = hinted(hint, c)
        else:
            args = [value(c) for _ in range(c.below(5))]
    if short in KEYWORDS and c.below(3) == 0:
        for n in KEYWORDS[short]:
            if c.below(2): named[n] = value(c, 1)
    elif c.below(20) == 0:
        named[c.of(['x', 'key', 'self', 'b'])] = value(c, 1)
    return args, named

def hinted(hint, c):
    args = []
    for letter in hint:
        if letter.isupper() and c.below(3) == 0: break
        args.append(value(c) if c.below(12) == 0 else KINDS[letter.lower()](c))
    return args

def operands(c):
    kinds = ['str', 'bytes', 'bytearray', 'int', 'int', 'float', 'bool', 'complex', 'list', 'tuple', 'dict', 'set', 'frozenset', 'dict_keys', 'dict_items', 'range', 'memoryview']
    return [MAKERS[c.of(kinds)](c) if c.below(3) else value(c) for _ in range(2)]

def call(name, c):
    """What is called, and with what."""
    kind, _, rest = name.partition(' ')
    if kind == 'operator':
        args, named = operands(c), {}
        if rest in ('**', '<<', '*', '**=', '<<=', '*=') and any([large(a) for a in args]): raise Refused
        if rest in ('%', '%=') and isinstance(args[0], (str, bytes, bytearray)) and large(args[1]): raise Refused
        if rest.rstrip('=') in ('in', 'not in', '|', '^', '&', '-') and any([isinstance(a, range) and large(a) for a in args]): raise Refused
        if rest in ('%', '%=', '+=') and any([unordered(a) for a in args]): raise Refused
        if rest[-1] == '=' and rest not in ('==', '!=', '<=', '>='):
            return statement(f'a {rest} b\nreturn a'), [*args, None], named
        f = statement(f'return a {rest} b')
        return f, [*args, None], named
    if kind == 'statement' and rest in STATEMENTS:
        args = [*operands(c), value(c), value(c)]
        if rest in ('percent', 'spec', 'f-string', 'percent text'):
            if any([large(a) for a in args]): raise Refused
            args[0] = c.of([args[0], c.of(FORMATS), c.of([{'a': args[2], 'b': 2}, args[2]])])
            args[1] = c.of([args[1], c.of(SPECS if rest == 'spec' else FORMATS), (args[2], args[3])])
        if rest in ('except', 'class', 'class2', 'raise', 'raise from', 'match'):
            args[:2] = [c.of([value(c), c.of(TYPES), an_error(c), (ValueError, KeyError), sample(c)]) for _ in range(2)]
        if rest in ('f(*a)', 'f(**a)', 'a()'):
            args[:2] = [c.of([value(c), c.of(FUNCTIONS), items(c), sample(c), {'a': 1, 'b': args[0]}, a_function]) for _ in range(2)]
            if any([large(a) for a in args]): raise Refused
        if rest in ('a.n=b', 'a.real'): args[0] = value(c)
        if rest in ('for', 'list of stars', 'yield from', 'comp', 'unpack', 'set comp', 'conditional', '{*a}', 'unpack star') and any([large(a) for a in args]): raise Refused
        if any([unordered(a) for a in args]): raise Refused
        return statement(STATEMENTS[rest]), args, {}
    args, named = arguments(name, c)
    owner, _, short = name.rpartition('.')
    # Classes that all calls share stay as they are.
    if short in ('setattr', '__setattr__') and args and isinstance(args[0], type) and args[0].__module__ == '__main__': raise Refused
    if (short in SIZED or owner in ('itertools', 'statistics', 'functools', 'struct', 'difflib', 'textwrap', 'heapq', 'reprlib', 'base64', 'binascii', 'array')) and any([large(a) for a in [*args, *named.values()]]): raise Refused
    if (owner, short) not in HUGE_RANGES and any([isinstance(a, range) and large(a) for a in [*args, *named.values()]]): raise Refused
    if owner in MAKERS or owner in LIBRARY:
        f = getattr(class_of(owner), short)
    elif owner:
        f = getattr(__import__(owner, fromlist=['x']), short)
    else:
        f = getattr(builtins, short)
    return f, args, named


def without_addresses(text):
    parts = text.split(' at 0x')
    return ''.join([parts[0], *[' at' + p.lstrip('0123456789abcdef') for p in parts[1:]]])

def shortened(text):
    text = without_addresses(text)
    return text if len(text) < 1000 else f'{text[:100]}.. of {len(text)}'

PLAIN = (bool, type(None), type(...), type(NotImplemented), float, complex, bytes, bytearray, str, range)
HELPERS = (type(a_function), type(len), type(str.upper), type((5).__add__), type(int.__add__), type(Descriptors().method))

def show(v, depth=0, left=False):
    """A value with its types; with `left`, what iterators still have."""
    t = type(v)
    if t in PLAIN: return shortened(repr(v))
    if t is int: return repr(v) if -2 ** 2000 < v < 2 ** 2000 else f'int of {v.bit_length()} bits {v % (2 ** 61 - 1)}'
    if depth > 4: return '..'
    inner = lambda x: show(x, depth + 1, left)
    if isinstance(v, type): return f'class {v.__name__}'
    if t in OWN_CLASSES: return t.__name__ + (show(v.__dict__, depth + 1) if t in (Odd, Index) else '')
    if t in HELPERS: return f'{t.__name__} {v.__name__}'
    if isinstance(v, (list, tuple)): return f'{t.__name__}({", ".join([inner(x) for x in v][:50])})' if len(v) < 50 else f'{t.__name__} of {len(v)}'
    if isinstance(v, dict): return f'{t.__name__}({", ".join([inner(k) + "=" + inner(x) for k, x in dict.items(v)][:50])})'
    if isinstance(v, (set, frozenset)): return f'{t.__name__}({", ".join(sorted([inner(x) for x in v])[:50])})'
    if isinstance(v, BaseException): return f'{t.__name__}{inner(v.args)}'
    if isinstance(v, int): return f'{t.__name__}({int.__repr__(v)})'
    if isinstance(v, float): return f'{t.__name__}({float.__repr__(v)})'
    if isinstance(v, str): return f'{t.__name__}({shortened(str.__repr__(v))})'
    if isinstance(v, bytes): return f'{t.__name__}({bytes.__repr__(v)})'
    if t is memoryview:
        try: return f'memoryview({v.tobytes()!r} {v.format} {v.readonly})'
        except ValueError: return 'released memoryview'
    if hasattr(t, '__next__'):
        return f'{t.__name__}{rest(v, depth)}' if left else t.__name__
    if t.__name__ in ('dict_keys', 'dict_values', 'dict_items'): return f'{t.__name__}({", ".join([inner(x) for x in v])})'
    if t is slice: return f'slice({inner(v.start)}, {inner(v.stop)}, {inner(v.step)})'
    if t.__module__ == 'builtins' or t.__module__ == '__main__': return t.__name__
    return f'{t.__name__} {shortened(repr(v))}'

def rest(v, depth):
    out = []
    try:
        for x in v:
            out.append(show(x, depth + 1, True))
            if len(out) > 12: break
    except Exception as e:
        out.append(problem(e))
    return f'[{", ".join(out)}]'

def problem(e, silent=False):
    """An exception, and those that it came out of."""
    if silent and isinstance(e, TypeError): return type(e).__name__
    try: text = without_addresses(str(e))
    except Exception as other: text = f'no text: {type(other).__name__}'
    out, seen = f'{type(e).__name__}: {text[:300]}', 0
    while e is not None and seen < 3:
        e, seen = e.__cause__ or e.__context__, seen + 1
        if e is not None: out += f' after {type(e).__name__}'
    return out

def shown(args, named):
    try: return f'({", ".join([*[show(a) for a in args], *[n + "=" + show(a) for n, a in named.items()]])})'
    except BaseException as e: return f'not shown: {type(e).__name__}'

def printed(f, args, named, silent):
    before = shown(args, named)
    # Only the function's own objects are to be changed.
    for a in args + list(named.values()):
        if type(a) is Changer and args: a.target = args[0]
    try: out = '-> ' + show(f(*args, **named), 0, True)
    except MemoryError: out = 'raised MemoryError'
    except RecursionError: out = 'raised RecursionError'
    except BaseException as e: out = 'raised ' + problem(e, silent)
    after = shown(args, named)
    left = ' '.join([show(a, 0, True) for a in args if hasattr(type(a), '__next__') and type(a) not in OWN_CLASSES])
    return f'{before} {out}{" left " + left if left else ""}{" now " + after if after != before else ""}'


def main():
    if len(sys.argv) < 2:
        print('\n'.join(names()))
        return
    chosen, calls, seed = sys.argv[1].split(','), int(sys.argv[2]), int(sys.argv[3])
    for name in chosen:
        base = seed * 1000003 + sum([ord(x) * (i + 1) * 31 ** (i % 5) for i, x in enumerate(name)])
        silent = '.' in name and name.split('.')[0] not in [*MAKERS, 'math', 'statement f(', 'statement a']
        for i in range(calls):
            c = Chance(base * 1000003 + i)
            try:
                f, args, named = call(name, c)
            except Refused:
                continue
            except (OverflowError, ValueError):
                continue  # An object that cannot be made.
            except (AttributeError, ImportError):
                print(f'{name} is not there')
                break
            print(f'{name} {i}{printed(f, args, named, silent)}'.encode('ascii', 'backslashreplace').decode(), flush=True)


main()
