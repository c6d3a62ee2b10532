# A template engine: text with {{ expressions }} and {% blocks %} becomes a tree of nodes, which is rendered many times.
import sys
import time


class Context:
    def __init__(self, values):
        self.scopes = [values]

    def look_up(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        raise KeyError(name)

    def push(self):
        self.scopes.append({})

    def pop(self):
        self.scopes.pop()

    def set(self, name, value):
        self.scopes[-1][name] = value


class Safe(str):
    """Text that is not escaped again."""


def escape(text):
    if isinstance(text, Safe):
        return text
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


FILTERS = {
    "upper": lambda value, _: str(value).upper(),
    "length": lambda value, _: len(value),
    "default": lambda value, other: value if value else other,
    "safe": lambda value, _: Safe(value),
    "join": lambda value, by: by.join([str(x) for x in value]),
    "add": lambda value, other: value + int(other),
    "cut": lambda value, n: str(value)[: int(n)],
}


class Variable:
    """A name with attributes, keys or indices behind dots."""

    def __init__(self, path):
        self.parts = path.split(".")

    def evaluate(self, context):
        try:
            value = context.look_up(self.parts[0])
            for part in self.parts[1:]:
                if isinstance(value, dict):
                    value = value[part]
                elif part.isdigit():
                    value = value[int(part)]
                else:
                    value = getattr(value, part)
                if callable(value):
                    value = value()
            return value
        except (KeyError, AttributeError, IndexError):
            return ""


class Literal:
    def __init__(self, value):
        self.value = value

    def evaluate(self, context):
        return self.value


class Filtered:
    def __init__(self, inner, name, argument):
        self.inner = inner
        self.function = FILTERS[name]
        self.argument = argument

    def evaluate(self, context):
        return self.function(self.inner.evaluate(context), self.argument)


def expression(text):
    first, *filters = [part.strip() for part in text.split("|")]
    if first.lstrip("-").isdigit():
        node = Literal(int(first))
    elif first.startswith('"'):
        node = Literal(first[1:-1])
    else:
        node = Variable(first)
    for f in filters:
        name, _, argument = f.partition(":")
        node = Filtered(node, name, argument.strip('"'))
    return node


class Text:
    def __init__(self, text):
        self.text = text

    def render(self, context, out):
        out.append(self.text)


class Output:
    def __init__(self, source):
        self.expression = expression(source)

    def render(self, context, out):
        value = self.expression.evaluate(context)
        out.append(escape(value if isinstance(value, str) else str(value)))


class Block:
    def __init__(self, nodes):
        self.nodes = nodes

    def render(self, context, out):
        for node in self.nodes:
            node.render(context, out)


class For:
    def __init__(self, name, source, body):
        self.name = name
        self.source = expression(source)
        self.body = body

    def render(self, context, out):
        values = self.source.evaluate(context)
        context.push()
        for i, value in enumerate(values):
            context.set(self.name, value)
            context.set("index", i + 1)
            context.set("odd", i % 2 == 0)
            self.body.render(context, out)
        context.pop()


class If:
    def __init__(self, test, yes, no):
        self.test = expression(test)
        self.yes = yes
        self.no = no

    def render(self, context, out):
        (self.yes if self.test.evaluate(context) else self.no).render(context, out)


def tokens(text):
    at = 0
    while True:
        start = text.find("{", at)
        while start >= 0 and text[start + 1] not in "{%":
            start = text.find("{", start + 1)
        if start < 0:
            yield "text", text[at:]
            return
        if start > at:
            yield "text", text[at:start]
        close = "}}" if text[start + 1] == "{" else "%}"
        end = text.index(close, start)
        yield ("output" if close == "}}" else "block"), text[start + 2 : end].strip()
        at = end + 2


class Parser:
    def __init__(self, text):
        self.tokens = list(tokens(text))
        self.at = 0

    def block(self, *ends):
        """Nodes up to one of the closing words, and which it was."""
        nodes = []
        while self.at < len(self.tokens):
            kind, text = self.tokens[self.at]
            self.at += 1
            if kind == "text":
                nodes.append(Text(text))
            elif kind == "output":
                nodes.append(Output(text))
            else:
                word, _, rest = text.partition(" ")
                if word in ends:
                    return Block(nodes), word
                nodes.append(self.tag(word, rest))
        return Block(nodes), ""

    def tag(self, word, rest):
        if word == "for":
            name, _, source = rest.partition(" in ")
            return For(name.strip(), source, self.block("endfor")[0])
        if word == "if":
            yes, end = self.block("else", "endif")
            no = self.block("endif")[0] if end == "else" else Block([])
            return If(rest, yes, no)
        raise ValueError("unknown block: " + word)


class Item:
    def __init__(self, name, price, tags):
        self.name = name
        self.price = price
        self.tags = tags

    def total(self):
        return self.price * 119 // 100


PAGE = """<h1>{{ title|upper }}</h1>
<table class="{{ style|default:"plain" }}">{% for item in items %}
<tr class="{% if odd %}odd{% else %}even{% endif %}"><td>{{ index }}</td><td>{{ item.name }}</td><td>{{ item.total|add:1 }}</td>
<td>{% if item.tags %}{% for tag in item.tags %}<b>{{ tag|cut:3 }}</b>{% endfor %} ({{ item.tags|length }}){% else %}none{% endif %}</td></tr>{% endfor %}
</table>
<table>{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table>
{{ missing.thing|default:"nothing" }} {{ rows.2.1 }} {{ note|safe }} {{ names|join:", " }}
"""


def main(n):
    page = Parser(PAGE).block()[0]
    items = [Item(f"thing <{i}>", i * 37 % 100, ["red", "green", "blue"][: i % 4]) for i in range(25)]
    rows = [[i * j for j in range(10)] for i in range(20)]
    size = 0
    for k in range(n):
        context = Context({"title": f"list {k}", "items": items, "rows": rows, "note": "<i>&</i>", "names": ["a", "b&c"]})
        out = []
        page.render(context, out)
        text = "".join(out)
        size += len(text)
    total = 0
    for c in text:
        total = (total * 31 + ord(c)) % 1000000007
    return f"{size} {total}\n{text[:400]}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
