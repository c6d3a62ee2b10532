# In which order operands are evaluated, and that what one of them assigns does not reach those read before it: each template with
# operands that tell, and with each pair of operands as a variable and an assignment to it, in each kind of scope.
import re
import sys
import zlib

log = []
OPERATORS = 'add sub mul truediv floordiv mod pow lshift rshift and or xor matmul'.split()


class T:
    """A value that notes what is done with it."""
    def __init__(self, name):
        self.__dict__['name'] = name
    def __repr__(self):
        return self.name
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        log.append(f'{self.name}.{name}')
        return T(f'{self.name}.{name}')
    def __setattr__(self, name, value):
        log.append(f'{self.name}.{name}={value}')
    def __delattr__(self, name):
        log.append(f'del {self.name}.{name}')
    def __getitem__(self, i):
        log.append(f'{self.name}[{i}]')
        return T(f'{self.name}[{i}]')
    def __setitem__(self, i, value):
        log.append(f'{self.name}[{i}]={value}')
    def __delitem__(self, i):
        log.append(f'del {self.name}[{i}]')
    def __call__(self, *args, **kw):
        log.append(f'{self.name}({args}{kw})')
        return T(f'{self.name}()') if not args else args[0]
    def __iter__(self):
        log.append(f'iter {self.name}')
        return iter([T(f'{self.name}0'), T(f'{self.name}1')])
    def keys(self):
        log.append(f'keys {self.name}')
        return [f'{self.name}k']
    def __bool__(self):
        log.append(f'bool {self.name}')
        return not self.name.endswith('0')
    def __hash__(self):
        log.append(f'hash {self.name}')
        return 1
    def __contains__(self, other):
        log.append(f'{other} in {self.name}')
        return True
    def __format__(self, spec):
        log.append(f'format {self.name} {spec}')
        return f'<{self.name}:{spec}>'
    def __str__(self):
        log.append(f'str {self.name}')
        return self.name
    def __index__(self):
        log.append(f'index {self.name}')
        return 1
    def __enter__(self):
        log.append(f'enter {self.name}')
        return T(f'in {self.name}')
    def __exit__(self, *error):
        log.append(f'exit {self.name}')
    def __neg__(self):
        log.append(f'-{self.name}')
        return T(f'(-{self.name})')
    def __mro_entries__(self, bases):
        log.append(f'entries {self.name}')
        return ()


def binary(name, sign):
    def method(self, other):
        log.append(f'{self!r} {sign} {other!r}')
        return T(f'({self!r}{sign}{other!r})')
    return method

for name in OPERATORS:
    setattr(T, f'__{name}__', binary(name, name))
    setattr(T, f'__i{name}__', binary(name, f'i{name}'))
for name in ['eq', 'ne', 'lt', 'le', 'gt', 'ge']:
    setattr(T, f'__{name}__', binary(name, name))
T.__hash__ = lambda self: log.append(f'hash {self.name}') or 1


def t(name):
    log.append(name)
    return T(name)


