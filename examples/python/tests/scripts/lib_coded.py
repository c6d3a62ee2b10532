# json, csv, base64 and binascii: what is plain and what is not, errors and their places, hooks and derived classes.
import base64
import binascii
import collections
import csv
import enum
import io
import json


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e)


texts = [
    '{}', '[]', ' [ ] ', '{"a": 1}', '{"a":1,"b":[1,2,{"c":null}],"a":2}', '"x"', '""', '0', '-0', '-0.0', '1.5e3', '1E-2', '123456789012345678901234567890', '-9223372036854775808', '9223372036854775808',
    '1e400', '-1e400', 'NaN', '[Infinity, -Infinity]', 'true', 'false', 'null', '\n\t [true,\r\n false] ', '"\\u00e9\\n\\t\\"\\\\\\/\\b\\f\\r"', '"\\ud83d\\ude00"', '"é😀"', '{"é": "ü"}',
    '', ' ', '[', ']', '[1', '[1,', '[1,]', '[1 2]', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}', "{'a':1}", '{1:2}', '01', '-', '+1', '1.', '.5', '1e', '1e+', '--1', '1 2', 'nul', 'tru', 'True',
    '"', '"abc', '"\\', '"\\x"', '"\\u12"', '"\\u12g4"', '"\\u 123"', '"a\nb"', '"\t"', '"\x7f"', '[1]x', '\ufeff[]', 'nan', '-Inf', '[[[[[]]]]]', '{"":{"":{}}}', '"\\u0041\\u0000"', '1_000', '１',
]
for t in texts:
    print(repr(t), repr(attempt(json.loads, t)), repr(attempt(json.loads, t.encode())) == repr(attempt(json.loads, t)))
print(attempt(json.loads, "[" * 150 + "]" * 150) is not None, len(json.dumps(json.loads("[" * 120 + "1" + "]" * 120))), attempt(json.loads, 5), attempt(json.loads, None))
many = json.loads("[%s]" % ",".join('{"key": %d, "other": "v%d", "k%d": %d.5}' % (i, i, i % 50, i) for i in range(200)))
print(many[3], many[-1], sum(m["key"] for m in many))
print(json.loads('{"a": 1.0, "b": 2}', parse_float=str, parse_int=lambda s: s + "!"), json.loads('{"a": {"b": 1}}', object_hook=lambda d: sorted(d)), json.loads('{"a": 1, "a": 2}', object_pairs_hook=list),
      json.loads("[NaN]", parse_constant=str), attempt(json.loads, '"\t"', strict=False), json.JSONDecoder().raw_decode("[1] rest"), json.JSONDecoder().decode(" [1] "))


class Shade(enum.IntEnum):
    DARK = 1


class Text(str):
    pass


class Own(json.JSONEncoder):
    def default(self, o):
        return sorted(o) if isinstance(o, set) else super().default(o)


Point = collections.namedtuple("Point", "x y")
circle = [1]
circle.append(circle)
values = [
    None, True, False, 0, -5, 2 ** 70, 1.5, -0.0, 1e100, 1e16, 0.1, "", "plain", 'quo"te\\', "tab\tnew\nline\r\b\f\x00\x1f\x7f", "é😀\u2028", [], {}, (), [1, [2, (3,)], {}], {"a": {"b": []}}, {"b": 1, "a": 2, "é": 3},
    {1: 2, None: 3, True: 4, False: 5, 1.5: 6}, {"k": Shade.DARK}, Text("t"), {Text("k"): 1}, Point(1, 2), collections.OrderedDict(z=1, a=2), collections.Counter("aab"), {3, 1}, b"x", float("nan"), [float("inf")], {(1, 2): 3}, object, circle, range(3), "x" * 50,
]
for v in values:
    for options in ({}, {"indent": 2}, {"indent": "\t", "sort_keys": True}, {"ensure_ascii": False}, {"separators": (",", ":")}, {"cls": Own}, {"default": lambda o: "?"}, {"allow_nan": False}, {"skipkeys": True}, {"indent": 0}, {"sort_keys": True}):
        print(attempt(json.dumps, v, **options), end=" ")
    print()
