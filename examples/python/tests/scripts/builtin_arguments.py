# How many arguments, and which names, methods and constructors of built-in types take.
def shown(f, *args, **named):
    try:
        print(repr(f(*args, **named)))
    except Exception as e:
        print(type(e).__name__ + ':', e)


text, data, numbers, table, few = 'a b', b'a b', [3, 1, 2], {1: 2}, {1, 2}
for method in ('upper', 'lower', 'title', 'isdigit', 'isspace', 'swapcase', 'capitalize'):
    shown(getattr(text, method), 1)
    shown(getattr(data, method), 1)
    shown(getattr(text, method), x=1)
for method in ('join', 'zfill', 'removeprefix', 'partition', 'rpartition'):
    shown(getattr(text, method))
    shown(getattr(data, method), 1, 2)
for method in ('find', 'rfind', 'index', 'count', 'startswith', 'endswith'):
    for o in (text, data):
        shown(getattr(o, method))
        shown(getattr(o, method), o, 0, 9, 1)
        shown(getattr(o, method), o, 'x')
        shown(getattr(o, method), o[:1], -10 ** 30, 10 ** 30)
for method in ('replace', 'ljust', 'center', 'strip'):
    shown(getattr(text, method), 'a', 'b', 'c', 'd')
    shown(getattr(text, method), width=3)
for method in ('split', 'rsplit'):
    shown(getattr(text, method), ' ', 1, 2)
    shown(getattr(text, method), ' ', sep=' ')
    shown(getattr(text, method), sep=None, maxsplit=1)
    shown(getattr(text, method), separator=' ')
    shown(getattr(text, method), maxsplit='1')
    shown(getattr(text, method), 5)
    shown(getattr(data, method), '')
    shown(getattr(data, method), b'')
shown(text.splitlines, True, 1)
shown(text.splitlines, keep=1)
shown(text.expandtabs, 1, 2)
shown(text.encode, 'utf-8', 'strict', 1)
shown(text.encode, encoding=1)
shown(text.strip, 1)
shown(text.startswith, 1)
shown(text.startswith, (1,))
shown(text.startswith, ('x', 'a'))
shown(data.startswith, 'a')
shown(data.startswith, ('a',))
shown(text.center, 5, 'ab')
shown(text.center, 5, 1)
shown(data.center, 5, 'a')
shown(text.join, 5)
shown(data.join, 5)
shown(data.join, ['a'])
shown(text.translate)
shown(str.maketrans, 'a', 'bc')
shown(str.maketrans, 5)
shown(str.maketrans, {'ab': 1})
shown('abc'.translate, {97: 0x110000})
shown('abc'.translate, {97: 1.5})
shown(numbers.append)
shown(numbers.append, 1, 2)
shown(numbers.insert, 1)
shown(numbers.pop, 1, 2)
shown(numbers.index)
shown(numbers.sort, 1)
shown(numbers.sort, keys=1)
shown(numbers.copy, 1)
shown(numbers.index, 1, 'a')
for method in ('popitem', 'clear', 'copy', 'keys'):
    shown(getattr(table, method), 1)
shown(table.update, 1, 2)
shown(table.update, [5])
shown(table.update, [(1, 2, 3)])
shown(table.pop)
shown(dict.fromkeys)
for method in ('pop', 'clear', 'copy'):
    shown(getattr(few, method), 1)
shown(few.symmetric_difference, [1], [2])
shown(few.add)
for make in (list, tuple, set, frozenset, bool, float):
    shown(make, 1, 2)
    shown(make, x=())
shown(int, x=1)
shown(int, base=10)
shown(int, '12', base=5)
shown(int, 12, 5)
shown(int, '1', 2, 3)
shown(str, 1, 2)
shown(str, b'a', 'ascii', 'strict', 1)
shown(str, 'a', 'ascii')
shown(str, object=b'abc', encoding='ascii')
shown(dict, 1, 2)
shown(range)
shown(range, 1, 2, 3, 4)
shown(range, stop=1)
shown(slice)
shown(type(None), 1)
shown(len)
shown(len, [], [])
shown(len, obj=[])
shown(isinstance, 1)
shown(iter, 5, 5)
shown(sorted)
shown(sorted, [1], [2])
shown(sum, [b'a'], b'')
shown(sum, [bytearray()], bytearray())
shown(sum, [1], first=1)
shown(sum, [1], start=1)
shown(min)
shown(min, 1, 2, default=3)
shown(max, [], key=None, defaults=1)
shown(print, 1, sep=2)
shown(print, 1, ends='')
shown(round)
shown(round, 1, 2, 3)
shown(round, number=2.5)
shown(pow, 2)
shown(pow, base=5, exp=3, mod=7)
shown(pow, 1j, 2, 3)
shown(enumerate)
shown(enumerate, [1], 1, 2)
shown(zip, [1], loose=True)
shown(map, len)
shown(format, 1, 2)
shown(getattr, 1, 1)
shown(hasattr, 1, 1)
shown(setattr, 1, 1, 1)
shown(iter, 1)
shown(str.upper)
shown(list.append, 1, 2)
shown((5).to_bytes, 1, 'middle')
shown((5).to_bytes, 1, 5)
shown((5).bit_length, 1)
shown(int.from_bytes, 'a', 'big')


class Words(list):
    pass


class Pair(tuple):
    def __new__(cls, *args, **named):
        return super().__new__(cls, args)


class Named(tuple):
    def __init__(self, items, name=None):
        self.name = name


class Point(float):
    def __init__(self, x, y=0):
        self.y = y


print(Named([1, 2], name='n').name, Named([1], name=2), Point(1.5, y=2).y)
shown(Words, [1])
shown(Words, items=())
shown(Pair, 1, 2, named=3)


class Reads:
    """A function of the library is no method of a class that has it; one of a built-in class is."""
    size = len
    largest = max
    joined = str.join


print(Reads().size([1, 2]), Reads.size('abc'), Reads().largest(3, 4))
try:
    Reads().joined(['a'])
except TypeError as e:
    print('TypeError')
Reads.add = sum
print(Reads().add([1, 2]))
