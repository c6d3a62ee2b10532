# Defaults of keyword-only parameters: all in order, some without, and what the program makes of their dictionary while a loop calls.
def all_three(x, *, a=1, b=2, c=3):
    return x + 10 * a + 100 * b + 1000 * c


def some(x, *, a, b=2, c, d=4):
    return x + 10 * a + 100 * b + 1000 * c + 10000 * d


class Meta(type):
    def __call__(cls, *args, first=1, second=2):
        self = super().__call__(*args)
        self.kept = first, second
        return self


class Made(metaclass=Meta):
    def __init__(self, x=0):
        self.x = x


def loop(f, n=600):
    total = 0
    for i in range(n):
        total += f(i)
        total += f(i, b=5)
    return total


print(loop(all_three), loop(lambda x, **k: some(x, a=1, c=3, **k)), loop(lambda x, b=0: Made(x).kept[1] + Made(b, second=x).kept[1]))
all_three.__kwdefaults__ = {"c": 7, "b": 8, "a": 9}
print(loop(all_three))
d = all_three.__kwdefaults__
d["a"] = 11
print(loop(all_three), d)
del d["b"]
try:
    print(loop(all_three))
except TypeError as e:
    print(e)
d["b"] = 12
print(loop(all_three), d)
d.clear()
for k, name in enumerate("cab"):
    d[name] = k
print(loop(all_three), d)
d.clear()
try:
    print(all_three(1, a=1, b=2))
except TypeError as e:
    print(e)
d.update(z=5, a=1, b=2, c=3)
print(loop(all_three), all_three(0, c=9))


class Text(str):
    pass


d.clear()
d[Text("a")] = 4
d[Text("b")] = 5
d[Text("c")] = 6
print(loop(all_three))

# The dictionary changes while the loop goes on.
total = 0
all_three.__kwdefaults__ = d = {"a": 1, "b": 2, "c": 3}
for i in range(900):
    total += all_three(i)
    if i == 400:
        d["b"] = 50
    elif i == 500:
        del d["a"]
        d["a"] = 60
    elif i == 600:
        all_three.__kwdefaults__ = {"b": 1, "a": 2, "c": 0}
    elif i == 700:
        all_three.__kwdefaults__ = {"a": "1", "b": "2", "c": "3"}
        try:
            all_three(i)
        except TypeError as e:
            print(e)
        all_three.__kwdefaults__ = d
print(total, all_three.__kwdefaults__)
