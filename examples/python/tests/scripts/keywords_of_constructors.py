# Constructors called with names: of tuples with names, classes with a __new__, dates and dictionaries, in a loop that is compiled.
from typing import NamedTuple
from collections import namedtuple
from datetime import timedelta, datetime, date
class R(NamedTuple):
    a: int
    b: str
    c: float = 1.0
class S(R):
    def total(self): return self.a + self.c
class W(namedtuple('W', 'x y')):
    def __new__(cls, y, x=5):
        return super().__new__(cls, x=x, y=y)
class V:
    def __new__(cls, a, b=2):
        self = object.__new__(cls); self.v = (a, b); return self
class U(V):
    def __init__(self, a, b=3): self.w = (b, a)
out = set()
for i in range(600):
    for f in (lambda: R(a=1,b='x'), lambda: R(1,c=2.0,b='y'), lambda: R(b=1,a=2,c=3), lambda: S(a=1,b=2).total(), lambda: W(y=1), lambda: W(1,x=2), lambda: V(b=1,a=2).v, lambda: U(a=1).v, lambda: U(b=1,a=5).w,
      lambda: timedelta(seconds=5,days=1), lambda: datetime(2020,1,2,hour=5), lambda: date(year=2020,month=5,day=1), lambda: dict(a=1,b=2), lambda: dict(**{'x':1},y=2), lambda: dict([(1,2)],z=3), lambda: dict()):
        out.add(str(f()))
    for g in (lambda: R(a=1), lambda: R(a=1,b=2,d=3), lambda: R(1,a=2,b=3), lambda: W(z=1), lambda: V(c=1), lambda: V(1,a=2), lambda: dict(1, a=2)):
        try: g(); out.add('no error')
        except TypeError as e: out.add(str(e))
for o in sorted(out): print(o)
