# Reports of exceptions: marks under what failed, causes, contexts, repeated lines, notes.
import traceback


def show(f, *args):
    try:
        f(*args)
    except BaseException:
        print(traceback.format_exc().replace(__file__, 'FILE'))


class Point:
    __slots__ = ('x',)

    def __init__(self, x): self.x = x

    def far(self): return self.x.y.z


def operators(a, b):
    return a + 1 + (a * b) + \
        a


def subscript(a):
    a['k'][1] = a['k'][0] + a['k'][7] // 2


def calls(a):
    return len(
        a)


def augmented(a):
    a[9] += 1


def deletes(a):
    del a[9]


def attribute(p):
    p.far() # a comment


def unpacking(v):
    a, b = v


def starred(v):
    a, *b = v


def loop(v):
    for a, b in v:
        pass


def listcomp(v):
    return [[1 / x for x in row] for row in v]


def genexp(v):
    return sum(1 / x for x in v)


def dictcomp(v):
    return {x: 10 % x for x in v}


def asserts(v):
    assert v > 3, f'{v} is too small'


def asserts_plainly(v):
    assert v.missing


def cause():
    try:
        int('x')
    except ValueError as e:
        raise KeyError('no number') from e


def context():
    try:
        int('x')
    except ValueError:
        {}['é'] + 'é'


def nothing():
    try:
        int('x')
    except ValueError:
        raise KeyError('hidden') from None


def again():
    try:
        1 / 0
    except ZeroDivisionError:
        raise


def cleanup():
    try:
        1 / 0
    finally:
        [].clear()


def wrong_kind():
    try:
        1 / 0
    except ValueError:
        pass


def deep(n):
    if n == 0:
        raise RuntimeError('bottom')
    deep(n - 1)


def noted():
    e = ValueError('x')
    e.add_note('first note')
    e.add_note('second\nnote')
    raise e


def generator():
    yield 1
    yield undefined


def consume():
    for x in generator(): pass


def decorated():
    @len
    def f(): pass


def manager():
    with Point(1):
        pass


def keywords():
    show(1, a=2,
         b=3)


def conditions(a):
    if a < 'x' and a:
        pass


def annotated():
    def f(a: undefined): pass


def formatted(a):
    return f'{a} and {a.b!r:>10}'


def wide():
    x = 'ééé' + 'ü' + 5


def exec_text():
    exec('x = 1\nx.foo')


class Odd(Exception):
    def __str__(self):
        raise ValueError


show(operators, 1, 'b')
show(operators, 'a', 2)
show(subscript, {'k': [1, 2]})
show(subscript, {'k': None})
show(calls, 5)
show(augmented, [1])
show(deletes, [1])
show(attribute, Point(1))
show(unpacking, 5)
show(unpacking, (1, 2, 3))
show(unpacking, (1,))
show(starred, 5)
show(loop, 5)
show(loop, [1])
show(listcomp, [[1], [0]])
show(genexp, [0])
show(dictcomp, [0])
show(asserts, 1)
show(asserts_plainly, 1)
for f in (cause, context, nothing, again, cleanup, wrong_kind, noted, consume, decorated, manager, keywords, annotated, wide, exec_text):
    show(f)
for n in (1, 2, 3, 4, 5, 40):
    show(deep, n)
show(conditions, 1)
show(formatted, 1)
show(None)


def raise_odd(): raise Odd(1)


show(raise_odd)
print(traceback.format_exception_only(ValueError, ValueError('a')))


# The objects that a traceback is made of: built-in functions have none, whatever they are made of here.
import functools, itertools, operator, bisect
from collections import deque


def fails(*a): raise ValueError


class Odd2:
    __lt__ = __eq__ = __index__ = __iter__ = fails
    __hash__ = None


def chain(f):
    try: f()
    except ValueError as e:
        t, found = e.__traceback__, []
        while t is not None:
            found.append((t.tb_frame.f_code.co_name, t.tb_lineno - chain.__code__.co_firstlineno))
            t = t.tb_next
        print(found, t, e.__traceback__.tb_frame.f_globals is globals() or e.__traceback__.tb_frame.f_globals['chain'] is chain)


for f in (
    lambda: functools.reduce(fails, [1, 2]), lambda: list(map(fails, [1])), lambda: min([1, 2], key=fails), lambda: max([Odd2(), Odd2()]),
    lambda: sorted([1, 2], key=fails), lambda: [1, 2].sort(key=fails), lambda: sum(fails() for x in [1]), lambda: any(fails() for x in [1]),
    lambda: functools.partial(fails, 1)(2), lambda: functools.lru_cache(fails)(1), lambda: sorted([2, 1], key=functools.cmp_to_key(fails)),
    lambda: list(itertools.accumulate([1, 2], fails)), lambda: list(filter(fails, [1])), lambda: operator.index(Odd2()),
    lambda: bisect.bisect([Odd2(), Odd2()], Odd2()), lambda: deque([1, 2]).index(Odd2()), lambda: list(Odd2()), lambda: ''.join(map(fails, 'ab')),
):
    for i in range(2): chain(f)
