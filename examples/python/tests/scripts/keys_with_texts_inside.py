# Keys of classes derived from texts and numbers, in dictionaries and sets, in loops that are compiled.
import enum


class Symbol(str):
    def __repr__(self):
        return "'" + str(self)


class Number(int):
    pass


class Real(float):
    pass


class Folded(str):
    def __eq__(self, o):
        return str.lower(self) == str(o).lower()

    def __hash__(self):
        return hash(str.lower(self))


class Unhashed(str):
    def __eq__(self, o):
        return True


class Color(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


class Env(dict):
    def __init__(self, names=(), values=(), outer=None):
        self.outer = outer
        self.update(zip(names, values))

    def find(self, name):
        if name in self:
            return self
        return self.outer.find(name)


def attempt(f, *args):
    try:
        return f(*args)
    except (TypeError, KeyError, AttributeError) as e:
        return type(e).__name__, str(e)


def envs(n):
    names = [Symbol(c) for c in "abcdef"]
    top = Env(names[:3], [1, 2, 3])
    top.update({"d": 4, "e": 5})
    total = 0
    for i in range(n):
        env = Env(names[i % 3 : i % 3 + 2], [i, i + 1], top)
        for name in names[:5]:
            total += env.find(name)[name]
        total += env.find("a")["a"] + env.find(Symbol("b"))["b"] + env.get(Symbol("zz"), 7)
        env[Symbol("a")] = 50
        env["a"] += 1
        total += env["a"] + env[names[0]] + len(env)
    return total, sorted(top.items()), attempt(top.find, Symbol("x"))


def mixed(n):
    d, s = {}, set()
    total = 0
    for i in range(n):
        keys = ["k", Symbol("k"), 3, Number(3), 3.0, Real(3.0), Real("nan"), Color.RED, "red", Folded("K"), Folded("k"), True, Number(1), -1, Number(-1), Number(-2), 10**20, Number(10**20)]
        for k in keys:
            d[k] = d.get(k, 0) + 1
            s.add(k)
            total += (k in s) + len(d)
        total += d["k"] + d[Number(3)] + d[Symbol("red")] + (Symbol("k") in {"k": 1}) + ("k" in {Symbol("k")}) + (Folded("k") in {"K"})
        if i % 100 == 99:
            d.clear()
            s = set(list(s)[:3]) & {1}
    return total, attempt(lambda: {Unhashed("x"): 1}), len({Symbol("q"), "q", Symbol("q")}), list({Symbol("z"): 1, "z": 2}.items())


def changing(n):
    class Late(str):
        pass

    out = 0
    d = {"x": 1, Late("y"): 2}
    for i in range(n):
        if i == n // 2:
            Late.__hash__ = lambda self: 7
            Late.__eq__ = lambda self, o: False
        out += d.get(Late("x"), 10) + d.get("y", 100)
    return out


for n in (3, 300):
    print(envs(n), mixed(n), changing(n))
