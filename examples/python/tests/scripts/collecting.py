# Which objects a collection finds dead; the same in every mode.
import gc
import weakref


class C:
    pass


def few(n):
    # A word on the native stack may be taken for a reference, so two of many may stay.
    return 'none' if n <= 2 else n


def dropped():
    c = C()
    c.itself = c
    r = weakref.ref(c)
    c = None
    gc.collect()
    return r() is None


print('dropped', [dropped() for i in range(60)].count(True) >= 58)


def held():
    c = C()
    r = weakref.ref(c)
    gc.collect()
    return r() is not None


print('held', [held() for i in range(60)].count(True))


def held_in_a_loop(n):
    kept = 0
    for i in range(n):
        c = C()
        r = weakref.ref(c)
        gc.collect()
        kept += r() is not None
    return kept


print('held in a loop', held_in_a_loop(40))


def held_by_a_caller():
    c = C()
    r = weakref.ref(c)

    def inner():
        d = C()
        s = weakref.ref(d)
        gc.collect()
        return r() is not None and s() is not None

    return inner()


print('held by a caller', [held_by_a_caller() for i in range(40)].count(True))


def values():
    d = weakref.WeakValueDictionary()
    for i in range(50):
        d[i] = C()
    gc.collect()
    return few(len(d))


def keys():
    d = weakref.WeakKeyDictionary()
    for i in range(50):
        d[C()] = i
    gc.collect()
    return few(len(d))


def sets():
    s = weakref.WeakSet()
    for i in range(50):
        s.add(C())
    gc.collect()
    return few(len(s))


for i in range(10):
    print(values(), keys(), sets())


def used_by_loops():
    refs = []
    for k in range(30):
        c = C()
        c.n = 0
        refs.append(weakref.ref(c))
        for i in range(30):
            c.n += i
    c = None
    gc.collect()
    return few(sum(r() is not None for r in refs))


print('loops', used_by_loops(), used_by_loops())


def methods():
    refs = []
    for k in range(30):
        class D:
            def add(self, i):
                self.n += i
        d = D()
        d.n = 0
        refs.append(weakref.ref(d))
        for i in range(30):
            d.add(i)
        d = D = None
    gc.collect()
    return few(sum(r() is not None for r in refs))


print('methods', methods(), methods())


def generators():
    refs = []

    def gen(c):
        while True:
            yield c

    for k in range(30):
        c = C()
        refs.append(weakref.ref(c))
        g = gen(c)
        next(g)
        next(g)
    c = g = None
    gc.collect()
    gc.collect()
    return few(sum(r() is not None for r in refs))


print('generators', generators(), generators())


def errors():
    refs = []
    for k in range(30):
        try:
            c = C()
            refs.append(weakref.ref(c))
            raise ValueError(c)
        except ValueError as e:
            pass
    c = None
    gc.collect()
    return few(sum(r() is not None for r in refs))


print('errors', errors(), errors())

called = []


def callbacks():
    for k in range(20):
        c = C()
        called.append(weakref.ref(c, called.append))
    c = None
    gc.collect()


callbacks()
print('callbacks', len(called) >= 38)


def compare(x):
    d = C()
    refs.append(weakref.ref(d))
    d = None
    gc.collect()
    return -x


refs = []
print(sorted([3, 1, 2], key=compare), few(sum(r() is not None for r in refs)))
