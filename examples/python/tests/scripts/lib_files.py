import io, os, struct, sys, array
s = io.StringIO()
s.write('héllo\n'); print('x', 1, file=s); s.writelines(['a\n', 'b'])
print(repr(s.getvalue()), s.tell(), s.seek(0), s.readline(), s.read(3), s.readlines(), s.read())
s.seek(1); s.write('E'); print(repr(s.getvalue()), list(io.StringIO('a\nb\n')), s.truncate(2), s.getvalue())
b = io.BytesIO(b'abc\ndef')
print(b.read(2), b.readline(), b.read(), b.seek(0), b.write(b'XY'), b.getvalue(), b.tell(), list(io.BytesIO(b'1\n2')), bytes(b.getbuffer()))
with io.StringIO() as t: pass
for f in (lambda: t.read(), lambda: s.write(1), lambda: b.write('x'), lambda: s.seek(-1)):
    try:
        f()
    except (ValueError, TypeError) as e:
        print(type(e).__name__)
# Windows removes no file that is open.
def opened(f, name, *how, **more):
    with open(name, *how, **more) as file:
        return f(file)
d = 'holloway_test_%d_%d' % (os.getpid(), id(s) % 1000)
os.makedirs(os.path.join('/tmp', d, 'a', 'b'))
os.chdir('/tmp/' + d)
with open('x.txt', 'w') as f:
    print(f.write('line 1\nzweí\n'), f.writable(), f.readable(), f.name, f.mode, f.closed)
    print('three', file=f)
print(f.closed, opened(lambda f: f.read(), 'x.txt'))
with open('x.txt') as f:
    print([line for line in f], f.read())
with open('x.txt', 'a') as f: f.write('more')
with open('x.txt', encoding='utf-8') as f:
    print(f.readline(), f.tell(), f.read(4), f.readlines(), f.seek(0), f.read())
with open('x.txt', 'rb') as f:
    print(f.read(3), f.readline(), f.readlines(), f.seek(2), f.read(4), f.tell())
with open('b.bin', 'wb') as f:
    f.write(bytes(range(10))); f.write(bytearray(b'zz'))
with open('b.bin', 'r+b') as f:
    f.seek(3); f.write(b'!!'); f.seek(-2, 2); print(f.read(), f.tell(), f.truncate(5)); f.seek(0); print(f.read())
with open('crlf', 'wb') as f: f.write(b'a\r\nb\rc\n')
print(opened(lambda f: f.readlines(), 'crlf'), opened(lambda f: f.read(), 'crlf', newline=''))
with open('w+', 'w+') as f:
    f.write('abc'); f.seek(1); print(f.read())
for f in (lambda: open('nope'), lambda: open('a'), lambda: open('x.txt', 'x'), lambda: open('x.txt', 'q'), lambda: open('x.txt', 'rw'), lambda: opened(lambda f: f.write('a'), 'x.txt'), lambda: os.remove('nope'), lambda: os.mkdir('a'), lambda: os.rmdir('nope'), lambda: os.listdir('zz')):
    try:
        f()
    except (OSError, ValueError) as e:
        print(type(e).__name__, e, isinstance(e, OSError) and e.errno)
print(sorted(os.listdir()), os.path.exists('a'), os.path.isdir('a/b'), os.path.isfile('x.txt'), os.path.getsize('x.txt'), os.stat('x.txt').st_size)
os.rename('x.txt', 'y.txt')
print(sorted((r, sorted(ds), sorted(fs)) for r, ds, fs in os.walk('.')), os.path.basename(os.getcwd()) == d, sorted(e.name for e in os.scandir('.') if e.is_file()))
for n in os.listdir('.'):
    if os.path.isfile(n): os.remove(n)
os.removedirs('a/b')
os.makedirs('q', exist_ok=True); os.makedirs('q', exist_ok=True); os.rmdir('q')
os.chdir('/tmp'); os.rmdir(d)
p = os.path
print(p.join('a', 'b', '/c', 'd'), p.join('a/', 'b'), p.join('', 'x'), p.split('/a/b/'), p.split('/a'), p.basename('a/b.c'), p.dirname('a/b'), p.splitext('a/b.tar.gz'), p.splitext('.rc'), p.splitext('a.b/c'), p.isabs('/a'), p.normpath('a//b/../c/./'), p.normpath('/../a'), p.relpath('/a/b/c', '/a/d'), p.commonprefix(['abc', 'abd']), p.commonpath(['/a/b', '/a/c']), p.abspath('/x/../y'))
os.environ['HOLLO_X'] = '1'
print(os.environ['HOLLO_X'], os.getenv('NOPE_X', 'd'), os.environ.get('NOPE_X'), 'PATH' in os.environ, os.sep, os.linesep == '\n', os.name == ('nt' if sys.platform == 'win32' else 'posix'), os.path.expandvars('a$HOLLO_X'))
S = struct
print(S.pack('<ihb', 1, -2, 3), S.pack('>I', 258), S.unpack('<ihb', S.pack('<ihb', 1, -2, 3)), S.calcsize('bi'), S.calcsize('<bi'), S.pack('bi', 1, 2), S.pack('3s2x?', b'ab', True), S.unpack('<d', S.pack('<d', 1.5)), S.unpack('>f', S.pack('>f', 0.1)), S.pack('>q', -1), S.unpack('<Q', b'\xff' * 8), S.unpack('2c', b'ab'), S.unpack_from('<H', b'abcd', 2), list(S.iter_unpack('<H', b'abcd')), S.Struct('<hh').pack(1, 2), S.Struct('<hh').size, S.pack('5p', b'abc'))
for f in (lambda: S.pack('b', 300), lambda: S.pack('i'), lambda: S.unpack('i', b'a'), lambda: S.pack('i', 'a'), lambda: S.pack('z', 1), lambda: S.pack('H', -1)):
    try:
        f()
    except S.error as e:
        print('error', e)
a = array.array('i', [3, 1, 2])
a.append(5); a.extend([7, 8]); a[0] = 9; a.insert(1, 4)
print(a, len(a), a[1:3], a.pop(), a.tolist(), a.itemsize, a.typecode, a.index(1), 5 in a, a + a, a * 2, sum(a), a.tobytes(), array.array('d', [1.5, 2]), array.array('B', b'abc'), array.array('f', [0.1]), array.array('i'), a == array.array('i', a.tolist()), sorted(a), array.array('u', 'hi'))
for f in (lambda: a.append('x'), lambda: a.append(2 ** 40), lambda: array.array('B', [-1]), lambda: a[99], lambda: array.array('z'), lambda: array.array('d', ['a'])):
    try:
        f()
    except (TypeError, OverflowError, IndexError, ValueError) as e:
        print(type(e).__name__, e)
d = array.array('d', [0.0]) * 100
for k in range(50):
    for i in range(100):
        d[i] = d[i] + i * k
print(sum(d))
