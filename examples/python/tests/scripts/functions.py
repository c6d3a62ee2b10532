# What functions say of themselves, variables of outer functions that are deleted, classes that stand for others.
import collections
import inspect
import types
import warnings
import unittest


def error(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)


def outer(a, *rest, k=1, **more):
    """The words."""
    x, y = 1, 2

    def inner():
        return x + a
    z = [q for q in rest]
    return inner


code = outer.__code__
print(code.co_varnames, code.co_argcount, code.co_kwonlyargcount, sorted(code.co_cellvars), code.co_freevars, code.co_nlocals)
inner = outer(5)
print(inner.__code__.co_freevars, [c.cell_contents for c in inner.__closure__], outer.__closure__, code.co_consts[0])
print(type(inner.__closure__).__name__, inner.__closure__[0].cell_contents)


def maker():
    def look():
        return late
    print(error(lambda: look.__closure__[0].cell_contents))
    late = 1
    print(look.__closure__[0].cell_contents)


maker()


def add(a, b=1, *, c=2):
    return a, b, c


def calls():
    return [add(i) for i in range(30)][-1]


print(add.__defaults__, add.__kwdefaults__, calls())
add.__defaults__ = (7, 8)
print(calls(), add(), add(1, 2))
add.__kwdefaults__ = {'c': 'new'}
print(calls(), add.__kwdefaults__)
del add.__defaults__
print(error(calls), add.__defaults__, add(1, 2))
add.__kwdefaults__ = None
print(error(add, 1, 2), add(1, 2, c=3))
print(error(setattr, add, '__defaults__', 3))
print(error(setattr, add, '__kwdefaults__', 3))
print(error(setattr, add, '__name__', 3))
print(error(setattr, add, '__dict__', 3))
add.note = 4
add.__name__ = 'plus'
print(add.__dict__['note'], add.__name__)
del add.note
print(error(lambda: add.note), error(delattr, add, 'note'))
Point = collections.namedtuple('Point', 'x y')
Point.__new__.__defaults__ = (0, 0)
print(Point(), Point(3))


# Deleting what an outer function has.
def deletes():
    x = 1

    def remove():
        nonlocal x
        del x

    def read():
        return x
    print(read())
    remove()
    print(error(read), error(remove))
    x = 2
    print(read())


deletes()


# Static and class methods.
class C:
    @staticmethod
    def s(x):
        """Words of s."""
        return x * 2

    @classmethod
    def c(cls):
        return cls.__name__

    twice = s(4)


print(C.__dict__['s'].__wrapped__ is C.s, C.__dict__['c'].__func__ is C.__dict__['c'].__wrapped__, C.__dict__['s'].__name__, C.__dict__['s'].__doc__, C.twice)


# Raising a class that makes something else.
class Odd(Exception):
    def __new__(cls, *args):
        return 5


def raises():
    raise Odd


print(error(raises))


# Objects that stand for classes, and say that they are of others.
class Stand:
    def __init__(self, bases):
        self.__bases__ = bases


class Instance:
    def __init__(self, c):
        self.c = c

    @property
    def __class__(self):
        return self.c


base = Stand(())
derived = Stand((base,))
print(issubclass(derived, base), issubclass(base, derived), isinstance(Instance(derived), base), isinstance(3, base))
print(isinstance(Instance(int), int), isinstance(Instance(int), str), isinstance(Instance(int), Instance), isinstance(Instance(int), (str, int)))
print([isinstance(Instance(int), int) for _ in range(50)].count(True))
print(error(issubclass, 1, int), error(issubclass, int, 1), error(isinstance, 1, 1), issubclass(bool, (str, (int,))))

print(issubclass(bool, int | str), issubclass(float, int | str), isinstance(maker.__code__, types.CodeType))
print(types.CellType is type(inner.__closure__[0]), types.TracebackType.__name__, inspect.istraceback(1))

# Views that hold themselves, exceptions too.
d = {}
d[1] = d.values()
print(repr(d))
d[1] = d.items()
print(repr(d))
e = ValueError()
d = {}
for _ in range(5000):
    d = {1: d.values()}
print(error(repr, d)[:15])
print(isinstance([], collections.abc.Sequence))

# Many arguments.
many = eval('lambda *a: len(a)')
print(eval('many(%s)' % ', '.join(map(str, range(500)))))
named = eval('lambda **k: len(k)')
print(eval('named(%s)' % ', '.join('a%d=%d' % (i, i) for i in range(400))))
print(len(eval('{%s}' % ', '.join('"a%d": %d' % (i, i) for i in range(3000)))), len(eval('[%s]' % ', '.join(map(str, range(3000))))))


# Cases that warn, that use contexts, that clean up classes.
class Manager:
    def __enter__(self):
        print('enter')
        return 'value'

    def __exit__(self, *exc):
        print('exit', exc)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(print, 'class cleanup')

    def test_a(self):
        print(self.enterContext(Manager()))

    def test_b(self):
        with self.assertWarns(DeprecationWarning) as caught:
            warnings.warn('old', DeprecationWarning)
        print(caught.warning)
        with self.assertWarnsRegex(UserWarning, 'n.w'):
            warnings.warn('new')
        with self.assertRaises(AssertionError) as e:
            with self.assertWarns(UserWarning):
                pass
        print(e.exception)
        with self.assertRaises(AssertionError) as e:
            with self.assertWarnsRegex(UserWarning, 'x'):
                warnings.warn('y')
        print(e.exception)
        self.assertWarns(UserWarning, warnings.warn, 'z')

    def test_c(self):
        self.addTypeEqualityFunc(int, lambda a, b, msg: print('by', a, b))
        self.assertEqual(1, 2)
        self.assertEqual('a', 'a')


result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
print(result.testsRun, result.failures, result.errors)
print([t.id() for s in [unittest.defaultTestLoader.loadTestsFromNames(['Case.test_a', 'Case'], __import__('__main__'))] for x in s for t in x])
unittest.TestSuite([unittest.FunctionTestCase(lambda: print('function'), lambda: print('up'))]).run(unittest.TestResult())
