# functools.lru_cache: what is forgotten first, keys of all kinds, and what happens meanwhile; each also in loops that get hot.
from functools import cache, lru_cache


def watched(maxsize, typed=False):
    calls = []

    @lru_cache(maxsize=maxsize, typed=typed)
    def f(*args, **named):
        calls.append((args, named))
        return len(calls)
    return f, calls


# The oldest use goes first.
f, calls = watched(3)
for x in 'abcabdacbdeaab':
    print(x, f(x), f.cache_info())
print(calls)

# Equal keys, keys with names, and with types.
for typed in (False, True):
    f, calls = watched(4, typed)
    print([f(1), f(1.0), f(True), f('1'), f(1, 2), f((1, 2)), f(x=1), f(y=2, x=1), f(x=1, y=2), f(), f(1.0, 2)], f.cache_info())
    print(len(calls))

for most in (None, 0, 1, -3, 2):
    f, calls = watched(most)
    print([f(i % 3, 'k') for i in range(8)], f.cache_info(), f.cache_parameters())
    f.cache_clear()
    print(f(0, 'k'), f.cache_info())


# Keys whose methods are the program's.
class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n


f, calls = watched(3)
print([f(Key(n)) for n in (1, 4, 7, 1, 10, 4, 7, 7)], f.cache_info())
print([f(Key(n), n) for n in (1, 4, 7, 1, 10, 4, 7, 7)], f.cache_info())
for bad in ([], {}, ([],)):
    try:
        f(bad)
    except TypeError as e:
        print(e)


# The function calls itself, clears the cache, or raises.
@lru_cache(maxsize=4)
def down(n, step):
    return 0 if n <= 0 else n + down(n - step, step)


print(down(30, 1), down.cache_info(), down(30, 2), down.cache_info())


@lru_cache(maxsize=2)
def same(n, again=True):
    if again:
        same.cache_clear()
        return same(n, False)
    return n


print(same(3), same.cache_info(), same(3), same.cache_info())


@lru_cache(maxsize=2)
def failing(n, k):
    if n % 2:
        raise ValueError(n)
    return n


for n in (1, 2, 1, 2, 3, 4, 6, 2):
    try:
        print(failing(n, 0), failing.cache_info())
    except ValueError as e:
        print('raised', e, failing.cache_info())


# Hot: no call is known, some are, all are.
@lru_cache(maxsize=8)
def pair(x, y):
    return x * 2 + y


@lru_cache(maxsize=8)
def one(x):
    return x * 3


@cache
def all_of(x, y):
    return x - y


def used(n, m):
    total = 0
    for i in range(n):
        total += pair(i % m, 1) + one(i % m) + one(str(i % m).count('1')) + all_of(i % m, 2)
    return total, pair.cache_info(), one.cache_info(), all_of.cache_info()


for m in (16, 9, 8, 3):
    print(used(2000, m))
