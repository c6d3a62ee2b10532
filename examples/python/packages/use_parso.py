# packages: parso==0.8.5
# Parses Python source with an error in it.
import timing
import parso

SOURCE = """
class A%d(Base, metaclass=M):
    def f(self, x, *args, y=1, **kw):
        if x and not y or x in (1, 2, 3): return [a * 2 for a in x if a > 3]
        elif x: yield from g(x)[1:2, ...]
        try:
            with open(x) as f, g() as h: print(f"{x!r} {y:>10}", end='')
        except (E, F) as e:
            raise G from e
        lambda: {1: 2, **x}
    x ==== 3
"""


def count(node):
    return 1 + sum(map(count, getattr(node, "children", ())))


def main():
    tree = parso.load_grammar(version="3.8").parse("".join(SOURCE % i for i in range(25)), cache=False)
    return "%d %s" % (count(tree), tree.get_code() == "".join(SOURCE % i for i in range(25)))


timing.run(main)
