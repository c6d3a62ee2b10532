import json, random, sys
rnd = random.Random(7)
def val(d):
    k = rnd.randrange(12)
    if d == 0 or k < 6:
        return rnd.choice([None, True, False, rnd.randrange(-10**6, 10**6), rnd.random() * 10 ** rnd.randrange(-9, 20), 'text', 'é"\\\n\x01\x7f\u2028😀', '', 2**70, 1.0, -0.0, 1e22])
    if k < 9: return [val(d-1) for _ in range(rnd.randrange(4))]
    if k == 9: return tuple(val(d-1) for _ in range(rnd.randrange(3)))
    return {rnd.choice(['a', 'b', 'key', 'é', 'x"y', '', 5, 'z'])if rnd.random() < .95 else rnd.choice([None, True, 1.5]): val(d-1) for _ in range(rnd.randrange(5))}
n = 0
for i in range(150):
    v = val(4)
    for kw in ({}, {'indent': 2}, {'ensure_ascii': False}, {'separators': (',', ':')}, {'indent': '\t', 'ensure_ascii': False}, {'sort_keys': True}):
        try: t = json.dumps(v, **kw)
        except TypeError as e: t = str(e)
        print(ascii(t))
        try: print(ascii(json.loads(t)))
        except ValueError as e: print(e)
texts = ['', ' ', '[', '[1', '[1,', '[1,]', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}', '"abc', '"a\nb"', '"\\x"', '"\\u12"', '"\\ud83d\\ude00"', '01', '1.', '1.5', '-', '-1', '1e5', '1E+2', '1e', 'nul', 'null', 'NaN', '-Infinity', 'Infinity', 'true false', '1 2', '\ufeff1', '{"a":1,"a":2}', '12345678901234567890123', '-0', '-0.0', '1e400', '[[[[]]]]', ' [ 1 , 2 ] ', '\t{\n}\r', '\x0b1', '"\x7f"', '\u00a01', '[1 2]', '{"a" 1}', '{1:2}', '"' + 'a' * 100 + '"', '[' * 600 + ']' * 600]
for t in texts:
    try: print(ascii(json.loads(t))[:80])
    except ValueError as e: print(type(e).__name__, e)
    except RecursionError: print('deep')
class E(json.JSONEncoder):
    def default(self, o): return {'set': sorted(o)}
print(json.dumps({'a': {3, 1}}, cls=E), json.dumps([1, 'x'], cls=E), json.loads('{"a": 1.5, "b": [2]}', parse_float=str, object_hook=lambda d: sorted(d.items())))
print(json.loads('[1, 2.5]', parse_int=float), json.loads(b'{"a": "\xc3\xa9"}'), json.loads('"a\tb"', strict=False))
l = []; l.append(l)
try: json.dumps(l)
except ValueError as e: print(e)
print(json.dumps({'b': 1, 'a': [1, {'c': ()}]}, indent=4, sort_keys=True), json.dumps([], indent=1), json.dumps({}, indent=1), json.dumps([[]], indent=0))
import collections, enum
P = collections.namedtuple('P', 'x y')
class C(enum.IntEnum): R = 1
print(json.dumps([P(1, 2), C.R, collections.OrderedDict(b=1, a=2), collections.Counter('aab')]), json.dumps(True), json.dumps('x'), json.dumps(float('nan')))
try: json.dumps(float('inf'), allow_nan=False)
except ValueError as e: print(e)
try: json.dumps({(1, 2): 3})
except TypeError as e: print(e)
print(json.dumps({(1, 2): 3, 'a': 1}, skipkeys=True))
