# What `yield from` delegates to: each way of going on with a generator, over each kind of iterable.
keep = []
def t(label, fn):
    try: print(label, 'ok', fn())
    except BaseException as e: print(label, type(e).__name__, e, type(e.__context__).__name__)
class It:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n > 3: raise StopIteration('end')
        return s.n
class Send(It):
    def send(s, v): print('  send', v); return ('sent', v)
class Throw(It):
    def throw(s, *a): print('  throw', a[0].__name__ if isinstance(a[0], type) else type(a[0]).__name__); return 'thrown'
class Close(It):
    def close(s): print('  close')
class BadClose(It):
    def close(s): raise OSError('close')
class ThrowStop(It):
    def throw(s, *a): raise StopIteration('stopped')
class SendStop(It):
    def send(s, v): raise StopIteration('sendstop')
class NoneSend(It):
    send = None
    throw = None
    close = None
class GetAttr(It):
    def __getattr__(s, n): print('  getattr', n); raise AttributeError(n)
class GetAttrErr(It):
    def __getattr__(s, n): raise OSError(n)
def sub():
    try:
        x = yield 1
        print('  sub got', x)
        y = yield 2
        return 'sub end'
    except KeyError as e:
        print('  sub caught', e)
        yield 'after'
        return 'sub after'
    finally: print('  sub finally')
def ignores():
    while True:
        try: yield 'i'
        except GeneratorExit: pass
def yields_in_finally():
    try: yield 1
    finally: yield 2
SOURCES = {'list': lambda: [1,2,3], 'tuple': lambda: (1,2,3), 'range': lambda: range(3), 'dict': lambda: {1:2,3:4}, 'set': lambda: {1}, 'iter': lambda: iter([1,2]), 'enumerate': lambda: enumerate('ab'), 'zip': lambda: zip('ab','cd'), 'map': lambda: map(str, [1,2]), 'gen': sub, 'genexp': lambda: (i for i in (1,2)), 'It': It, 'Send': Send, 'Throw': Throw, 'Close': Close, 'BadClose': BadClose, 'ThrowStop': ThrowStop, 'SendStop': SendStop, 'NoneSend': NoneSend, 'ignores': ignores, 'yif': yields_in_finally, 'int': lambda: 5, 'none': lambda: None, 'empty': lambda: [], 'callable': lambda: iter(lambda: 3, 4), 'reversed': lambda: reversed([1,2]), 'bytes': lambda: b'ab'}
def outer(make):
    try:
        r = yield from make()
        print('  result', r)
        z = yield 'last'
        print('  z', z)
    except ValueError as e:
        print('  outer caught', e)
        yield 'outer after'
    finally:
        print('  outer finally')
ACTIONS = {
 'none': lambda g: g.send(None), 'send5': lambda g: g.send(5), 'next': lambda g: next(g), 'throwK': lambda g: g.throw(KeyError('k')), 'throwV': lambda g: g.throw(ValueError('v')),
 'throwGE': lambda g: g.throw(GeneratorExit), 'throwSI': lambda g: g.throw(StopIteration('si')), 'close': lambda g: g.close(), 'list': lambda g: list(g), 'throwKI': lambda g: g.throw(KeyboardInterrupt)}
for name, make in SOURCES.items():
    for a1 in ACTIONS:
        try: g.close()
        except BaseException: pass
        if a1 == 'list' and name in ('callable', 'ignores'): continue
        g = outer(make); keep.append(g)
        print('==', name, a1)
        t('first', lambda: next(g))
        t(a1, lambda: ACTIONS[a1](g))
        t('then next', lambda: next(g))
        t('send after', lambda: g.send(7))
        if name not in ('ignores',): t('close', lambda: g.close())
        t('next', lambda: next(g) if name != 'ignores' else 0)
    for a1 in ACTIONS:
        try: g.close()
        except BaseException: pass
        if a1 == 'list' and name in ('callable', 'ignores'): continue
        g = outer(make); keep.append(g)
        t('fresh ' + a1, lambda: ACTIONS[a1](g))
        if name != 'ignores': t('again', lambda: next(g))
keep = []
for wrong in (5, int, None, 'x'):
    g = outer(sub)
    next(g)
    keep.append(g)
    t('throw of no exception', lambda: [1 for g in [sub()] if next(g) and keep.append(g) is None and g.throw(wrong)])
def plain():
    try: yield 1
    except ValueError: yield 'v'
    return 3
for a1 in ACTIONS:
    g = plain(); t('plain fresh ' + a1, lambda: ACTIONS[a1](g)); t('n', lambda: next(g))
    g = plain(); next(g); t('plain ' + a1, lambda: ACTIONS[a1](g)); t('n', lambda: next(g)); t('c', lambda: g.close()); t('done ' + a1, lambda: ACTIONS[a1](g))
def selfrun():
    try: yield from me
    except ValueError as e: yield e
me = selfrun()
t('self', lambda: next(me))
def selfnext():
    yield next(me2)
me2 = selfnext()
t('self2', lambda: next(me2))
def selfclose():
    yield 1
    me3.close()
me3 = selfclose(); next(me3)
t('self3', lambda: next(me3))
# None is left for the end of the program, where interpreters differ in whether they close it.
for g in keep:
    try:
        g.close()
    except BaseException:
        pass
    for _ in range(3):
        try:
            g.throw(KeyError)
        except BaseException:
            pass
