"""The instructions of pickles: each is a byte, with what follows it."""

MARK, STOP, POP, POP_MARK, DUP = b'(', b'.', b'0', b'1', b'2'
PROTO, FRAME = b'\x80', b'\x95'
NONE, NEWTRUE, NEWFALSE = b'N', b'\x88', b'\x89'
# Numbers: as text, or in so many bytes.
INT, LONG, FLOAT = b'I', b'L', b'F'
BININT, BININT1, BININT2, LONG1, LONG4, BINFLOAT = b'J', b'K', b'M', b'\x8a', b'\x8b', b'G'
# Text and bytes.
STRING, BINSTRING, SHORT_BINSTRING = b'S', b'T', b'U'
UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8 = b'V', b'X', b'\x8c', b'\x8d'
BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8 = b'B', b'C', b'\x8e', b'\x96'
# Containers.
EMPTY_TUPLE, TUPLE, TUPLE1, TUPLE2, TUPLE3 = b')', b't', b'\x85', b'\x86', b'\x87'
EMPTY_LIST, LIST, APPEND, APPENDS = b']', b'l', b'a', b'e'
EMPTY_DICT, DICT, SETITEM, SETITEMS = b'}', b'd', b's', b'u'
EMPTY_SET, ADDITEMS, FROZENSET = b'\x8f', b'\x90', b'\x91'
# What is found by name, and instances.
GLOBAL, STACK_GLOBAL, PERSID, BINPERSID = b'c', b'\x93', b'P', b'Q'
REDUCE, BUILD, INST, OBJ, NEWOBJ, NEWOBJ_EX = b'R', b'b', b'i', b'o', b'\x81', b'\x92'
# What has been made before.
GET, BINGET, LONG_BINGET, PUT, BINPUT, LONG_BINPUT, MEMOIZE = b'g', b'h', b'j', b'p', b'q', b'r', b'\x94'

# Modules that had other names when protocol 2 was made.
OLD_NAMES = {'builtins': '__builtin__', 'copyreg': 'copy_reg'}
OLD_GLOBALS = {('builtins', 'int'): ('__builtin__', 'long'), ('builtins', 'str'): ('__builtin__', 'unicode'), ('builtins', 'range'): ('__builtin__', 'xrange')}
NEW_NAMES = {'__builtin__': 'builtins', 'copy_reg': 'copyreg', 'exceptions': 'builtins', 'UserDict': 'collections', 'cPickle': 'pickle'}
NEW_GLOBALS = {old: new for new, old in OLD_GLOBALS.items()}


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


for _class in (PickleError, PicklingError, UnpicklingError):
    _class.__module__ = '_pickle'


def encode_long(x):
    """An integer as bytes, the lowest first."""
    if x == 0:
        return b''
    n = (x.bit_length() >> 3) + 1
    made = x.to_bytes(n, 'little', signed=True)
    if x < 0 and n > 1 and made[-1] == 0xff and made[-2] & 0x80:
        made = made[:-1]
    return made


def decode_long(data):
    return int.from_bytes(data, 'little', signed=True)
