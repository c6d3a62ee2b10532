# `type(..)` and `type.__new__` leave the making to the most special class of the bases, and `type(..)` initializes what was made.
class Meta(type):
    def __new__(m, name, bases, space, **k):
        print("new", m.__name__, name, sorted(k))
        return super().__new__(m, name, bases, dict(space, w=len(name)))

    def __init__(c, name, bases, space, **k):
        print("init", c.__name__, name, sorted(k))


class Sub(Meta):
    pass


class Base:
    pass


class A(Base, metaclass=Meta):
    pass


class B(Base, metaclass=Sub):
    pass


def tell(d):
    print(d.__name__, d.w, type(d).__name__)


tell(type("Dyn", (A,), {"w": 0}))
tell(type("Dyn2", (A, B), {}, key=3))
tell(Meta("Dyn3", (A, B), {}, key=3))
tell(type.__new__(type, "Dyn4", (A, B), {}))
tell(type.__new__(Sub, "Dyn5", (A, B), {"w": 5}))


class Plain(type):
    def __init__(c, *a):
        print("plain init", a[0])


class E(metaclass=Plain):
    pass


type("F", (E,), {})
type("G", (object,), {})


class Odd(type):
    def __new__(m, *a):
        return 7


O = type.__new__(Odd, "O", (), {})
print(type("P", (O,), {}))


# Hot, with classes that are dropped again.
made = 0
for i in range(300):
    k = type("K%d" % (i % 3), (E,) if i % 100 == 99 else (), {"n": i})
    made += k().n
print(made)
