class B:
    def __init__(self, how): self.how = how
    def __bool__(self):
        if self.how == "raise": raise ValueError("no truth")
        return self.how
class L:
    def __len__(self): raise KeyError("no length")
class Arr:
    def __bool__(self): raise ValueError("truth of an array")
class C:
    def __contains__(self, x): return Arr()
    def __lt__(self, o): return Arr()
    def __eq__(self, o): return Arr()
def attempt(f):
    try: return f()
    except Exception as e: return type(e).__name__, str(e)
def t1(x):
    if x: return 1
    return 0
def t2(x): return not x
def t3(x): return bool(x and 1)
def t4(x):
    n = 0
    while x: n += 1; x = None
    return n
def t5(x): return 1 if x else 2
def t6(a): return 1 in a
def t7(a):
    if a < 1: return "less"
    return "not"
def t8(a):
    if a == 1: return "eq"
    return "ne"
def t9(a): return a < 1 < 2
for f in [t1, t2, t3, t4, t5]:
    print(f.__name__, [attempt(lambda: f(x)) for x in [B(True), B(False), B("raise"), B(1), B(None), L(), Arr(), [], [0]]])
for f in [t6, t7, t8, t9]: print(f.__name__, attempt(lambda: f(C())))
print(attempt(lambda: bool(B("raise"))), attempt(lambda: bool(B(2))), attempt(lambda: any([B("raise")])), attempt(lambda: [x for x in [B("raise")] if x]), attempt(lambda: list(filter(None, [B("raise")]))))
def hot(values):
    n = caught = 0
    for v in values:
        try:
            if v: n += 1
        except ValueError: caught += 1
    return n, caught
good, bad = B(True), B("raise")
print(hot([good] * 500 + [bad, good] * 300 + [B(False)] * 100))
def hot_filter(values):
    n = caught = 0
    for i in range(200):
        try:
            for v in filter(lambda x: x, values): n += 1
        except ValueError: caught += 1
    return n, caught
print(hot_filter([good, bad]), hot_filter([good, good]))
