# A lexer for a small language, character by character.
import sys
import time

SOURCE = '''
def area(width, height):
    # the usual product
    if width >= 10 and height != 0x1F:
        return width * height + 3.25e2
    name = "a string with \\\\ an escape"
    while name[0] <= 'z':
        name = name[1:] ** 2 // 3 -> none
'''
KEYWORDS = frozenset(["def", "if", "and", "return", "while", "or", "not"])
PAIRS = {">=", "<=", "==", "!=", "**", "//", "->"}


class Token:
    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line


class Lexer:
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.line = 1

    def skip(self, wanted):
        start = self.at
        text, size = self.text, len(self.text)
        while self.at < size and wanted(text[self.at]):
            self.at += 1
        return text[start : self.at]

    def string(self, quote):
        start = self.at
        self.at += 1
        while self.text[self.at] != quote:
            self.at += 2 if self.text[self.at] == "\\" else 1
        self.at += 1
        return self.text[start : self.at]

    def tokens(self):
        text = self.text
        while self.at < len(text):
            c = text[self.at]
            if c == "\n":
                self.line += 1
                self.at += 1
            elif c.isspace():
                self.at += 1
            elif c == "#":
                self.skip(lambda c: c != "\n")
            elif c.isalpha() or c == "_":
                word = self.skip(lambda c: c.isalnum() or c == "_")
                yield Token("keyword" if word in KEYWORDS else "name", word, self.line)
            elif c.isdigit():
                yield Token("number", self.skip(lambda c: c.isalnum() or c == "."), self.line)
            elif c in "\"'":
                yield Token("string", self.string(c), self.line)
            else:
                pair = text[self.at : self.at + 2]
                sign = pair if pair in PAIRS else c
                self.at += len(sign)
                yield Token("sign", sign, self.line)


def main(n):
    kinds = {}
    total = 0
    for _ in range(n):
        for token in Lexer(SOURCE).tokens():
            kinds[token.kind] = kinds.get(token.kind, 0) + 1
            total = (total * 33 + len(token.text) * token.line) % 1000003
    return f"{total} {sorted(kinds.items())}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 20
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