print(attempt(json.dumps, [1], indent=-1), attempt(json.dumps, [1], separators=(1, 2)), attempt(json.dumps, [1], ensure_ascii=1, sort_keys=0), json.JSONEncoder(indent=1, separators=(";", "=")).encode({"a": [1, 2]}))
out = io.StringIO()
json.dump({"a": [1, None]}, out)
print(out.getvalue(), json.load(io.StringIO(out.getvalue())))
total = 0
for i in range(500):
    back = json.loads(json.dumps({"n": i, "items": [i / 2, str(i), None, {"deep": [True, "é"]}]}))
    total += back["n"] + back["items"][0] + len(back["items"][1])
print(total)

tables = ["", "\n", "a,b\n", 'a,"b,c"\r\n', '"a""b",c\n', 'a"b,c"d\n', '"a"b,c\n', '"multi\nline",x\ny,z\n', 'a,\n', ',\n', ',,', '"",""\n', ' a, "b"\n', '"unclosed\n', 'é,"ü"\n\nlast', "a;b\tc\n", '"x""', '"a" ,b\n', "1,2.5,-3\n"]
for t in tables:
    for options in ({}, {"delimiter": ";"}, {"delimiter": "\t"}, {"quotechar": "'"}, {"skipinitialspace": True}, {"doublequote": False, "escapechar": "\\"}, {"delimiter": "é"}):
        print(attempt(lambda: list(csv.reader(io.StringIO(t), **options))), end=" ")
    print(attempt(lambda: list(csv.reader(t.splitlines(True)))))
reader = csv.reader(['a,"b\n', 'c",d\n', "e\n"])
print(next(reader), reader.line_num, next(reader), reader.line_num, attempt(next, reader))
rows = [[], [""], ["", ""], ["a", 1, 2.5, None, True], ["x,y", 'q"q', "n\nl", "r\rr"], [b"b", Point(1, 2), Shade.DARK], ("t", Text("u")), "str", [" sp ", "é", "'"], [1e16, -0.0, 2 ** 70], (i for i in "gen")]
for options in ({}, {"delimiter": ";", "lineterminator": "\n"}, {"quoting": csv.QUOTE_ALL}, {"quoting": csv.QUOTE_NONNUMERIC}, {"quotechar": "'"}, {"lineterminator": "!a"}, {"doublequote": False, "escapechar": "\\"}):
    out = io.StringIO()
    writer = csv.writer(out, **options)
    print([attempt(writer.writerow, r) for r in rows if not hasattr(r, "send")], attempt(writer.writerow, 5), repr(out.getvalue()))
print(list(csv.DictReader(["a,b\n", "1,2\n", "3\n", "4,5,6\n"])))
out = io.StringIO()
writer = csv.writer(out)
for i in range(1000):
    writer.writerow([i, "name %d" % (i % 7), i / 4, 'say "%d", then' % i])
out.seek(0)
print(sum(int(a) + float(c) + len(b) + len(d) for a, b, c, d in csv.reader(out)))

for data in (b"", b"a", b"ab", b"abc", bytes(range(256)), b"\xff\xfe\xfd"):
    coded = base64.b64encode(data)
    print(coded, base64.b64decode(coded) == data, base64.urlsafe_b64decode(base64.urlsafe_b64encode(data)) == data, binascii.unhexlify(binascii.hexlify(data)) == data, base64.b64decode(base64.b64encode(data, b"_-"), b"_-") == data, binascii.b2a_base64(data))
