"""Expression language: tokenizer, SLR table construction, parser, evaluator."""

import sys
import time
import re
from collections import defaultdict, namedtuple

Token = namedtuple("Token", "kind text position")
Rule = namedtuple("Rule", "head body action")

TOKEN_PATTERN = re.compile(r"""
    (?P<space>\s+)
  | (?P<num>\d+)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<op>\*\*|==|<=|[-+*/%()<>=,?:])
""", re.VERBOSE)


class LanguageError(Exception):
    def __init__(self, message, position=None):
        super().__init__(message)
        self.message = message
        self.position = position

    def __str__(self):
        where = "" if self.position is None else f" at {self.position}"
        return self.message + where


class LexError(LanguageError):
    """The text contains something that is no token."""


class ParseError(LanguageError):
    """The tokens do not form an expression."""


class EvalError(LanguageError):
    """The expression has no value."""


def tokenize(source):
    position = 0
    while position < len(source):
        match = TOKEN_PATTERN.match(source, position)
        if match is None:
            raise LexError("bad character %r" % source[position], position)
        kind, text = match.lastgroup, match.group()
        if kind == "op":
            yield Token(text, text, position)
        elif kind != "space":
            yield Token(kind, text, position)
        position = match.end()
    yield Token("$", "", position)


GRAMMAR_TEXT = """
stmt  : name = stmt        assign
stmt  : cond               first
cond  : cmp ? cond : cond  choose
cond  : cmp                first
cmp   : sum < sum          binary
cmp   : sum <= sum         binary
cmp   : sum == sum         binary
cmp   : sum                first
sum   : sum + term         binary
sum   : sum - term         binary
sum   : term               first
term  : term * unary       binary
term  : term / unary       binary
term  : term % unary       binary
term  : unary              first
unary : - unary            negate
unary : power              first
power : atom ** unary      binary
power : atom               first
atom  : num                number
atom  : name               variable
atom  : ( stmt )           inner
atom  : name ( args )      call
args  : stmt               single
args  : args , stmt        append
"""


class Grammar:
    def __init__(self, text):
        self.rules = []
        for line in text.strip().splitlines():
            head, rest = line.split(" : ", 1)
            *body, action = rest.split()
            self.rules.append(Rule(head.strip(), tuple(body), action))
        self.start = self.rules[0].head
        self.rules.append(Rule("<start>", (self.start,), "first"))
        self.by_head = defaultdict(list)
        for number, rule in enumerate(self.rules):
            self.by_head[rule.head].append(number)
        self.first = self._first_sets()
        self.follow = self._follow_sets()

    def is_terminal(self, symbol):
        return symbol not in self.by_head

    def _first_sets(self):
        first = {head: set() for head in self.by_head}
        changed = True
        while changed:
            changed = False
            for rule in self.rules:
                lead = rule.body[0]
                extra = first.get(lead, {lead})
                if not extra <= first[rule.head]:
                    first[rule.head] |= extra
                    changed = True
        return first

    def _follow_sets(self):
        follow = {head: set() for head in self.by_head}
        follow["<start>"].add("$")
        changed = True
        while changed:
            changed = False
            for rule in self.rules:
                for symbol, after in zip(rule.body, rule.body[1:] + (None,)):
                    if symbol not in follow:
                        continue
                    if after is None:
                        extra = follow[rule.head]
                    else:
                        extra = self.first.get(after, {after})
                    size = len(follow[symbol])
                    follow[symbol] |= extra
                    changed = changed or len(follow[symbol]) != size
        return follow


class Tables:
    """Action and goto tables; an item is a (rule, dot) pair."""

    def __init__(self, grammar):
        self.grammar = grammar
        self.action, self.goto = [], []
        start = len(grammar.rules) - 1
        initial = self.closure({(start, 0)})
        states = {initial: 0}
        pending = [initial]
        for items in pending:
            row, gotos = {}, {}
            moves = defaultdict(set)
            for number, dot in sorted(items):
                rule = grammar.rules[number]
                if dot < len(rule.body):
                    moves[rule.body[dot]].add((number, dot + 1))
                    continue
                for terminal in sorted(grammar.follow[rule.head]):
                    if terminal in row:
                        raise ValueError("conflict on %s" % terminal)
                    row[terminal] = ("accept", 0) if number == start else ("reduce", number)
            for symbol, kernel in moves.items():
                target = self.closure(kernel)
                if target not in states:
                    states[target] = len(states)
                    pending.append(target)
                if grammar.is_terminal(symbol):
                    row[symbol] = ("shift", states[target])
                else:
                    gotos[symbol] = states[target]
            self.action.append(row)
            self.goto.append(gotos)

    def closure(self, kernel):
        items = set(kernel)
        work = list(kernel)
        while work:
            number, dot = work.pop()
            body = self.grammar.rules[number].body
            if dot < len(body):
                for other in self.grammar.by_head.get(body[dot], ()):
                    if (other, 0) not in items:
                        items.add((other, 0))
                        work.append((other, 0))
        return frozenset(items)