SIGNS = '+ - * / // % ** << >> & | ^ @'.split()
TEMPLATES = [f'p = A {s} B' for s in SIGNS] + [f'x {s}= B' for s in SIGNS] + [
    f'A.attr {s}= B' for s in SIGNS] + [f'A[B] {s}= C' for s in SIGNS] + [f'p = A {s} B {s} C' for s in SIGNS] + [
    f'p = A {s} B' for s in ['==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'is not']] + [
    f'if A {s} B: p = C' for s in ['==', '!=', '<', '<=', '>', '>=', 'in', 'not in', 'is', 'is not']] + r'''
x += (y := B) + y
A[B:C] += D
A[B:C:D] += E
A.b[C].d += D
A.b.c += B
A[B][C] -= D
p = A < B < C
p = A == B != C in D
p = A is B < C
p = not A < B < C
while A < B <= C: break
if A and B or C: p = D
if not (A or B) and C: p = D
p = A if B else C
p = A if B < C else D
p = (A and B) or (C and D)
p = A or B and not C
p = -A
p = -A ** -B
p = A.b.c(B).d
p = A.m(B, C)
p = A.m(B, k=C)
p = A(B, C, D)
p = A(B, *C, D)
p = A(*B)
p = A(*B, **C)
p = A(*B, *C, k=D, **E)
p = A(B, k=C, *D)
p = A(k=B, **C, l=D)
p = A(**B, **C)
p = A.m(*B, **C)
p = A[B](C)[D](E)
p = A(B)(C)
p = A[B]
p = A[B:C]
p = A[B:C:D]
p = A[B:C, D]
p = A[B, C]
p = A[B][C]
p = [A, B, C]
p = [A, *B, C]
p = A, B
p = A, *B, C
p = {A, B, C}
p = {*A, B, *C}
p = {A: B, C: D}
p = {A: B, **C, D: E}
p = {**A, **B}
p = {'a': A, 'b': B}
p = {1: A, B: 2, 3: C}
p = f'{A}{B}'
p = f'{A!r:{B}}{C:{D}{E}}'
p = f'{A=}{B!s:>10}'
p = f'{A}' f'{B}'
p = [A for q in B]
p = [q for q in A if B for r in C if D]
p = {A: B for q in C}
p = {A for q in B}
p = list(A for q in B for r in C)
p = [[A for q in B] for r in C]
p = lambda q=A, *, r=B: C
p = (lambda q: A)(B)
p = q = A
p = A.b = B
A.b = p = B
A[B] = C
A[B] = C[D] = E
A[B:C] = D
A.b = B
p, q = A, B
p, q = A
p, *q = A
A[B], C.d = D, E
A[B], C.d = D
(A.b, [C[D], *p]) = E, B
[A[B], *C.d] = D
A.b, B.c = B, A
del A[B], C.d
del A.b, (B[C], D.e)
del A[B:C]
with A as p: B
with A as B.c, C as D[E]: p = 1
with A as B[C]: p = D
for A.x in B: C
for A[B] in C: D
for p, A.b in [[B, C]]: D
for p in A, B: C
for p in A: B
assert A, B
assert not A, B
raise A from B
raise (A, B)
@A\n@B\ndef p(q=C, *, r=D) -> E: pass
@A\n@B.c\nclass K(C): pass
class K(A, B): p = C
def p(q: A = B, *r: C, **s: D): pass
p: A = B
A[B]: C = D
A.b: B = C
print(A, B, sep=C, file=D)
return A, B
return A < B
p = (yield A), (yield B)
p = yield from A
match A:\n  case B: C
match A:\n  case p if B: C
match A, B:\n  case [p, q] if C: D
match A:\n  case [p, *q]: C
p = A; p += B; p = p + C
p = (A, (B, [C, {D: E}]))
p = A + (B * C) - D
p = (A if B else C)[D]
p = A[B] + A[C]
p = A.b + B.c
p = A.b + B(C)
p = A if (B and C) else D
p = [A, B][C]
p = slice(A, B)
p = str(A) + repr(B)
p = isinstance(A, B)
p = type(A) is B
p = not (A in B)
p = max(A, B, key=C)
x = A + x + B
x = x + A
x = A + x
x = -x + A
x = x[A] + x
x = x.b(A, x)
x, p = A, x
x, x = A, B
x = p = x + A
x[A] = x = B
x = x[A] = B
x = [x for x in A]
x = A if x else B
x = x and A or x
x = x < A < x
x = x(A)(x)
x = {x: A, B: x}
x = f'{x}{A}{x!r}'
for x in A, x: B
with A as x: B
del x
'''.strip().split('\n')
TEMPLATES = [line.replace('\\n', '\n') for line in TEMPLATES]


def filled(template, operands):
    out = ''
    for i, c in enumerate(template):
        alone = not (template[i - 1:i].isalnum() or template[i + 1:i + 2].isalnum())
        out += operands[c] if c in operands and alone else c
    return out


def operands_of(template):
    return [c for c in 'ABCDE' if filled(template, {c: '\0'}) != template]


def indented(text, n):
    return '\n'.join(' ' * n + line for line in text.split('\n'))


SCOPES = {
    'local': 'def f(x):\n{0}\n    return x\nr = f(t("x"))',
    'cell': 'def f(x):\n{0}\n    return (lambda: x)()\nr = f(t("x"))',
    'nonlocal': 'def make(x):\n  def f():\n    nonlocal x\n{0}\n    return x\n  return f\nr = make(t("x"))()',
    'global': 'def f():\n    global x\n{0}\n    return x\nx = t("x")\nr = f()',
    'module': 'x = t("x")\nif 1:\n{0}\nr = x',
    'class': 'class R:\n    x = t("x")\n{0}\nr = R.x',
}


def run(text):
    log.clear()
    space = {'t': t, 'T': T}
    try:
        code = compile(text, 'text', 'exec')
    except SyntaxError as e:
        return 'SyntaxError'
    try:
        exec(code, space)
        r = space['r']
        if type(r).__name__ == 'generator':
            r = [v for v in r]
        got = f'{r!r}' if not callable(r) or isinstance(r, T) else 'a function'
    except Exception as e:
        got = f'{type(e).__name__}: {e}'
    return re.sub(' at 0x[0-9a-f]+', '', f'{log} {got}')


# What happens is shown as a checksum of it, and as a whole if this is run with an argument.
for template in TEMPLATES:
    names = operands_of(template)
    lines = []
    tell = {c: f't("{c.lower()}")' for c in names}
    variants = [tell]
    for i, a in enumerate(names):
        variants.append({**tell, a: 'x'})
        variants.append({**tell, a: '(x := t("new"))'})
        for b in names[i + 1:]:
            variants.append({**tell, a: 'x', b: '(x := t("new"))'})
            variants.append({**tell, a: '(x := t("new"))', b: 'x'})
            variants.append({**tell, a: '(x := t("new"))', b: '(x := t("newer"))'})
    for scope, around in SCOPES.items():
        if ('return' in template or 'yield' in template) and scope in ('module', 'class'):
            continue
        # All of them where variables are in registers; elsewhere those that tell and those that assign to what was read before.
        for operands in variants if scope == 'local' else variants[:1] + [v for v in variants if 'x' in v.values()][1::2]:
            text = around.format(indented(filled(template, operands), 4))
            lines.append(f'{scope} {list(operands.values())}: {run(text)}')
    print(template.replace('\n', '; '), f'-> {zlib.crc32(chr(10).join(lines).encode()):08x}')
    for line in lines if len(sys.argv) > 1 else ():
        print('  ', line)
