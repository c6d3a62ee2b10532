# What built-in functions do when the program, asked to compare or for an index, changes what they work on.
def attempt(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__ + ':', e)


def sorting(by):
    values = [3, 1, 2, 5, 4]

    class Item:
        def __init__(self, n):
            self.n = n

        def __lt__(self, other):
            values.append(9)
            return self.n < other.n

    def key(n):
        values.append(9)
        return -n

    if by == 'key':
        values.sort(key=key)
    elif by == 'wrapped':
        values.sort(key=Item)
    elif by == 'reverse':
        values.sort(key=Item, reverse=True)
    elif by == 'items':
        values[:] = [Item(n) for n in values]
        values.sort()
    else:
        values.sort(key=lambda n: -n)
    return values


for by in ('key', 'wrapped', 'reverse', 'items', 'nothing'):
    attempt(by, lambda: sorting(by))


def shifting(view):
    table = dict.fromkeys(range(6), 0)
    seen = 0
    for _ in getattr(table, view)():
        seen += 1
        if seen == 3:
            del table[2]
            table['new'] = 1
    return seen


def growing():
    table = {1: 1}
    for k in table:
        table[k + 1] = 1


def replacing():
    table = {1: 1, 2: 2, 3: 3}
    for k in table:
        table[k] = 'x'
    return table


def with_gaps():
    table = dict.fromkeys(range(10))
    for n in (0, 3, 4):
        del table[n]
    seen = [k for k in table]
    for k, v in table.items():
        table[k] = k
    return seen, table


for view in ('keys', 'values', 'items'):
    attempt(view, lambda: shifting(view))
attempt('growing', growing)
attempt('replacing', replacing)
attempt('gaps', with_gaps)


class Clears:
    """An index that empties a sequence when it is asked for."""

    def __init__(self, of, n):
        self.of, self.n = of, n

    def __index__(self):
        self.of.clear()
        return self.n


def assigned(make, key):
    of = make(range(10))
    of[key(of)] = 5
    return of


for make in (list, bytearray):
    attempt('item', lambda: assigned(make, lambda of: Clears(of, 3)))
    of = make(range(10))
    attempt('read', lambda: of[Clears(of, 3)])
    of = make(range(10))
    attempt('part', lambda: of[Clears(of, 1):5])
    of = make(range(10))

    def deleting():
        del of[Clears(of, 1):5]
        return of

    attempt('deleting', deleting)
    of = make(range(10))

    def deleting_one():
        del of[Clears(of, 1)]

    attempt('deleting one', deleting_one)
    of = make(range(10))

    def inserting():
        of[2:Clears(of, 4)] = make(range(3))
        return of

    attempt('inserting', inserting)
of = bytearray(10)


def byte():
    of[5] = Clears(of, 3)


attempt('byte', byte)
of = list(range(10))


def emptied():
    def values():
        of.clear()
        yield 1
    of[5:8] = values()
    return of


attempt('values', emptied)


class Same:
    def __eq__(self, other):
        removed.clear()
        return True


removed = [1, 2, Same(), 3]
attempt('remove', lambda: removed.remove(4))
# Sets whose members change their minds.


class Moody:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        moods.discard(self)
        return False


moods = set()
moods |= {Moody(n) for n in range(20)}
while moods:
    moods.pop()
print(len(moods))


class Changing:
    count = 0

    def __hash__(self):
        Changing.count += 1
        return Changing.count


changing = {Changing() for _ in range(30)}
n = 0
while changing:
    changing.pop()
    n += 1
table = {Changing(): 1 for _ in range(30)}
while table:
    table.popitem()
    n += 1
print(n)
# Iterators that have ended stay so.


class Counts:
    def __init__(self):
        self.n = 0

    def __call__(self):
        self.n += 1
        return self.n if self.n < 6 else 3 if self.n == 6 else self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i


c = Counts()
it = iter(c, 3)
print(list(it), list(it))
c.n = 2
it = iter(c)
print(list(it))
c.n = 5
print(list(it))


def ends():
    raise StopIteration


print(list(iter(ends, 1)))
import operator
for it in (iter([1, 2, 3]), iter((1, 2)), iter('abc'), iter(range(5)), reversed([1, 2]), iter({1: 2}), iter(b'ab'), iter({4})):
    before = operator.length_hint(it)
    next(it)
    print(before, operator.length_hint(it), end='; ')
print()
