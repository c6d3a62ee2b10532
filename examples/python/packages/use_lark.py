# packages: lark==1.2.2
# Makes parsers of two kinds from a grammar and parses expressions.
import timing
from lark import Lark, Transformer, v_args

GRAMMAR = """
?start: sum
?sum: product | sum "+" product -> add | sum "-" product -> sub
?product: atom | product "*" atom -> mul | product "/" atom -> div
?atom: NUMBER -> number | "-" atom -> neg | NAME -> var | "(" sum ")" | NAME "(" [sum ("," sum)*] ")" -> call
%import common.CNAME -> NAME
%import common.NUMBER
%import common.WS
%ignore WS
"""


@v_args(inline=True)
class Count(Transformer):
    number = float
    def add(self, a, b): return a + b
    def sub(self, a, b): return a - b
    def mul(self, a, b): return a * b
    def div(self, a, b): return a / b if b else 0.0
    def neg(self, a): return -a
    def var(self, name): return float(len(name))
    def call(self, name, *args): return sum(a for a in args if a) + len(name)


def main():
    text = " + ".join("(x%d * %d.5 - f(a, %d, -b) / (3 - y))" % (i, i, i) for i in range(150))
    lalr = Lark(GRAMMAR, parser="lalr", transformer=Count()).parse(text)
    tree = Lark(GRAMMAR, parser="earley").parse(text[:400].rpartition(" + ")[0])
    return "%r %d" % (lalr, sum(1 for _ in tree.iter_subtrees()))


timing.run(main)
