# Every kind of statement and expression in `finally`, for every way out of the block: the compiler makes the code of
# `finally` once for each way, so what it notes while it makes one copy must not disturb the next.
import sys
import textwrap
import zlib

# What stands in `finally`; `log` is a list, `n` a number and `seq` a list.
BODIES = """
log.append([k for k in (1, 2)])
---
log.append([(k, j) for k in seq for j in range(k) if j % 2 == 0])
---
log.append([[j * k for j in range(2)] for k in seq])
---
log.append({k for k in seq} | {k: k * n for k in seq}.keys())
---
log.append([f() for f in [lambda: k for k in seq]])
---
log.append([f() for f in [lambda k=k: k + n for k in seq]])
---
log.append(list(k * n for k in seq))
---
log.append([w := k for k in seq] and w)
---
log.append([(lambda y: [y + z for z in seq])(x) for x in seq])
---
log.append((lambda a, *b, c=n, **d: (a, b, c, d))(1, 2, e=3))
---
g = lambda: n + len(log)
log.append(g())
---
def inner(a, b=n, *c, d=[q for q in seq]):
    nonlocal total
    total += a
    return [a + e for e in d], b, c
log.append((inner(1), inner(2, 3, 4), total))
---
def gen():
    try:
        yield from [v for v in seq]
    finally:
        log.append([v for v in 'xy'])
log.append(list(gen()))
---
def fact(k):
    return 1 if k < 2 else k * fact(k - 1)
log.append(fact(5))
---
class C:
    both = [v for v in (1, 2)]
    def m(self):
        return [self.both, __class__.__name__]
log.append(C().m())
---
@(lambda f: [f, n])
def decorated(): pass
log.append(decorated[1])
---
for i in range(3):
    if i == 1:
        continue
    log.append(i)
else:
    log.append('else')
---
for i in seq:
    for j in seq:
        if j == 2:
            break
        log.append((i, j))
    else:
        log.append('none')
---
i = 0
while True:
    i += 1
    if i > 2:
        break
    try:
        continue
    finally:
        log.append([i for _ in 'ab'])
log.append(i)
---
try:
    log.append(1 // (n - n))
except ZeroDivisionError as e:
    log.append(type(e).__name__)
    log.append([str(e)[:k] for k in seq])
---
try:
    raise KeyError('k')
except (ValueError, KeyError) as e:
    log.append((type(e.__context__).__name__, [type(c).__name__ for c in (sys.exc_info()[1], e.__cause__)]))
else:
    log.append('not')
finally:
    log.append([k for k in 'fin'])
---
try:
    raise ExceptionGroup('g', [KeyError(1), ValueError(2)])
except* KeyError as e:
    log.append([x.args for x in e.exceptions])
except* ValueError:
    log.append('value')
---
try:
    pass
except Exception:
    pass
else:
    log.append({k: k for k in seq})
---
with Manager(log) as m, Manager(log, 'b') as m2:
    log.append([m, m2, [k for k in seq]])
---
with Manager(log, 'swallows'):
    raise ValueError([k for k in seq])
---
match seq:
    case [a, *rest] if [r for r in rest]:
        log.append((a, rest))
    case _:
        log.append('none')
---
match {'a': n, 'b': seq}:
    case {'b': [1, x, _], **others}:
        log.append((x, others, [o for o in others]))
---
x = y = [k for k in seq]
x, *y = y
log.append((x, y))
---
t = n
t += (t := 5)
t -= sum(k for k in seq)
log.append(t)
---
d = {}
d['a'], d['b'] = (k for k in (1, 2))
d['a'] += sum([k for k in seq])
del d['b']
log.append(d)
---
x = 1
del x
try:
    x
except UnboundLocalError as e:
    log.append('unbound')
---
log.append(f'{n!r:>{n + 2}}|{[k for k in seq]}|{n:{"0"}{len(seq)}}')
---
log.append(1 < n < sum([k for k in seq]) <= n * n)
---
log.append('big' if [k for k in seq if k > 2] else 'small')
log.append(n and [k for k in seq] or [k for k in ()])
---
log.append(not any(k == n for k in seq))
---
log.append([*seq, *[k for k in 'ab'], n])
log.append({**{'a': 1}, **{k: n for k in 'bc'}})
---
log.append(dict(*[[(k, n) for k in 'ab']], **{k: 1 for k in 'cd'}))
---
log.append(seq[[k for k in (0, 1)][1]:][::-1])
---
assert [k for k in seq], 'no'
log.append('asserted')
---
try:
    assert not [k for k in seq], [k for k in seq]
except AssertionError as e:
    log.append(e.args)
---
import math
from math import floor as fl
log.append([fl(math.sqrt(k)) for k in seq])
---
z: int = [k for k in seq][0]
log.append(z)
---
pass
---
log.append(sorted(locals()) and [k for k in locals() if k == 'n'])
---
log.append(type(sys.exc_info()[1]).__name__)
---
exec('log.append([k for k in seq])')
log.append(eval('[k + 1 for k in seq]'))
---
try:
    raise
except RuntimeError as e:
    log.append('nothing to raise again')
except ArithmeticError:
    log.append('again')
---
print(*[k for k in seq], sep=',', file=Writer(log), end='')
---
if n == 2:
    return [k for k in seq]
log.append(n)
---
if n == 2:
    raise LookupError([k for k in seq])
---
if n == 2:
    raise LookupError('c') from [KeyError(k) for k in seq][0]
---
try:
    return 'inner'
finally:
    log.append([k for k in seq])
---
try:
    raise LookupError(n)
finally:
    log.append([k for k in seq])
---
for k in seq:
    try:
        return [j for j in range(k)]
    finally:
        if k < 2:
            continue
---
while n:
    try:
        raise LookupError(n)
    finally:
        log.append([k for k in seq])
        break
---
with Manager(log, 'swallows'):
    try:
        raise LookupError(n)
    finally:
        return [k for k in seq]
---
global shared
shared = [k for k in seq]
log.append(shared)
shared = 0
---
__debug__ and log.append(Manager.__name__.lower().title().replace('M', [k for k in 'm'][0]))
""".strip('\n').split('\n---\n')

