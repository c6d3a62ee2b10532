# Library functions that call the program or go through generators, in Python: so a trace goes from the loop here into what they call.

from _prelude import (
    add_pair, by_hash, flag, hash_end, hash_given, hash_start, hash_step, init_result, len_given, put_in_order,
    rival, sort_by, text_given
)


# See `interp/keyed.rs`. 1 asks for the value, or `by_hash`, which stands for none.
def keyed(op, table, key, hash_of, value):
    h = hash_of(key)
    r = by_hash(op, table, key, h, value)
    return compared(op, table, key, h, value) if r is NotImplemented else r


def keyed_or_missing(table, key, hash_of, owner, missing):
    value = keyed(1, table, key, hash_of, by_hash)
    return missing(owner, key) if value is by_hash else value


# Where only the program can tell: an equal key that is there already is found by being the same. (Or the value was `NotImplemented`.)
def compared(op, table, key, h, value):
    other = rival(table, key, h)
    if other is not NotImplemented and other == key:
        r = by_hash(op, table, other, h, value)
        if r is not NotImplemented:
            return r
        # Comparing has changed the table. Nothing is unlike the key then, as nothing equals this.
        other = rival
    return by_hash(op, table, key, h, value, other)


# Calling a class that has a `__new__`, without and with an `__init__` of the program's.
def make(new, cls, *args):
    x = new(cls, *args)
    if type(x) is not cls and isinstance(x, cls):
        type(x).__init__(x, *args)
    return x


def make_init(new, cls, *args):
    x = new(cls, *args)
    if type(x) is cls or isinstance(x, cls):
        given = type(x).__init__(x, *args)
        if given is not None:
            init_result(given)
    return x


# See `interp/text.rs`: what a method gives is to be a text.
_str = str


def text_by(method, x, which):
    s = method(x)
    return s if type(s) is _str else text_given(s, which)


def format_by(method, x, spec):
    s = method(x, spec)
    return s if type(s) is _str else text_given(s, 2)


# See `interp/library.rs`.
_int = int


def len_by(method, x):
    n = method(x)
    return n if type(n) is _int and 0 <= n < 1 << 62 else len_given(n)


def truth_by(x):
    return True if x else False


def hash_by(method, x):
    h = method(x)
    return h if type(h) is _int and 0 <= h < 1 << 60 else hash_given(h)


# The hash of a tuple of up to four items that have methods for it.
def hash_of_tuple(t):
    n = len(t)
    if n == 1:
        (a,) = t
        h = hash_step(hash_start, hash(a))
    elif n == 2:
        a, b = t
        h = hash_step(hash_step(hash_start, hash(a)), hash(b))
    elif n == 3:
        a, b, c = t
        h = hash_step(hash_step(hash_step(hash_start, hash(a)), hash(b)), hash(c))
    else:
        a, b, c, d = t
        h = hash_step(hash_step(hash_step(hash_step(hash_start, hash(a)), hash(b)), hash(c)), hash(d))
    return hash_end(h, n)


def check_by(method, cls, x):
    return True if method(cls, x) else False


# See `interp/iterate.rs`: going through what has a `__getitem__` only.
def by_index(x):
    i = 0
    while True:
        try:
            v = x[i]
        except (IndexError, StopIteration):
            return
        yield v
        i += 1


# See `interp/compare.rs`: what has items that only the program can compare.
def position(items, x):
    i = 0
    for y in items:
        if y is x or y == x:
            return i
        i += 1
    return -1


def has_by(items, x):
    return position(items, x) >= 0


# The same of what only the program goes through. Whatever is wrong with its iterator, it is said to have none.
def found_in(items, x):
    try:
        it = iter(items)
    except TypeError:
        it = None
    if it is None:
        raise TypeError("argument of type %r is not iterable" % type(items).__name__)
    for y in it:
        if y is x or y == x:
            return True
    return False


# `x != y` where `x` has an `__eq__` only.
def unequal_by(equal, x, y):
    r = equal(x, y)
    if r is not NotImplemented:
        return not r
    r = type(y).__ne__(y, x)
    return x is not y if r is NotImplemented else r


# Tuples of one length: 0 to 5 stand for `<`, `<=`, `==`, `!=`, `>`, `>=`.
def tuples_by(op, x, y):
    i = 0
    for a in x:
        b = y[i]
        if a is not b and not a == b:
            if op == 2:
                return False
            if op == 3:
                return True
            if op == 0:
                return a < b
            if op == 1:
                return a <= b
            if op == 4:
                return a > b
            return a >= b
        i += 1
    return op == 1 or op == 2 or op == 5


# Exactly `n` items. Two are what most programs ask for.
def unpack_by(n, items):
    got = 0
    if n == 2:
        for x in items:
            if got == 0:
                first = x
            elif got == 1:
                second = x
            else:
                raise ValueError("too many values to unpack (expected 2)")
            got += 1
        if got == 2:
            return first, second
    else:
        all = []
        for x in items:
            if got == n:
                raise ValueError("too many values to unpack (expected %d)" % n)
            all.append(x)
            got += 1
        if got == n:
            return (*all,)
    raise ValueError("not enough values to unpack (expected %d, got %d)" % (n, got))


