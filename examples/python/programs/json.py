# A parser and writer of JSON text.
import sys
import time


class JsonError(ValueError):
    def __init__(self, what, at):
        super().__init__(f"{what} at {at}")
        self.at = at


class Parser:
    ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "r": "\r"}

    def __init__(self, text):
        self.text = text
        self.at = 0

    def parse(self):
        value = self.value()
        self.space()
        if self.at < len(self.text):
            raise JsonError("more text", self.at)
        return value

    def space(self):
        text = self.text
        at = self.at
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        self.at = at

    def peek(self):
        self.space()
        if self.at >= len(self.text):
            raise JsonError("end of text", self.at)
        return self.text[self.at]

    def accept(self, c):
        if self.peek() == c:
            self.at += 1
            return True
        return False

    def expect(self, c):
        if not self.accept(c):
            raise JsonError(f"expected {c!r}", self.at)

    def word(self, word, value):
        if not self.text.startswith(word, self.at):
            raise JsonError("a strange word", self.at)
        self.at += len(word)
        return value

    def value(self):
        c = self.peek()
        if c == "{":
            return self.object()
        if c == "[":
            return self.array()
        if c == '"':
            return self.string()
        if c == "t":
            return self.word("true", True)
        if c == "f":
            return self.word("false", False)
        if c == "n":
            return self.word("null", None)
        return self.number()

    def object(self):
        self.expect("{")
        result = {}
        if self.accept("}"):
            return result
        while True:
            if self.peek() != '"':
                raise JsonError("a name is missing", self.at)
            name = self.string()
            self.expect(":")
            result[name] = self.value()
            if self.accept("}"):
                return result
            self.expect(",")

    def array(self):
        self.expect("[")
        result = []
        if self.accept("]"):
            return result
        while True:
            result.append(self.value())
            if self.accept("]"):
                return result
            self.expect(",")

    def string(self):
        text = self.text
        self.at += 1
        parts = []
        start = self.at
        while True:
            c = text[self.at]
            if c == '"':
                parts.append(text[start : self.at])
                self.at += 1
                return "".join(parts)
            if c == "\\":
                parts.append(text[start : self.at])
                c = text[self.at + 1]
                if c == "u":
                    parts.append(chr(int(text[self.at + 2 : self.at + 6], 16)))
                    self.at += 6
                else:
                    parts.append(self.ESCAPES[c])
                    self.at += 2
                start = self.at
            else:
                self.at += 1

    def number(self):
        start = self.at
        text = self.text
        while self.at < len(text) and text[self.at] in "+-.0123456789eE":
            self.at += 1
        piece = text[start : self.at]
        try:
            return int(piece)
        except ValueError:
            pass
        try:
            return float(piece)
        except ValueError:
            raise JsonError("no value", start) from None


def write(value, out):
    if value is None:
        out.append("null")
    elif value is True:
        out.append("true")
    elif value is False:
        out.append("false")
    elif isinstance(value, (int, float)):
        out.append(repr(value))
    elif isinstance(value, str):
        out.append('"')
        for c in value:
            if c in '"\\':
                out.append("\\" + c)
            elif c < " ":
                out.append(f"\\u{ord(c):04x}")
            else:
                out.append(c)
        out.append('"')
    elif isinstance(value, list):
        out.append("[")
        for i, item in enumerate(value):
            if i:
                out.append(", ")
            write(item, out)
        out.append("]")
    else:
        out.append("{")
        for i, (name, item) in enumerate(value.items()):
            if i:
                out.append(", ")
            write(name, out)
            out.append(": ")
            write(item, out)
        out.append("}")


def sample():
    people = []
    for i in range(20):
        people.append(
            f'{{"id": {i}, "name": "person {i}", "score": {i * 37 % 101 / 8}, "tags": ["a{i}", "b\\n\\u00e9\\"{i}"], '
            f'"active": {"true" if i % 3 else "false"}, "next": {"null" if i == 19 else i + 1}, "empty": [{{}}, []], "e": -1.5e{i % 7}}}'
        )
    return "[" + ",\n  ".join(people) + "]"


BAD = ["", "[1, 2", '{"a" 1}', "[1,, 2]", "nul", "[1] 2", "{1: 2}", "-"]


def main(n):
    text = sample()
    size = 0
    for _ in range(n):
        value = Parser(text).parse()
        out = []
        write(value, out)
        again = "".join(out)
        size += len(again)
    same = Parser(again).parse() == value
    errors = []
    for bad in BAD:
        try:
            Parser(bad).parse()
        except JsonError as e:
            errors.append(str(e))
    return f"{size} {same} {again[:150]!r}\n{errors}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 2
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
