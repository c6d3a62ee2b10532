# unicodedata, codecs, SHA-3 and BLAKE2, parts of re, literals, contexts, modules by name: what packages ask the library for.
import ast
import codecs
import contextvars
import hashlib
import importlib.util
import io
import pkgutil
import re
import sys
import types
import unicodedata as ud

print([ud.category(c) for c in "aZ5 _-(\u00e9\u4e2d\u0301\n\u20ac\u0378"], ud.name("é"), ascii(ud.lookup("GREEK SMALL LETTER ALPHA")), ud.name("\n", None))
print([ascii(ud.normalize(f, "e\u0301\ufb01\u2460")) for f in ("NFC", "NFD", "NFKC", "NFKD")], ud.combining("\u0301"), ud.is_normalized("NFC", "é"))
print(ud.decimal("\u0665"), ud.digit("\u00b2"), ud.numeric("\u00bd"), ud.decimal("x", -1), [ud.east_asian_width(c) for c in "a\u4e2d\uff21\uff71"])
print(ud.decomposition("é"), [ud.bidirectional(c) for c in "a1 \u05d0\u0627"], ud.mirrored("("))
for f, x in ((ud.name, "\x00"), (ud.lookup, "NO SUCH NAME"), (ud.decimal, "x"), (ud.category, "ab")):
    try:
        print(f(x))
    except (ValueError, KeyError, TypeError) as e:
        print(type(e).__name__)

print(codecs.lookup("UTF8").name, codecs.lookup("latin-1").name, codecs.encode("é", "utf-8"), codecs.decode(b"\xe9", "latin-1"), codecs.BOM_UTF8)
print(codecs.decode(codecs.BOM_UTF8 + b"x", "utf-8-sig"), codecs.getencoder("ascii")("ab"), codecs.getreader("utf-8")(io.BytesIO("ü\nb".encode())).readlines())
d = codecs.getincrementaldecoder("utf-8")()
print([d.decode(b) for b in (b"a\xe4", b"\xb8", b"\xad!")], d.decode(b"", True), "".join(codecs.iterdecode([b"\xc3", b"\xbc"], "utf-8")))
out = io.BytesIO()
codecs.getwriter("utf-16-le")(out).write("hi")
print(out.getvalue())
for bad in ("nosuch", None):
    try:
        codecs.lookup(bad)
    except (LookupError, TypeError) as e:
        print(type(e).__name__)

for name in ("sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"):
    h = getattr(hashlib, name)(b"abc" * 60)
    print(h.name, h.digest_size, h.block_size, h.hexdigest())
print(hashlib.shake_128(b"x").hexdigest(200), hashlib.blake2b(b"", digest_size=20, key=b"k", person=b"p").hexdigest(), hashlib.new("sha3_256").hexdigest())

for text in ("1.5", "-12", ".5", "5.", "x1", "1,234.5", "1.2.3"):
    print(bool(re.match(r"^(([+-]?[0-9]{1,3})(?:,([0-9]{3}))*)?(?(1)\.[0-9]*|\.[0-9]+)?$", text)), end=" ")
print(re.Scanner([(r"[a-z]+", lambda s, t: t.upper()), (r"\s+", None)]).scan("ab cd 1"))
print(re.findall(r"[\uD800-\uDFFFa]|\uD800b", "aéb"), re.findall(r"[^\uD800-\uDBFF]", "xé"))
# One text, searched at many places, forwards and backwards, with characters of several bytes.
text = "añb中c" * 40
p = re.compile("([a-z])(.)?")
print(sum(m.start(2) for m in (p.match(text, i) for i in range(len(text))) if m), [p.search(text, i).span() for i in (150, 3, 77, 0)], p.match(text, 4, 6).span(2))
print([m.span() for m in re.finditer("中c", text[:30])], re.match("b", "añb" * 30, 0), re.compile("b").match("añb" * 30, 2).end())

for source in ("[1, -2.5, 'a\\n' \"b\", (1,), (), {}, {1: [2]}, {3}, None, True, b'x', 1+2j, ...]", " 1, 2", "set()", "0x1F", "'''a\nb'''", "(1)", "# c\n1"):
    print(ast.literal_eval(source))
for bad in ("f()", "1 +", "[1", "a", "1 + 2", "{1: 2, 3}", "-'a'", "1 2"):
    try:
        print(ast.literal_eval(bad))
    except (ValueError, SyntaxError) as e:
        print(type(e).__name__)

v = contextvars.ContextVar("v", default=1)
token = v.set(2)
context = contextvars.copy_context()
print(v.get(), context.run(lambda: (v.set(3), v.get())[1]), v.get(), context[v])
v.reset(token)
print(v.get(), v.get(5))
try:
    contextvars.ContextVar("w").get()
except LookupError:
    print("no value")

print(importlib.util.find_spec("nosuchmodule"), importlib.util.find_spec("pack").name, [m.name for m in pkgutil.iter_modules(["pack"])])


class Lazy(types.ModuleType):
    def __init__(self, name):
        super().__init__(name, "text")
        self.made = 1

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return name * 2


m = Lazy("lazy")
print(m.ab, m.made, m.__name__, m.__doc__, isinstance(m, types.ModuleType), type(m).__name__)
plain = types.ModuleType("plain")
plain.x = 5
print(plain.x, plain.__doc__, repr(plain))


class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        return importlib.util.spec_from_loader(name, Finder) if name.startswith("found") else None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        module.value = module.__name__.upper()


sys.meta_path.append(Finder)
import found1
from found2 import value
print(found1.value, value, sys.modules["found1"] is found1)
try:
    import nosuch.inner
except ModuleNotFoundError as e:
    print(e, e.name)


class Name(str):
    pass


class Two:
    size = 5


print(getattr(Two, Name("size")), hasattr(Two(), Name("nosuch")))
def outer(x):
    def inner(y=2):
        return x + y
    return inner


f = outer(10)
g = types.FunctionType(f.__code__, f.__globals__, "renamed", (5,), f.__closure__)
print(g(), g(1), g.__name__, f())
for make in (lambda: types.FunctionType(f.__code__, {}), lambda: types.FunctionType(1, {}), lambda: next(Two())):
    try:
        make()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(repr(rb"a\n\x41\u00e9\101\q\\\'".decode("unicode-escape")), repr("é".encode("ascii", "backslashreplace").decode("unicode_escape")))
for bad in (b"\\", b"\\x4", b"\\u12"):
    try:
        bad.decode("unicode-escape")
    except UnicodeDecodeError as e:
        print(e)


class Above:
    @property
    def size(self):
        return "property"


class Slotted(Above):
    __slots__ = ("size",)


s = Slotted()
try:
    s.size
except AttributeError as e:
    print("none yet")
for i in range(200):
    s.size = i
print(s.size, Above().size)