# An iterator that runs the program and that another one goes through.
def steps(items):
    for x in items:
        yield x


def next_of(items):
    for x in items:
        return x
    raise StopIteration


# What a function gives that is called for its effects is no value of the call.
def forget(f, *args):
    f(*args)


_getattr, _AttributeError = getattr, AttributeError


# As a function of the program's is asked, which may raise.
def getattr_or(x, name, default):
    try:
        return _getattr(x, name)
    except _AttributeError:
        return default


# A property of a class that has a `__getattr__`.
def getter_or_getattr(get, x, ask, name):
    try:
        return get(x)
    except _AttributeError:
        pass
    return ask(x, name)


# The same of a descriptor that is an instance.
def described_or_getattr(get, f, x, cls, ask, name):
    try:
        return get(f, x, cls)
    except _AttributeError:
        pass
    return ask(x, name)


def next_or(default, items):
    for x in items:
        return x
    return default


# Not `+=`, which would change a list that is given as the start.
def sum(items, start=0):
    for x in items:
        start = start + x
    return start


def any(items):
    for x in items:
        if x:
            return True
    return False


def all(items):
    for x in items:
        if not x:
            return False
    return True


def enumerate(items):
    return enumerate_steps(iter(items))


def enumerate_steps(items):
    i = 0
    for x in items:
        yield i, x
        i += 1


def zip(a, b):
    return zip_steps(iter(a), iter(b))


def zip_steps(a, b):
    for x in a:
        for y in b:
            yield x, y
            break
        else:
            return


_list = list


def list(items):
    return [x for x in items]


_tuple = tuple


def tuple(items):
    return (*[x for x in items],)


def set(items):
    return {x for x in items}


_frozenset = frozenset


def frozenset(items):
    return _frozenset({x for x in items})


def set_update(self, items):
    for x in items:
        self.add(x)


def list_extend(self, items):
    for x in items:
        self.append(x)


def list_index(self, x):
    i = position(self, x)
    if i < 0:
        raise ValueError("%r is not in list" % (x,))
    return i


def list_count(self, x):
    n = 0
    for y in self:
        if y is x or y == x:
            n += 1
    return n


def list_remove(self, x):
    i = position(self, x)
    if i < 0:
        raise ValueError("list.remove(x): x not in list")
    del self[i:i + 1]


def dict(items):
    made = {}
    dict_update(made, items)
    return made


def dict_update(self, items):
    i = 0
    for pair in items:
        if type(pair) is _tuple and len(pair) == 2:
            self[pair[0]] = pair[1]
        else:
            add_pair(self, pair, i)
        i += 1


def str_join(self, items):
    return self.join([x for x in items])


# A file of the program's is written piece by piece, as it may tell.
def print(*values, sep=' ', end='\n', file, flush=False):
    between = False
    for x in values:
        if between:
            file.write(sep)
        between = True
        file.write(_str(x))
    file.write(end)
    if flush:
        file.flush()


# `sort_by` stands for no value.
def min(items, *, key=None, default=sort_by):
    best = least = sort_by
    for x in items:
        k = x if key is None else key(x)
        if best is sort_by or k < least:
            best, least = x, k
    if best is sort_by:
        if default is sort_by:
            raise ValueError("min() arg is an empty sequence")
        return default
    return best


def max(items, *, key=None, default=sort_by):
    best = greatest = sort_by
    for x in items:
        k = x if key is None else key(x)
        if best is sort_by or k > greatest:
            best, greatest = x, k
    if best is sort_by:
        if default is sort_by:
            raise ValueError("max() arg is an empty sequence")
        return default
    return best


def sorted(items, *, key=None, reverse=False):
    out = _list(items)
    list_sort(out, key=key, reverse=reverse)
    return out


def list_sort(self, *, key=None, reverse=False):
    if reverse is not False and reverse is not True:
        reverse = flag(reverse)
    before = self[:]
    keys = before if key is None else [key(x) for x in before]
    if not sort_by(self, keys, reverse, before):
        step = -1 if reverse else 1
        items = before[::step]
        put_in_order(self, before, [items[i] for i in order_of(keys[::step])][::step])


# The positions of values in their order, by merging. Two parts that are in order already cost one comparison.
def order_of(keys):
    n = len(keys)
    order = [i for i in range(n)]
    width = 1
    while width < n:
        merged = []
        start = 0
        while start < n:
            i, j = start, start + width
            middle = j
            end = j + width if j + width < n else n
            if j < end and keys[order[j]] < keys[order[j - 1]]:
                while i < middle and j < end:
                    if keys[order[j]] < keys[order[i]]:
                        merged.append(order[j])
                        j += 1
                    else:
                        merged.append(order[i])
                        i += 1
                while i < middle:
                    merged.append(order[i])
                    i += 1
                i = j
            while i < end:
                merged.append(order[i])
                i += 1
            start = end
        order = merged
        width *= 2
    return order