for text in ("YQ==", "YQ=", "YQ", "Y", "YW=I=", "YWI=", "YWI", "Y W\nI=", "YWJj====", "=YWJj", "YQ==YQ==", "é", "!!!!", "", "====", b"YWJj", bytearray(b"YWJj"), memoryview(b"YWJj"), 5, None):
    print(repr(text) if not isinstance(text, memoryview) else "view", attempt(base64.b64decode, text), attempt(base64.b64decode, text, validate=True), attempt(binascii.a2b_base64, text), end=" ")
    print(attempt(binascii.unhexlify, text))
for text in ("6869", "6A6b", "686", "6 8", "zz", b"6869", "é9", ""):
    print(attempt(binascii.unhexlify, text), end=" ")
print(attempt(base64.b64encode, "text"), attempt(binascii.hexlify, "text"))
check = 0
for i in range(300):
    data = bytes([i & 255, i * 7 & 255]) * (i % 5)
    check += len(base64.b64encode(data)) + (base64.b64decode(base64.b64encode(data)) == data) + (binascii.unhexlify(data.hex()) == data)
print(check)


import pickle



class Plain:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.x == other.x


shared = [1, 2]
loop = [1]
loop.append(loop)
inner = ([],)
inner[0].append(inner)
values = [
    None, True, 0, 255, 256, 65535, 65536, -1, 2 ** 31, -2 ** 31, 2 ** 31 - 1, -2 ** 63, 2 ** 63 - 1, 2 ** 64, -2 ** 40, 1.5, float("inf"), "", "a", "é" * 200, "x" * 300, b"", b"abc", bytes(300), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4),
    [], [1], [1, "two", 3.0], {}, {"a": 1}, {"a": [1, (2, {"b": None})], 3: "c", (1, 2): 4.5, None: True}, [shared, shared], [[]] * 3, ["long text here"] * 2, {1, 2}, frozenset([1]), bytearray(b"x"), [Plain(1)], Plain([2]), range(3), 1j,
    list(range(1000)), list(range(1001)), dict.fromkeys(range(1002), "v"), "y" * 70000, ["z" * 1000] * 100, [str(i) for i in range(20000)], loop, inner, [[[[[[1]]]]]], int, len,
]
for v in values:
    for protocol in (None, 2, 3, 4, 5, -1):
        data = pickle.dumps(v, protocol)
        back = pickle.loads(data)
        shape = repr(v) == repr(back) or v == back
        print(len(data), data[:40] if len(data) < 2000 else data[:12], shape, end=" ")
    print(data[-1:])
back = pickle.loads(pickle.dumps([shared, shared, loop]))
print(back[0] is back[1], back[2][1] is back[2], pickle.loads(bytearray(pickle.dumps([1]))), pickle.loads(memoryview(pickle.dumps([1]))))
deep = []
for i in range(200):
    deep = [deep]
print(len(pickle.dumps(deep)), pickle.loads(pickle.dumps(deep)) == deep)
for data in (b"", b"\x80\x04", b"\x80\x04.", b"\x80\x04N", b"\x80\x04K.", b"\x80\x04K\x01", b"\x80\x04]K\x01a.", b"\x80\x04}K\x01.", b"\x80\x04(K\x01K\x02t.", b"\x80\x04K\x01K\x02.", b"\x80\x04N.rest",
             b"\x80\x04h\x05.", b"\x80\x04]]s.", b"\x80\x04}]K\x01s.", b"\x80\x04(]K\x01a.", b"\x80\x06N.", b"\x80\x04\x8c\x02\xff\xfe.", b"\x80\x04\x95\x02\x00\x00\x00\x00\x00\x00\x00N.", b"\x80\x04\x95\xff\x00\x00\x00\x00\x00\x00\x00N.", b"]K\x01a."):
    print(data, attempt(pickle.loads, data))
total = 0
for i in range(300):
    back = pickle.loads(pickle.dumps({"n": i, "items": [i / 2, str(i), None, (True, b"x")], "same": "n"}))
    total += back["n"] + back["items"][0] + len(back["items"][1])
print(total)
