def f(n): return f(n+1)
try: f(0)
except RecursionError as e: print('deep')
def g(n): return [g(n+1)]
class A:
    def __repr__(self): return repr(self)
try: repr(A())
except RecursionError as e: print("rec", type(e))
class B:
    def __eq__(self, o): return self == o
try: B() == B()
except RecursionError as e: print("rec2")
class C:
    def __getattr__(self, n): return self.zzz
try: C().q
except RecursionError: print("rec3")
def h(): yield from h()
try: next(h())
except RecursionError: print("rec4")
try: [0] * (10**11)
except MemoryError: print("mem")
try: "x" * (10**12)
except MemoryError: print("mem2")
try: 1 << (10**12)
except MemoryError: print("mem3")
l = []; l.append(l); print(l == l, repr(l))
d = {}; d["d"] = d; print(d)
try: sorted([1, "a", None])
except TypeError as e: print(e)
x = list(range(10)); 
for i in x:
    if len(x) < 20: x.append(i)
print(len(x))
print(sum([[1],[2]], []))
try: {[]: 1}
except TypeError as e: print(e)
def k(a, *, b): pass
try: k(1)
except TypeError as e: print(e)
import math
try: math.sqrt("a")
except TypeError as e: print(e)
try: import nonexistent_mod
except ImportError as e: print(type(e).__name__, e)
try: from math import nothing
except ImportError as e: print(str(e)[:34])
