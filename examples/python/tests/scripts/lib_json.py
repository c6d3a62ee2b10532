import json
v = {'a': [1, 2.5, None, True, False], 'b': {'c': 'é"\\\n\t\x01', 'd': []}, 'e': {}, '1': (1, 2), 2: 3, None: 4, True: 5, 1.5: 6}
print(json.dumps(v))
print(json.dumps(v, ensure_ascii=False), json.dumps('😀'))
print(json.dumps({'b': 1, 'a': [1, {'x': 2}], 'c': []}, indent=2, sort_keys=True))
print(json.dumps([1, [2, 3], {}], indent='\t'), json.dumps({'a': 1, 'b': [1, 2]}, separators=(',', ':')))
print(json.dumps([1e100, 0.1, -0.0, 10 ** 20, float('inf'), float('nan')]), json.dumps({(1, 2): 3, 'a': 1}, skipkeys=True))
class P:
    def __init__(self): self.x = 1
print(json.dumps([P()], default=lambda o: o.__dict__))
for f in (lambda: json.dumps(P()), lambda: json.dumps({(1,): 1}), lambda: json.dumps(float('nan'), allow_nan=False), lambda: json.dumps(l)):
    l = []
    l.append(l)
    try:
        f()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(json.loads(' {"a": [1, -2, 3.5e2, "x\\u00e9\\n\\ud83d\\ude00", null, true, false], "b": {}} '))
print(json.loads('[1.0, 1e5, 0, -0, 123456789012345678901234567890, NaN, -Infinity]'), json.loads('"a"'), json.loads(b'[1]'))
print(json.loads('{"a": 1, "b": {"c": 2}}', object_hook=lambda d: sorted(d)), json.loads('{"a": 1, "a": 2}', object_pairs_hook=list), json.loads('[1.5]', parse_float=str))
for s in ('', '[1,]', '{"a" 1}', '{a: 1}', '[1 2]', '"abc', '{"a": 1,}', 'nul', '[1] x', '"\\x"', '"\n"', '\n\n [1, @]', '"\\u12"', '01', '-', '[', '{"a"'):
    try:
        print(json.loads(s))
    except json.JSONDecodeError as e:
        print(repr(s), e, e.lineno, e.colno, e.pos)
data = [{'id': i, 'name': f'n{i}', 'tags': ['a', 'b'], 'v': i / 3} for i in range(200)]
s = json.dumps(data)
print(len(s), json.loads(s) == data)
class E(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set): return sorted(o)
        return super().default(o)
print(json.dumps({'s': {3, 1}}, cls=E))
