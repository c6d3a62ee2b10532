# Attributes of exceptions that are set, of which some are looked at; tuples and lists inside instances taken apart.
class MyErr(Exception):
    def __init__(self, code, extra=None):
        super().__init__('code %s' % code)
        self.code = code
        self.extra = extra
        self.more = [code]
class Other(MyErr):
    code = 'of the class'
    def __setattr__(self, name, v):
        super().__setattr__(name, (name, v))
def f(n):
    out=[]
    for i in range(n):
        try:
            raise MyErr(i)
        except MyErr as e:
            e.code += 1
            e.args = [e.code, 'x']
            try: e.__cause__ = 5
            except TypeError as t: m = str(t)
            e.__cause__ = ValueError('v')
            e.note = 'n'
            out.append((e.code, e.args, e.extra, e.more, m, e.__suppress_context__, e.note, str(e), repr(e)))
        try:
            raise Other(i)
        except MyErr as e:
            out.append((e.code, e.args, str(e)))
        try:
            raise OSError(2, 'no', 'f')
        except OSError as e:
            e.errno = i; e.filename = 'g'; e.own = 1
            out.append((e.errno, e.filename, e.args, str(e)))
        try:
            raise StopIteration(i)
        except StopIteration as e:
            e.value = 'w'
            out.append((e.value, e.args))
    return out[-6:]
for _ in range(3): print(f(40))
class P(tuple): pass
class Q(tuple):
    def __iter__(self): return iter((7, 8))
class L(list): pass
from collections import namedtuple
N = namedtuple('N', 'a b')
def g(xs):
    r = []
    for x in xs:
        try:
            a, b = x
            r.append((a, b))
        except Exception as e:
            r.append(str(e))
    return r
for _ in range(30): z = g([P((1,2)), Q((1,2)), L([3,4]), N(5,6), P((1,)), N(1,2), L([1,2,3]), 'ab', {1:2,3:4}])
print(z)