# How the block is left; `FINALLY` stands for what is in `finally`.
WAYS = {
    'end': 'try:\n    pass\nfinally:\n    FINALLY\nreturn "end"',
    'raised': 'try:\n    1 // 0\nfinally:\n    FINALLY\nreturn "end"',
    'caught outside': '''
        try:
            try:
                [][n]
            finally:
                FINALLY
        except IndexError as e:
            log.append(type(e.__context__).__name__)
        return "end"''',
    'return': 'try:\n    return "value"\nfinally:\n    FINALLY',
    'return of a variable': '''
        r = n
        try:
            r += 1
            return r
        finally:
            FINALLY
            r = 9''',
    'return in a comprehension\'s loop': '''
        for q in [k for k in seq]:
            try:
                if q == 2:
                    return [k for k in range(q)]
            finally:
                FINALLY''',
    'break': '''
        for q in seq:
            try:
                if q == 2:
                    break
            finally:
                FINALLY
        return q''',
    'continue': '''
        for q in seq:
            try:
                if q == 2:
                    continue
            finally:
                FINALLY
            log.append(q)
        return q''',
    'break of while': '''
        q = 0
        while q < 5:
            q += 1
            try:
                if q == 1: continue
                if q == 3: break
            finally:
                FINALLY
        return q''',
    'handled': '''
        try:
            raise ValueError(n)
        except ValueError as e:
            log.append(str(e))
        finally:
            FINALLY
        return "end"''',
    'raised in the handler': '''
        try:
            raise ValueError(n)
        except ValueError as e:
            raise OSError(n)
        finally:
            FINALLY''',
    'return in the handler': '''
        try:
            raise ValueError(n)
        except ValueError as e:
            return len(log)
        finally:
            FINALLY''',
    'return in else': '''
        try:
            pass
        except ValueError as e:
            pass
        else:
            return len(log)
        finally:
            FINALLY''',
    'continue in the handler': '''
        for q in seq:
            try:
                raise ValueError(q)
            except ValueError as e:
                if q < 3:
                    continue
                break
            finally:
                FINALLY
        return "end"''',
    'no match': 'try:\n    1 // 0\nexcept ValueError:\n    pass\nfinally:\n    FINALLY',
    'two blocks': '''
        for q in seq:
            try:
                try:
                    if q == 1: continue
                    return q
                finally:
                    FINALLY
            finally:
                log.append([k for k in "outer"])''',
    'twice': '''
        try:
            try:
                return n
            finally:
                FINALLY
        finally:
            FINALLY''',
    'in finally': '''
        try:
            1 // 0
        finally:
            try:
                [][n]
            except IndexError:
                pass
            finally:
                FINALLY''',
    'in a handler': '''
        try:
            1 // 0
        except ZeroDivisionError:
            try:
                return 1
            finally:
                FINALLY''',
    'with around': '''
        with Manager(log, 'swallows'):
            try:
                if n == 2: 1 // 0
            finally:
                FINALLY
        return "end"''',
    'with inside': '''
        try:
            with Manager(log):
                return n
        finally:
            FINALLY''',
    'with inside, raised': '''
        try:
            with Manager(log) as a, Manager(log) as b:
                1 // 0
        finally:
            FINALLY''',
    'except star': '''
        try:
            raise ExceptionGroup('g', [OSError(1), KeyError(2)])
        except* KeyError:
            pass
        finally:
            FINALLY''',
    'match': '''
        match n:
            case 2:
                try:
                    return n
                finally:
                    FINALLY''',
    'deep in loops': '''
        for q in seq:
            for r in seq:
                try:
                    with Manager([]):
                        try:
                            if r == 1: continue
                            break
                        finally:
                            log.append([k for k in (q, r)])
                finally:
                    FINALLY
        return q, r''',
}


