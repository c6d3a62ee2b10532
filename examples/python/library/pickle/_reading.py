"""Putting objects together: a machine with a stack and a memory, whose instructions are in the table at the end."""

import io as _io
import struct as _struct
import sys as _sys
from pickle._codes import *
from pickle._codes import NEW_GLOBALS, NEW_NAMES
from pickle._writing import HIGHEST_PROTOCOL, _attribute

__name__ = 'pickle'  # Of what is defined here.


class _Stop(Exception):
    def __init__(self, value):
        self.value = value


class Unpickler:
    """Reads objects from a file."""

    def __init__(self, file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
        self._file, self.fix_imports, self.encoding, self.errors = file, fix_imports, encoding, errors
        self._buffers = iter(buffers) if buffers is not None else None
        self.memo = {}
        self.proto = 0

    def load(self):
        if not hasattr(self, '_file'):
            raise UnpicklingError('Unpickler.__init__() was not called by %s.__init__()' % type(self).__name__)
        self.stack, self._marks = [], []
        self._frame = None
        table = _TABLE
        try:
            while True:
                code = self.read(1)[0]
                do = table.get(code)
                if do is None:
                    raise UnpicklingError("invalid load key, '%s'." % (chr(code) if 32 < code < 127 else '\\x%02x' % code))
                do(self)
        except _Stop as stop:
            return stop.value
        except IndexError:
            if self.stack:
                raise
            raise UnpicklingError('unpickling stack underflow') from None

    def read(self, n):
        data = b''
        if n == 0:
            return data
        if self._frame is not None:
            data = self._frame.read(n)
            if data and len(data) < n:
                raise UnpicklingError('pickle exhausted before end of frame')
            if not data:
                self._frame = None
        if self._frame is None:
            data = self._file.read(n)
        if len(data) < n:
            raise EOFError('Ran out of input') if not data else UnpicklingError('pickle data was truncated')
        return data

    def readline(self):
        line = self._frame.readline() if self._frame is not None else b''
        line = line or self._file.readline()
        if not line.endswith(b'\n'):
            raise UnpicklingError('pickle data was truncated')
        return line[:-1]

    def number(self, form):
        return _struct.unpack(form, self.read(_struct.calcsize(form)))[0]

    def pop_mark(self):
        if not self._marks:
            raise UnpicklingError('could not find MARK')
        items, self.stack = self.stack, self._marks.pop()
        return items

    def persistent_load(self, pid):
        raise UnpicklingError('unsupported persistent id encountered')

    def find_class(self, module, name):
        if self.proto < 3 and self.fix_imports:
            module, name = NEW_GLOBALS.get((module, name), (NEW_NAMES.get(module, module), name))
        found = __import__(module, fromlist=['*'])
        return _attribute(found, name) if self.proto >= 4 else getattr(found, name)

    def instantiate(self, cls, args):
        self.stack.append(cls(*args))

    def text(self, data):
        return data if self.encoding == 'bytes' else data.decode(self.encoding, self.errors)


def _proto(u):
    u.proto = u.read(1)[0]
    if u.proto > HIGHEST_PROTOCOL:
        raise ValueError('unsupported pickle protocol: %d' % u.proto)


def _frame(u):
    n = u.number('<Q')
    if u._frame is not None and u._frame.read(1):
        raise UnpicklingError('beginning of a new frame before end of current frame')
    u._frame = None
    u._frame = _io.BytesIO(u.read(n))


def _stop(u):
    raise _Stop(u.stack.pop())


def _mark(u):
    u._marks.append(u.stack)
    u.stack = []


def _pop(u):
    if u.stack:
        u.stack.pop()
    else:
        u.pop_mark()


def _dup(u):
    u.stack.append(u.stack[-1])


def _int_text(u):
    data = u.readline()
    u.stack.append({b'00': False, b'01': True}[data] if data in (b'00', b'01') else int(data, 0))


def _long_text(u):
    data = u.readline()
    u.stack.append(int(data[:-1] if data.endswith(b'L') else data, 0))


def _string_text(u):
    data = u.readline()
    if len(data) < 2 or data[0] != data[-1] or data[0] not in b'"\'':
        raise UnpicklingError('the STRING opcode argument must be quoted')
    u.stack.append(u.text(eval('b' + data.decode('latin-1'))))


def _unicode_text(u):
    line = u.readline().decode('latin-1')
    out, i = [], 0
    while i < len(line):
        n = {'\\u': 4, '\\U': 8}.get(line[i:i + 2])
        out.append(chr(int(line[i + 2:i + 2 + n], 16)) if n else line[i])
        i += n + 2 if n else 1
    u.stack.append(''.join(out))


def _long_bytes(form):
    def load(u):
        n = u.number(form)
        if n < 0:
            raise UnpicklingError('LONG pickle has negative byte count')
        u.stack.append(decode_long(u.read(n)))
    return load


def _value(make):
    def load(u):
        made = make(u)
        u.stack.append(made)
    return load


def _data(form, make):
    """Something of so many bytes, whose count comes first."""
    return _value(lambda u: make(u, u.read(u.number(form))))


def _last(n):
    """A tuple of the last values."""
    def load(u):
        if len(u.stack) < n:
            raise UnpicklingError('unpickling stack underflow')
        u.stack[-n:] = [tuple(u.stack[-n:])]
    return load


def _appends(u):
    items = u.pop_mark()
    target = u.stack[-1]
    if isinstance(target, list) or hasattr(target, 'extend'):
        target.extend(items)
    else:
        for x in items:
            target.append(x)


def _append(u):
    x = u.stack.pop()
    u.stack[-1].append(x)


def _set_item(u):
    v, k = u.stack.pop(), u.stack.pop()
    u.stack[-1][k] = v


def _pairs(items):
    return {items[i]: items[i + 1] for i in range(0, len(items), 2)}


def _set_items(u):
    items = u.pop_mark()
    target = u.stack[-1]
    for i in range(0, len(items), 2):
        target[items[i]] = items[i + 1]


def _add_items(u):
    items = u.pop_mark()
    target = u.stack[-1]
    if isinstance(target, set):
        target.update(items)
    else:
        for x in items:
            target.add(x)


def _global(u):
    module, name = u.readline().decode(), u.readline().decode()
    u.stack.append(u.find_class(module, name))


def _stack_global(u):
    name, module = u.stack.pop(), u.stack.pop()
    if type(name) is not str or type(module) is not str:
        raise UnpicklingError('STACK_GLOBAL requires str')
    u.stack.append(u.find_class(module, name))


def _reduce(u):
    args = u.stack.pop()
    u.stack[-1] = u.stack[-1](*args)


def _new(u):
    args = u.stack.pop()
    cls = u.stack.pop()
    u.stack.append(cls.__new__(cls, *args))


def _new_ex(u):
    named, args, cls = u.stack.pop(), u.stack.pop(), u.stack.pop()
    u.stack.append(cls.__new__(cls, *args, **named))


def _inst(u):
    module, name = u.readline().decode(), u.readline().decode()
    args = u.pop_mark()
    u.instantiate(u.find_class(module, name), args)


def _obj(u):
    cls, *args = u.pop_mark()
    u.instantiate(cls, args)


def _build(u):
    state = u.stack.pop()
    x = u.stack[-1]
    set_state = getattr(x, '__setstate__', None)
    if set_state is not None:
        set_state(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state:
        own = x.__dict__
        for k, v in state.items():
            own[_sys.intern(k) if type(k) is str else k] = v
    if slots:
        for k, v in slots.items():
            setattr(x, k, v)


def _memo(index):
    def load(u):
        u.memo[index(u)] = u.stack[-1]
    return load


def _known(index):
    def load(u):
        i = index(u)
        if i not in u.memo:
            raise UnpicklingError('Memo value not found at index %d' % i)
        u.stack.append(u.memo[i])
    return load


_TABLE = {
    PROTO: _proto, FRAME: _frame, STOP: _stop, MARK: _mark, POP: _pop, POP_MARK: lambda u: u.pop_mark(), DUP: _dup,
    NONE: _value(lambda u: None), NEWTRUE: _value(lambda u: True), NEWFALSE: _value(lambda u: False),
    INT: _int_text, LONG: _long_text, FLOAT: _value(lambda u: float(u.readline())),
    BININT: _value(lambda u: u.number('<i')), BININT1: _value(lambda u: u.read(1)[0]), BININT2: _value(lambda u: u.number('<H')),
    LONG1: _long_bytes('<B'), LONG4: _long_bytes('<i'), BINFLOAT: _value(lambda u: u.number('>d')),
    STRING: _string_text, BINSTRING: _data('<i', Unpickler.text), SHORT_BINSTRING: _data('<B', Unpickler.text), UNICODE: _unicode_text,
    BINUNICODE: _data('<I', lambda u, d: d.decode()), SHORT_BINUNICODE: _data('<B', lambda u, d: d.decode()), BINUNICODE8: _data('<Q', lambda u, d: d.decode()),
    BINBYTES: _data('<I', lambda u, d: d), SHORT_BINBYTES: _data('<B', lambda u, d: d), BINBYTES8: _data('<Q', lambda u, d: d),
    BYTEARRAY8: _data('<Q', lambda u, d: bytearray(d)),
    EMPTY_TUPLE: _value(lambda u: ()), TUPLE: _value(lambda u: tuple(u.pop_mark())), TUPLE1: _last(1), TUPLE2: _last(2), TUPLE3: _last(3),
    EMPTY_LIST: _value(lambda u: []), LIST: _value(lambda u: u.pop_mark()), APPEND: _append, APPENDS: _appends,
    EMPTY_DICT: _value(lambda u: {}), DICT: _value(lambda u: _pairs(u.pop_mark())), SETITEM: _set_item, SETITEMS: _set_items,
    EMPTY_SET: _value(lambda u: set()), ADDITEMS: _add_items, FROZENSET: _value(lambda u: frozenset(u.pop_mark())),
    GLOBAL: _global, STACK_GLOBAL: _stack_global, REDUCE: _reduce, BUILD: _build, INST: _inst, OBJ: _obj, NEWOBJ: _new, NEWOBJ_EX: _new_ex,
    PERSID: _value(lambda u: u.persistent_load(u.readline().decode('ascii'))), BINPERSID: _value(lambda u: u.persistent_load(u.stack.pop())),
    GET: _known(lambda u: int(u.readline())), BINGET: _known(lambda u: u.read(1)[0]), LONG_BINGET: _known(lambda u: u.number('<I')),
    PUT: _memo(lambda u: int(u.readline())), BINPUT: _memo(lambda u: u.read(1)[0]), LONG_BINPUT: _memo(lambda u: u.number('<I')),
    MEMOIZE: _memo(lambda u: len(u.memo)),
}
_TABLE = {code[0]: do for code, do in _TABLE.items()}