class Builder:
    """Semantic actions producing nested tuples."""

    def first(self, node):
        return node

    def inner(self, _open, node, _close):
        return node

    def assign(self, name, _eq, value):
        return "set", name.text, value

    def choose(self, test, _q, yes, _c, no):
        return "if", test, yes, no

    def binary(self, left, op, right):
        return op.text, left, right

    def negate(self, _minus, operand):
        return "neg", operand

    def number(self, token):
        return "const", int(token.text)

    def variable(self, token):
        return "var", token.text, token.position

    def call(self, name, _open, args, _close):
        return ("call", name.text, *args)

    def single(self, node):
        return [node]

    def append(self, nodes, _comma, node):
        return nodes + [node]


class Parser:
    def __init__(self, tables, builder):
        self.tables = tables
        self.builder = builder

    def parse(self, source):
        tokens = tokenize(source)
        token = next(tokens)
        states, values = [0], []
        rules = self.tables.grammar.rules
        while True:
            step = self.tables.action[states[-1]].get(token.kind)
            if step is None:
                expected = sorted(self.tables.action[states[-1]])
                raise ParseError(f"unexpected {token.text!r}, expected {' '.join(expected)}",
                                 token.position)
            what, argument = step
            if what == "shift":
                states.append(argument)
                values.append(token)
                token = next(tokens)
            elif what == "reduce":
                rule = rules[argument]
                size = len(rule.body)
                parts = values[-size:]
                del states[-size:], values[-size:]
                values.append(getattr(self.builder, rule.action)(*parts))
                states.append(self.tables.goto[states[-1]][rule.head])
            else:
                return values[0]


FUNCTIONS = {
    "max": max,
    "min": min,
    "abs": abs,
    "sum": lambda *args: sum(args),
    "avg": lambda *args: sum(args) // len(args),
}

OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    "==": lambda a, b: int(a == b),
}


class Evaluator:
    def __init__(self):
        self.variables = {"ten": 10}

    def __call__(self, node):
        kind = node[0]
        if kind == "const":
            return node[1]
        if kind == "var":
            try:
                return self.variables[node[1]]
            except KeyError:
                raise EvalError("undefined %s" % node[1], node[2]) from None
        if kind == "set":
            value = self.variables[node[1]] = self(node[2])
            return value
        if kind == "if":
            return self(node[2]) if self(node[1]) else self(node[3])
        if kind == "neg":
            return -self(node[1])
        if kind == "call":
            _, name, *args = node
            if name not in FUNCTIONS:
                raise EvalError("no function " + name)
            try:
                return FUNCTIONS[name](*[self(arg) for arg in args])
            except TypeError as error:
                raise EvalError("bad call of " + name) from error
        left, right = self(node[1]), self(node[2])
        if kind == "**":
            if not 0 <= right < 20:
                raise EvalError("exponent out of range")
            return left ** right
        try:
            return OPERATORS[kind](left, right)
        except ZeroDivisionError:
            raise EvalError("division by zero") from None


PROGRAM = """
a = b = {0} * 3 + 4 * (2 - {1})
b = b < a ? 1 : a % 7 == 0 ? 2 : 3
c = max(a, -b, {1} ** 2 ** 1) - min(ten, {0}, 99) / 3
total = sum(a, b, c) * avg(1, 2, 3 + {0}) - abs(-17 - c)
c = (((c + 1) * 2 - 3) % 101 <= 50) + (a == b) * 5
d = total / (c - 1) + undefined_name_{1}
e = 4 + * 5
f = 3 $ 4
g = max({0}, ten = ten + 1, 2) + ten ** 30 % 7
h = total / (b - b)
max(1, 2
k = -{0} ** 2 + - - 3 + abs(1, 2)
m = ten < 20 ? (q = total * 2) - q / 4 : nothing(1)
"""


def run(n):
    checksum = 0
    parser = None
    for i in range(n):
        if i % 20 == 0:
            tables = Tables(Grammar(GRAMMAR_TEXT))
            parser = Parser(tables, Builder())
            checksum += len(tables.action) + sum(len(row) for row in tables.action)
        evaluator = Evaluator()
        for line in PROGRAM.format(i % 23 + 1, i % 5).strip().splitlines():
            try:
                result = evaluator(parser.parse(line))
            except LanguageError as error:
                text = f"{type(error).__name__}: {error}"
                result = len(text) + sum(map(ord, text[:12]))
            checksum = (checksum * 31 + result) % 1000000007
        checksum += len(evaluator.variables)
    return checksum


n = int(sys.argv[1]) if len(sys.argv) > 1 else 50
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = run(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