class Manager:
    def __init__(self, log, what='enter'):
        self.log, self.what = log, what
    def __enter__(self):
        self.log.append(self.what)
        return self.what
    def __exit__(self, kind, value, trace):
        self.log.append(kind and kind.__name__)
        return self.what == 'swallows' and kind is ZeroDivisionError or kind is ValueError


class Writer:
    def __init__(self, log):
        self.log = log
    def write(self, text):
        self.log.append(text)


def texts(way, body):
    """The lines of a way out with a body in its `finally`, indented for a function."""
    for line in textwrap.dedent(way).strip('\n').split('\n'):
        if line.strip() == 'FINALLY':
            yield from ('        ' + line.replace('FINALLY', '') + b for b in body.split('\n'))
        else:
            yield '        ' + line


def function(way, body, first=''):
    lines = ['def make():', '    total = 0', '    def f(n, seq, log):', '        nonlocal total', first]
    return '\n'.join([*lines, *texts(way, body), '    return f', 'f = make()'])


def defined(text, name='f'):
    space = {'sys': sys, 'Manager': Manager, 'Writer': Writer}
    exec(text, space)
    return space[name]


def shown(e):
    if e is None:
        return 'None'
    return f'{type(e).__name__}({e})<{shown(e.__context__)}<{type(e.__cause__).__name__}'


def called(f, *args):
    log = []
    try:
        got = f(*args, log)
    except Exception as e:
        got = shown(e)
    return f'{log} {got}'


def drive(f, how):
    """Runs a generator that yields before its `try` is left."""
    log = []
    out = []
    g = f(2, [1, 2, 3], log)
    try:
        out.append(next(g))
        if how == 'close':
            out.append(g.close())
        elif how == 'throw':
            out.append(g.throw(KeyError('thrown')))
        elif how == 'send':
            out.append(g.send('sent'))
        out.extend(g)
    except StopIteration as e:
        out.append(('stop', e.value))
    except Exception as e:
        out.append(shown(e))
    return f'{log} {out}'


GENERATOR_WAYS = {
    'yield in try': 'try:\n    log.append((yield 1))\nfinally:\n    FINALLY\nreturn "end"',
    'yield in a loop': '''
        for q in seq:
            try:
                if (yield q): continue
                break
            finally:
                FINALLY''',
    'yield in with': 'try:\n    with Manager(log):\n        yield 1\n        return 5\nfinally:\n    FINALLY',
    'yield in finally': 'try:\n    1 // 0\nfinally:\n    yield [k for k in seq]\n    FINALLY',
    'yield from': 'try:\n    yield from (k for k in seq)\nfinally:\n    FINALLY',
}

# What the functions do is shown as a checksum of it, and as a whole if this is run with an argument.
def show(body, results):
    lines = [f'{got} {names}' for got, names in results.items()]
    print('====', body.replace('\n', '\n     '), f'-> {zlib.crc32(chr(10).join(lines).encode()):08x}')
    for line in lines if len(sys.argv) > 1 else ():
        print('  ', line)


def in_functions(body):
    results = {}
    for name, way in WAYS.items():
        # A name is declared before it is used, so but once.
        if 'global' in body and way.count('FINALLY') > 1:
            continue
        f = defined(function(way, body))
        for number, seq in ((2, [1, 2, 3]), (3, [4])):
            results.setdefault(called(f, number, seq), []).append(f'{name} {number}')
    for name, way in GENERATOR_WAYS.items():
        f = defined(function(way, body))
        for how in ('close', 'throw', 'send', 'next'):
            results.setdefault(drive(f, how), []).append(f'{name}: {how}')
    return results


def in_scopes(body):
    """In a module's and a class's code, which cannot return."""
    results = {}
    if any(word in body for word in ('return', 'total', 'global', 'exec', 'unbound', 'locals', ':= k')):
        return results
    for name, way in WAYS.items():
        if 'return ' in way.replace('return "end"', 'pass').replace('return q', 'pass').replace(', r', ''):
            continue
        way = way.replace('return "end"', 'pass').replace('return q', 'pass').replace('pass, r', 'pass')
        for kind, head in (('module', 'if True:'), ('class', 'class Made:')):
            log = []
            space = {'sys': sys, 'Manager': Manager, 'Writer': Writer, 'n': 2, 'seq': [1, 2, 3], 'log': log}
            try:
                exec('\n'.join([head, *texts(way, body)]), space)
                got = 'end'
            except Exception as e:
                got = shown(e)
            results.setdefault(f'{log} {got}', []).append(f'{name} in a {kind}')
    return results


for body in BODIES:
    results = in_functions(body)
    for got, names in in_scopes(body).items():
        results.setdefault(got, []).extend(names)
    show(body, results)
