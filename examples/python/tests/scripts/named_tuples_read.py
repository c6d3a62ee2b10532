# Fields of named tuples, of classes that derive from them, and of tuples that are too short for them.
from collections import namedtuple
from typing import NamedTuple
N=namedtuple('N','a b c', defaults=[7])
class M(NamedTuple):
    x: int
    y: str = 'y'
    def both(self): return (self.x, self.y)
class S(N):
    @property
    def b(self): return 'own'
    def __getitem__(self, i): return 'item'
def use(n):
    out=[]

    for i in range(n):
        p=N(i,i+1); m=M(i); s=S(i,2,3)
        out.append((p.a,p.b,p.c,m.x,m.y,m.both(),s.a,s.b,s.c))
        short=tuple.__new__(N,(i,))
        try: short.b
        except IndexError as e: out.append((short.a,str(e)))
        try: p.a=3
        except AttributeError as e: out.append(type(e).__name__)
        a,b,c=p
        out.append((a,b,c,getattr(p,'b'),hasattr(p,'z'),p._replace(b=0).b, p._asdict()['a'], sum(p)))
    return out[-4:]
for _ in range(3): print(use(40))
print(N.a.__class__.__name__ in ('property','_tuplegetter'), N.a.__get__(N(5,6)), N._fields)
for k in range(60):
    f = N(k, 2).a if k < 50 else M(k).x
print(f)
