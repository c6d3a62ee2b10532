# errno, stat, tempfile, shutil, linecache, warnings, and exceptions that nothing here raises by itself.
import errno
import linecache
import os
import shutil
import stat
import tempfile
import warnings

print(errno.ENOENT, errno.errorcode[13], errno.EAGAIN == errno.EWOULDBLOCK)
try:
    open('/nowhere/at/all')
except OSError as e:
    print(e.errno == errno.ENOENT)
for mode in (0o100644, 0o40755, 0o120777, 0o104755, 0o101777, 0o102600):
    print(stat.filemode(mode), stat.S_ISDIR(mode), stat.S_ISREG(mode), stat.S_ISLNK(mode), oct(stat.S_IMODE(mode)))
with tempfile.TemporaryDirectory(prefix='pre') as place:
    print(os.path.isdir(place), os.path.basename(place)[:3], stat.S_ISDIR(os.stat(place).st_mode))
    a = os.path.join(place, 'a.txt')
    with open(a, 'w') as f:
        f.write('line one\nline two\nlast')
    print(linecache.getline(a, 2), linecache.getline(a, 3), linecache.getline(a, 9), linecache.getlines(a + 'x'), sep='|')
    print(shutil.copy(a, os.path.join(place, 'b.txt'))[-5:], shutil.copyfile(a, a + '2')[-6:])
    inner = os.path.join(place, 'inner', 'deep')
    os.makedirs(inner)
    print(os.path.basename(shutil.copy(a, inner)), os.path.basename(shutil.move(a + '2', inner)), os.path.exists(a + '2'))
    shutil.copytree(os.path.join(place, 'inner'), os.path.join(place, 'copied'), ignore=shutil.ignore_patterns('*.txt2'))
    print(sorted(os.listdir(os.path.join(place, 'copied', 'deep'))), sorted(os.listdir(place)))
    shutil.rmtree(os.path.join(place, 'inner'))
    print(sorted(os.listdir(place)), shutil.rmtree(os.path.join(place, 'no'), ignore_errors=True))
    try:
        shutil.rmtree(os.path.join(place, 'no'))
    except FileNotFoundError as e:
        print(e.errno)
    try:
        shutil.copyfile(a, a)
    except shutil.SameFileError as e:
        print(isinstance(e, OSError))
    with tempfile.NamedTemporaryFile('w', suffix='.x', dir=place) as t:
        t.write('text')
        t.flush()
        # Windows removes no file that is open.
        with open(t.name) as again:
            print(again.read(), t.name.endswith('.x'))
    print(os.path.exists(t.name))
    with tempfile.TemporaryFile() as t:
        t.write(b'bytes')
        t.seek(0)
        print(t.read())
    made = tempfile.mkdtemp(dir=place)
    print(os.listdir(made), shutil.which('sh' if os.name == 'posix' else 'cmd') is not None, shutil.which('no such command'))
print(os.path.exists(place))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    warnings.warn('first')
    warnings.warn('second', DeprecationWarning)
    warnings.warn(RuntimeWarning('third'))
    warnings.warn('first')
    print([(str(w.message), w.category.__name__) for w in seen])
    warnings.simplefilter('ignore', DeprecationWarning)
    warnings.warn('unseen', DeprecationWarning)
    warnings.filterwarnings('error', message='bad.*')
    try:
        warnings.warn('bad news', ResourceWarning)
    except ResourceWarning as e:
        print('raised', e)
    print(len(seen))
try:
    warnings.warn('x', int)
except TypeError as e:
    print(e)
for c in (TimeoutError, ConnectionResetError, BrokenPipeError, InterruptedError, ProcessLookupError, BlockingIOError, ChildProcessError):
    print(c.__name__, c.__mro__[1].__name__, issubclass(c, OSError))
print([issubclass(c, Warning) for c in (FutureWarning, RuntimeWarning, SyntaxWarning, ImportWarning, UnicodeWarning, BytesWarning)], SystemError('x'), BufferError.__mro__[1])
