"""`print` to files of the program and of the library, in loops."""
import io, traceback
class W:
    def __init__(s): s.l=[]
    def write(s, x): s.l.append(x)
    def flush(s): s.l.append('!')
w=W()
for i in range(300):
    print(i, 'a', None, file=w, sep='-', end='|')
    print(file=w); print('x', file=w, flush=True); print(*range(3), file=w)
print(len(w.l), w.l[:20], w.l[-6:])
class S(str):
    def __str__(s): return 'own'
o=io.StringIO()
for i in range(300): print(S('a'), 1.5, [1], file=o)
print(o.getvalue()[-30:], len(o.getvalue()))
class Bad:
    def write(s, x): raise OSError('full')
def f():
    for i in range(100):
        try: print('a', file=Bad())
        except OSError as e: last=e
    return last
print(f())
try: print('a', file=Bad())
except OSError: print([line.strip() for line in traceback.format_exc().splitlines()][-3:])
for kw in ({'sep': 1}, {'end': 2}, {'foo': 1}, {'file': 3}):
    for _ in range(50):
        try: print('a', **{'file': w, **kw})
        except Exception as e: m=(type(e).__name__, str(e))
    print(m)
print('to none', file=None)
class NoWrite: pass
try: print('x', file=NoWrite())
except AttributeError as e: print(e)
