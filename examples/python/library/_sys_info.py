"""What `sys` says about the interpreter, made when a program first asks for it."""

from collections import namedtuple as _namedtuple


def _facts(name, **values):
    base = _namedtuple(name, values)

    def text(self):
        return 'sys.' + base.__repr__(self)

    return type(name, (base,), {'__slots__': (), '__module__': 'sys', '__repr__': text})(**values)


version_info = _facts('version_info', major=3, minor=11, micro=0, releaselevel='final', serial=0)
flags = _facts(
    'flags', debug=0, inspect=0, interactive=0, optimize=0, dont_write_bytecode=0, no_user_site=0, no_site=0,
    ignore_environment=0, verbose=0, bytes_warning=0, quiet=0, hash_randomization=0, isolated=0, dev_mode=False,
    utf8_mode=1, warn_default_encoding=0, safe_path=False, int_max_str_digits=0,
)
float_info = _facts(
    'float_info', max=1.7976931348623157e308, max_exp=1024, max_10_exp=308, min=2.2250738585072014e-308,
    min_exp=-1021, min_10_exp=-307, dig=15, mant_dig=53, epsilon=2.0 ** -52, radix=2, rounds=1,
)
int_info = _facts(
    'int_info', bits_per_digit=30, sizeof_digit=4, default_max_str_digits=4300, str_digits_check_threshold=640
)
hash_info = _facts(
    'hash_info', width=64, modulus=2 ** 61 - 1, inf=314159, nan=0, imag=1000003, algorithm='siphash13', hash_bits=64,
    seed_bits=128, cutoff=0,
)


class _Implementation:
    """What `sys.implementation` is."""

    name = 'holloway'
    cache_tag = None
    version = version_info
    hexversion = 0x030b00f0

    def __repr__(self):
        return "namespace(name='holloway', version=%r)" % (self.version,)


implementation = _Implementation()
hexversion = 0x030b00f0
api_version = 1013
maxunicode = 0x10FFFF
copyright = ''
prefix = base_prefix = exec_prefix = base_exec_prefix = '/usr'
float_repr_style = 'short'
dont_write_bytecode = True
warnoptions = []
meta_path = []
path_hooks = []
path_importer_cache = {}
orig_argv = []
_xoptions = {}
builtin_module_names = ('_time', 'math', 'sys')
pycache_prefix = None


def getrefcount(obj):
    return 2


def getfilesystemencodeerrors():
    return 'strict'


def gettrace():
    return None


def getprofile():
    return None


def is_finalizing():
    return False


def getswitchinterval():
    return 0.005


def setswitchinterval(interval):
    pass


def audit(event, *args):
    pass


def addaudithook(hook):
    pass


class _Code:
    co_name = co_qualname = co_filename = ''
    co_firstlineno = 0


class _Frame:
    """Stands for every frame: of those of tracebacks code, globals and line are known, of others nothing."""

    f_back = f_trace = None
    f_lineno = f_lasti = 0
    f_globals = {}
    f_locals = {}
    f_builtins = {}
    f_code = _Code()


_last = _Frame()


def frame(code, globals, line):
    made = _Frame()
    made.f_code, made.f_globals, made.f_lineno = code, globals, line
    return made


def _getframe(depth=0):
    frame = _Frame()
    frame.f_back = _last
    return frame
