# Methods of built-in classes as objects: their classes, what they say of themselves, and the objects that they refuse.
def tried(f, *args, **named):
    try:
        return f(*args, **named)
    except (TypeError, AttributeError, IndexError) as e:
        return f'{type(e).__name__}: {e}'


for f in (str.upper, int.__add__, [].append, (5).__add__, len, dict.get, list.__len__):
    print(type(f).__name__, f.__name__, tried(type(f).__call__))
print(str.upper, int.__add__, str.upper.__objclass__, str.upper.__qualname__, [].append.__self__)
print(tried(str.upper, 5), tried(str.upper), tried(str.__len__, 0), tried(str.__len__), tried(list.append, -2, 1, 2), sep='\n')
print(tried([1].__setitem__), tried('a'.__mul__), tried(object().__getattribute__, 5), tried(str.__format__, 'a', 'b', x=1), sep='\n')
print(tried(b'a'.__mod__, (1, 2)), tried('a'.find, 5, 'b'), tried(reversed, 1, 2), tried(super, 1, 2), sep='\n')


class Sequence:
    def __len__(self):
        return 3
    def __getitem__(self, i):
        if i == 1:
            raise IndexError(i)
        return i


for x in ([1, 2], (1, 2), {1: 2, 3: 4}, {1: 2}.values(), {1: 2}.items(), 'ab', range(0, 10, 3), Sequence()):
    r = reversed(x)
    print(type(r).__name__, list(r))
for x in (type, (1, 2), 'ab', {1: 2}.keys(), 5):
    for key in (0, 'a'):
        try:
            del x[key]
        except TypeError as e:
            print(e)
print(tried(max, [1], int), tried(max, 1, 'a'), max(1, 2.5, 2), max('a', 'b'))
