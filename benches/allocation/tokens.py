# tokens: texts of assignments become lists of tokens, these trees of expressions, and these are evaluated; the last units are kept.
# Objects: a token of four attributes for each word, nodes of five classes, a text for each token. The last four units live on.
import sys
import time

MOD = 1000003
KEPT = 4


class Token:
    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line
        self.next = None


class Number:
    def __init__(self, value, line):
        self.value = value
        self.line = line

    def evaluate(self, values):
        return self.value


class Name:
    def __init__(self, name, line):
        self.name = name
        self.line = line

    def evaluate(self, values):
        return values.get(self.name, 1)


class Negative:
    def __init__(self, operand, line):
        self.operand = operand
        self.line = line

    def evaluate(self, values):
        return -self.operand.evaluate(values)


class Call:
    def __init__(self, name, arguments, line):
        self.name = name
        self.arguments = arguments
        self.line = line

    def evaluate(self, values):
        most = -MOD
        for argument in self.arguments:
            value = argument.evaluate(values)
            if value > most:
                most = value
        return most


class Binary:
    def __init__(self, sign, left, right, line):
        self.sign = sign
        self.left = left
        self.right = right
        self.line = line

    def evaluate(self, values):
        left, right = self.left.evaluate(values), self.right.evaluate(values)
        if self.sign == "+":
            return (left + right) % MOD
        if self.sign == "-":
            return (left - right) % MOD
        return left * right % MOD


class Statement:
    def __init__(self, name, value):
        self.name = name
        self.value = value
        self.next = None


def text_of(n, seed):
    """A text of `n` assignments."""
    lines = []
    for i in range(1, n + 1):
        seed = (seed * 3877 + 29573) % 139968
        a, b, c = seed % 97, seed % 89, seed % 83
        lines.append("v%d = (v%d + %d) * max(%d, v%d - %d, v%d) - -v%d;"
                     % (i % 50, a % 50, b, c, b % 50, a, c % 50, i % 7))
    return "\n".join(lines) + "\n"


def is_letter(c):
    return "a" <= c <= "z"


def is_digit(c):
    return "0" <= c <= "9"


def tokenize(text):
    """The first of a chain of tokens: a kind, a text, a line, and the next one."""
    first = last = Token("start", "", 0)
    at, line, length = 0, 1, len(text)
    while at < length:
        c = text[at]
        if c == " " or c == "\n":
            if c == "\n":
                line += 1
            at += 1
            continue
        start, kind = at, "sign"
        at += 1
        if is_letter(c):
            kind = "name"
            while at < length and (is_letter(text[at]) or is_digit(text[at])):
                at += 1
        elif is_digit(c):
            kind = "number"
            while at < length and is_digit(text[at]):
                at += 1
        token = Token(kind, text[start:at], line)
        last.next = token
        last = token
    last.next = Token("end", "", line)
    return first.next


class Parser:
    def __init__(self, token):
        self.token = token

    def accept(self, text):
        if self.token.text != text:
            return False
        self.token = self.token.next
        return True

    def primary(self):
        here = self.token
        if self.accept("("):
            inner = self.expression()
            assert self.accept(")")
            return inner
        if self.accept("-"):
            return Negative(self.primary(), here.line)
        self.token = here.next
        if here.kind == "number":
            return Number(int(here.text), here.line)
        if not self.accept("("):
            return Name(here.text, here.line)
        arguments = [self.expression()]
        while self.accept(","):
            arguments.append(self.expression())
        assert self.accept(")")
        return Call(here.text, arguments, here.line)

    def product(self):
        left = self.primary()
        while self.token.text == "*":
            line = self.token.line
            self.token = self.token.next
            left = Binary("*", left, self.primary(), line)
        return left

    def expression(self):
        left = self.product()
        while self.token.text == "+" or self.token.text == "-":
            sign, line = self.token.text, self.token.line
            self.token = self.token.next
            left = Binary(sign, left, self.product(), line)
        return left

    def parse(self):
        """A chain of assignments."""
        chain = last = None
        while self.token.kind != "end":
            name = self.token.text
            self.token = self.token.next
            assert self.accept("=")
            statement = Statement(name, self.expression())
            assert self.accept(";")
            if last is None:
                chain = statement
            else:
                last.next = statement
            last = statement
        return chain


def run(chain):
    values, sum = {}, 0
    while chain is not None:
        value = chain.value.evaluate(values)
        values[chain.name] = value
        sum = (sum * 31 + value) % MOD
        chain = chain.next
    return sum


def workload(n):
    lines, kept = [], [None] * KEPT
    for unit in range(1, 31):
        tokens = tokenize(text_of(n, unit))
        last = tokens
        while last.next is not None:
            last = last.next
        kept[unit % KEPT] = (tokens, Parser(tokens).parse())
        sum = 0
        for old in kept:
            if old is not None:
                sum = (sum * 7 + run(old[1])) % MOD
        lines.append("%d %d" % (last.line, sum))
    return "\n".join(lines)


# Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
size = int(sys.argv[1]) if len(sys.argv) > 1 else 25
repeats = int(sys.argv[2]) if len(sys.argv) > 2 else None
answer = None
for k in range(1, (repeats or 1) + 1):
    start = time.perf_counter()
    result = workload(size)
    seconds = time.perf_counter() - start
    if repeats:
        print("iter %d %.6f" % (k, seconds), file=sys.stderr)
    assert answer is None or answer == result, "two runs of the same work disagree"
    answer = result
print(answer)
