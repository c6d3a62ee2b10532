# Attributes of a class that instances set again and again while they are made.
class Parser:
    def __init__(self, k):
        for name in ('first', 'second'):
            def optional(self, x, name=name):
                return (name, x, k)
            setattr(self.__class__, 'p_' + name, optional)
        Parser.count = k

    def run(self, x):
        return self.p_first(x), self.p_second(x), self.own(x), self.count

    def own(self, x):
        return x + 1


class Derived(Parser):
    def p_second(self, x):
        return ('derived', super().p_second(x))


total = 0
for k in range(12):
    p = Derived(k) if k % 3 == 0 else Parser(k)
    for x in range(150):
        r = p.run(x)
        assert r[0] == ('first', x, k), r
        total += r[2] + r[3]
    print(k, r)
print(total)


class Late:
    def __init__(self):
        self.x = 'own'


late = Late()
for k in range(200):
    if k == 50:
        Late.x = 1
    if k == 80:
        Late.x = 2
    if k == 110:
        Late.x = property(lambda self: 'property')
    if k == 150:
        del Late.x
    if k % 25 == 0 or k in (50, 51, 80, 81, 110, 111, 150, 151):
        print(k, late.x)


class Bound:
    pass


def shown(self):
    return 'shown', type(self).__name__


b = Bound()
for k in range(300):
    if k % 10 == 0:
        Bound.f = lambda self, k=k: ('f', k)
    if k == 200:
        Bound.f = staticmethod(lambda k=k: ('static', k))
    if k == 250:
        Bound.f = shown
    if k % 29 == 0:
        print(k, b.f(), getattr(b, 'f')(), Bound.__dict__['f'].__class__.__name__, callable(Bound.f))
    else:
        b.f()
