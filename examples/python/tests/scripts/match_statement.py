def f(x):
    match x:
        case 0: return "zero"
        case 1 | 2: return "small"
        case -1: return "minus"
        case 1.5 | 2 + 3j: return "odd"
        case "a" | b"a": return "a"
        case None: return "none"
        case True: return "true"
        case []: return "empty"
        case [y]: return ("one", y)
        case [0, y]: return ("zero first", y)
        case (1, *rest): return ("rest", rest)
        case [a, *_, b] if a == b: return ("same ends", a)
        case [[a, b], c]: return ("nested", a, b, c)
        case [_, _]: return "pair"
        case {"k": v, **rest}: return ("k", v, rest)
        case {"x": int(n), "y": [p, *q]}: return ("xy", n, p, q)
        case {1: _}: return "one key"
        case {}: return "mapping"
        case str(s) if len(s) > 3: return ("long", s)
        case str() as s: return ("str", s)
        case float(): return "float"
        case int(n) | bool(n): return ("int", n)
        case _: return "other"
for v in [0, 1, 2, -1, 1.5, 2 + 3j, "a", b"a", None, True, False, [], [7], [0, 9], (1, 2, 3), [5, 6, 5], [5, 6, 7], [[1, 2], 3], [3, 4], {"k": 1, "z": 2}, {"x": 1, "y": [2, 3, 4]}, {"x": "s", "y": [1]}, {1: 2}, {}, {"q": 1}, "abcd", "abc", 2.5, 77, object, range(2), bytearray(b"ab"), {1, 2}]:
    print(v if v is not object else "object", f(v))
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
class Color:
    RED = 1
    GREEN = "g"
class Sub(Point): pass
def g(p):
    match p:
        case Point(0, 0): return "origin"
        case Point(x, y=0): return ("on x", x)
        case Point(x=0, y=y): return ("on y", y)
        case Sub(): return "sub"
        case Point(Point(a, b), _): return ("inner", a, b)
        case Point() as q: return ("point", q.x, q.y)
        case Color.RED: return "red"
        case Color.GREEN: return "green"
        case [Point(x, _), *others]: return ("list", x, len(others))
        case {"p": Point(x) as q} if x > 5: return ("big", q.x)
for p in [Point(0, 0), Point(3, 0), Point(0, 4), Sub(1, 1), Point(Point(1, 2), 3), Point(5, 6), 1, "g", [Point(9, 9), 1], {"p": Point(6, 7)}, {"p": Point(4, 7)}]:
    print(g(p))
def errors():
    class A: __match_args__ = ("x",)
    class B: __match_args__ = 5
    class C: pass
    for k, subject in [(A, A()), (B, B()), (C, C()), (int, 5), (3, 3)]:
        try:
            match subject:
                case k(1, 2): print("no")
                case _: print("nothing")
        except TypeError as e: print(e)
errors()
def scope():
    match [1, [2, 3]]:
        case [a, [b, c]]: pass
    total = lambda: a + b + c
    match 5:
        case x if x > 10: print("big")
        case x: print("x is", x)
    return total(), x
print(scope())
match {"a": [1, {"b": (2, 3)}]}:
    case {"a": [one, {"b": (two, three)}]}: print(one, two, three)
def loop(n):
    counts = {"int": 0, "pair": 0, "str": 0, "point": 0}
    things = [1, (2, 3), "s", Point(1, 2), [4, 5], 6]
    for i in range(n):
        match things[i % 6]:
            case int(): counts["int"] += 1
            case (a, b): counts["pair"] += a + b
            case str(s): counts["str"] += len(s)
            case Point(x, y): counts["point"] += x * y
    return counts
print(loop(3000))
for src in ["match 1:\n case x: pass\n case y: pass", "match 1:\n case [a, a]: pass", "match 1:\n case [a] | [b]: pass", "match 1:\n case _ | 1: pass", "match 1:\n case [*a, *b]: pass", "match 1:\n case A(x=1, x=2): pass"]:
    try: exec(src)
    except SyntaxError as e: print(e.msg)
match = 3; case = [match]; print(match, case)


# A program's sequence is asked for its length and for items, and only for those that are wanted.
import collections.abc


class Endless(collections.abc.Sequence):
    def __len__(self):
        return 10 ** 9

    def __getitem__(self, i):
        print('item', i)
        if i > 10 ** 9:
            raise IndexError
        return i


class Mute(collections.abc.Sequence):
    __len__ = __getitem__ = None


match Endless():
    case [x, *_, y]:
        print(x, y)
match Endless():
    case x, y, *_:
        print(x, y)
match Mute():
    case [*_]:
        print('anything')
match range(10 ** 12):
    case [a, b, *_, c]:
        print(a, b, c)
match range(5):
    case [a, *rest, b]:
        print(a, rest, b)
