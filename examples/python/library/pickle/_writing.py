"""Taking objects apart. What has been written is numbered, and named by its number when it comes again, so that cycles come to an end."""

from types import MethodType
import copyreg as _copyreg
import struct as _struct
import sys as _sys
from pickle._codes import *
from pickle._codes import OLD_GLOBALS, OLD_NAMES

__name__ = 'pickle'  # Of what is defined here.

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
_BATCH = 1000
_FRAME = 64 * 1024


def _attribute(obj, path):
    for name in path.split('.'):
        if name == '<locals>':
            raise AttributeError("Can't get local attribute %r on %r" % (path, obj))
        obj = getattr(obj, name)
    return obj


def whichmodule(obj, name):
    """The module in which something is found."""
    module = getattr(obj, '__module__', None)
    if module is not None:
        return module
    for module_name, module in list(_sys.modules.items()):
        if module_name in ('__main__', '__mp_main__') or module is None:
            continue
        try:
            if _attribute(module, name) is obj:
                return module_name
        except AttributeError:
            pass
    return '__main__'


class Pickler:
    """Writes objects to a file."""

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError('pickle protocol must be <= %d' % HIGHEST_PROTOCOL)
        if buffer_callback is not None and protocol < 5:
            raise ValueError('buffer_callback needs protocol >= 5')
        try:
            self._file_write = file.write
        except AttributeError:
            raise TypeError("file must have a 'write' attribute") from None
        # The protocols that are text are written as the first that is not.
        self.proto, self.bin, self.fast = max(protocol, 2), True, 0
        self.memo = {}
        self._out = bytearray()
        self._framed = False
        self.fix_imports = fix_imports and protocol < 3

    def clear_memo(self):
        self.memo.clear()

    def dump(self, obj):
        if not hasattr(self, '_file_write'):
            raise PicklingError('Pickler.__init__() was not called by %s.__init__()' % type(self).__name__)
        self._file_write(PROTO + bytes([self.proto]))
        self._framed = self.proto >= 4
        self.save(obj)
        self._out += STOP
        self._flush()

    def _flush(self):
        """Writes what there is, as a frame if it is worth it."""
        out, self._out = bytes(self._out), bytearray()
        if self._framed and len(out) >= 4:
            self._file_write(FRAME + _struct.pack('<Q', len(out)))
        if out:
            self._file_write(out)

    def _large(self, head, data):
        """Bytes too many to be put together with others."""
        if self._framed and len(data) >= _FRAME:
            self._flush()
            self._file_write(head)
            self._file_write(data)
        else:
            self._out += head
            self._out += data

    def memoize(self, obj):
        if self.fast:
            return
        n = len(self.memo)
        self.memo[id(obj)] = n, obj
        if self.proto >= 4:
            self._out += MEMOIZE
        else:
            self._out += BINPUT + bytes([n]) if n < 256 else LONG_BINPUT + _struct.pack('<I', n)

    def _get(self, n):
        self._out += BINGET + bytes([n]) if n < 256 else LONG_BINGET + _struct.pack('<I', n)

    def persistent_id(self, obj):
        return None

    def save(self, obj, save_persistent_id=True):
        if len(self._out) >= _FRAME and self._framed:
            self._flush()
        if save_persistent_id:
            pid = self.persistent_id(obj)
            if pid is not None:
                self.save(pid, False)
                self._out += BINPERSID
                return
        known = self.memo.get(id(obj))
        if known is not None:
            self._get(known[0])
            return
        kind = type(obj)
        reduced = NotImplemented
        override = getattr(self, 'reducer_override', None)
        if override is not None:
            reduced = override(obj)
        if reduced is NotImplemented:
            save = self.dispatch.get(kind)
            if save is not None:
                save(self, obj)
                return
            reduce = getattr(self, 'dispatch_table', _copyreg.dispatch_table).get(kind)
            if reduce is not None:
                reduced = reduce(obj)
            elif issubclass(kind, type):
                self.save_global(obj)
                return
            else:
                reduced = obj.__reduce_ex__(self.proto)
        if isinstance(reduced, str):
            self.save_global(obj, reduced)
            return
        if not isinstance(reduced, tuple):
            raise PicklingError('%r must return string or tuple' % (getattr(obj, '__reduce_ex__', None),))
        if not 2 <= len(reduced) <= 6:
            raise PicklingError('Tuple returned by %r must have two to six elements' % (getattr(obj, '__reduce_ex__', None),))
        self.save_reduce(*reduced, obj=obj)

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not isinstance(args, tuple):
            raise PicklingError('args from save_reduce() must be a tuple')
        if not callable(func):
            raise PicklingError('func from save_reduce() must be callable')
        name = getattr(func, '__name__', '')
        if name == '__newobj_ex__' and self.proto >= 4:
            for part in args:
                self.save(part)
            self._out += NEWOBJ_EX
        elif name == '__newobj_ex__':
            import functools
            cls, plain, named = args
            self.save(functools.partial(cls.__new__, cls, *plain, **named))
            self.save(())
            self._out += REDUCE
        elif name == '__newobj__':
            cls = args[0]
            if not hasattr(cls, '__new__'):
                raise PicklingError('args[0] from __newobj__ args has no __new__')
            if obj is not None and cls is not obj.__class__:
                raise PicklingError('args[0] from __newobj__ args has the wrong class')
            self.save(cls)
            self.save(args[1:])
            self._out += NEWOBJ
        else:
            self.save(func)
            self.save(args)
            self._out += REDUCE
        if obj is not None:
            # It may have come up among its own arguments.
            known = self.memo.get(id(obj))
            if known is not None:
                self._out += POP
                self._get(known[0])
            else:
                self.memoize(obj)
        if listitems is not None:
            self._batch_appends(listitems)
        if dictitems is not None:
            self._batch_setitems(dictitems)
        if state is not None:
            if state_setter is None:
                self.save(state)
                self._out += BUILD
            else:
                self.save(state_setter)
                self.save(obj)
                self.save(state)
                self._out += TUPLE2 + REDUCE + POP

    def save_none(self, obj):
        self._out += NONE

    def save_bool(self, obj):
        self._out += NEWTRUE if obj else NEWFALSE

    def save_long(self, obj):
        if 0 <= obj <= 0xff:
            self._out += BININT1 + bytes([obj])
        elif 0 <= obj <= 0xffff:
            self._out += BININT2 + _struct.pack('<H', obj)
        elif -0x80000000 <= obj <= 0x7fffffff:
            self._out += BININT + _struct.pack('<i', obj)
        else:
            data = encode_long(obj)
            n = len(data)
            self._out += (LONG1 + bytes([n]) if n < 256 else LONG4 + _struct.pack('<i', n)) + data

    def save_float(self, obj):
        self._out += BINFLOAT + _struct.pack('>d', obj)

    def save_bytes(self, obj):
        if self.proto < 3:
            import _codecs
            self.save_reduce(*((bytes, ()) if not obj else (_codecs.encode, (str(obj, 'latin1'), 'latin1'))), obj=obj)
            return
        n = len(obj)
        if n <= 0xff:
            self._out += SHORT_BINBYTES + bytes([n]) + obj
        elif n > 0xffffffff and self.proto >= 4:
            self._large(BINBYTES8 + _struct.pack('<Q', n), obj)
        else:
            self._large(BINBYTES + _struct.pack('<I', n), obj)
        self.memoize(obj)

    def save_bytearray(self, obj):
        if self.proto < 5:
            self.save_reduce(bytearray, (bytes(obj),) if obj else (), obj=obj)
            return
        self._large(BYTEARRAY8 + _struct.pack('<Q', len(obj)), bytes(obj))
        self.memoize(obj)

    def save_str(self, obj):
        data = obj.encode('utf-8', 'surrogatepass')
        n = len(data)
        if n <= 0xff and self.proto >= 4:
            self._out += SHORT_BINUNICODE + bytes([n]) + data
        elif n > 0xffffffff and self.proto >= 4:
            self._large(BINUNICODE8 + _struct.pack('<Q', n), data)
        else:
            self._large(BINUNICODE + _struct.pack('<I', n), data)
        self.memoize(obj)

    def save_tuple(self, obj):
        if not obj:
            self._out += EMPTY_TUPLE
            return
        small = len(obj) <= 3
        if not small:
            self._out += MARK
        for x in obj:
            self.save(x)
        known = self.memo.get(id(obj))
        if known is not None:
            # It contains itself, by way of something else, and is there already.
            self._out += POP * len(obj) if small else POP_MARK
            self._get(known[0])
            return
        self._out += (TUPLE1, TUPLE2, TUPLE3)[len(obj) - 1] if small else TUPLE
        self.memoize(obj)

    def save_list(self, obj):
        self._out += EMPTY_LIST
        self.memoize(obj)
        self._batches(obj, APPEND, APPENDS, self.save, len(obj) > 1)

    def save_dict(self, obj):
        self._out += EMPTY_DICT
        self.memoize(obj)
        self._batch_setitems(obj.items(), len(obj) > 1)

    def _batches(self, items, one, many, save, several=False):
        """Saves so many items at once; if there are several, even the last of them as if there were more."""
        items = iter(items)
        while True:
            part = []
            for x in items:
                part.append(x)
                if len(part) == _BATCH:
                    break
            marked = len(part) > 1 or several and part
            if marked:
                self._out += MARK
            for x in part:
                save(x)
            if part:
                self._out += many if marked else one
            if len(part) < _BATCH:
                return

    def _batch_appends(self, items):
        self._batches(items, APPEND, APPENDS, self.save)

    def _batch_setitems(self, items, several=False):
        def save(pair):
            self.save(pair[0])
            self.save(pair[1])
        self._batches(items, SETITEM, SETITEMS, save, several)

    def save_set(self, obj):
        if self.proto < 4:
            self.save_reduce(set, (list(obj),), obj=obj)
            return
        self._out += EMPTY_SET
        self.memoize(obj)
        items = list(obj)
        for i in range(0, len(items), _BATCH):
            self._out += MARK
            for x in items[i:i + _BATCH]:
                self.save(x)
            self._out += ADDITEMS

    def save_frozenset(self, obj):
        if self.proto < 4:
            self.save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self._out += MARK
        for x in obj:
            self.save(x)
        known = self.memo.get(id(obj))
        if known is not None:
            self._out += POP_MARK
            self._get(known[0])
            return
        self._out += FROZENSET
        self.memoize(obj)

    def save_global(self, obj, name=None):
        name = name or getattr(obj, '__qualname__', None) or obj.__name__
        module = whichmodule(obj, name)
        try:
            found = _attribute(__import__(module, fromlist=['*']), name)
        except (ImportError, KeyError, AttributeError):
            raise PicklingError("Can't pickle %r: it's not found as %s.%s" % (obj, module, name)) from None
        if found is not obj and found != obj:
            raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module, name))
        if self.proto >= 4:
            self.save(module)
            self.save(name)
            self._out += STACK_GLOBAL
        else:
            head, _, last = name.rpartition('.')
            if head:
                self.save_reduce(getattr, (_attribute(__import__(module, fromlist=['*']), head), last), obj=obj)
                return
            if self.fix_imports:
                module, name = OLD_GLOBALS.get((module, name), (OLD_NAMES.get(module, module), name))
            self._out += GLOBAL + ('%s\n%s\n' % (module, name)).encode()
        self.memoize(obj)

    def save_type(self, obj):
        for single in (None, NotImplemented, ...):
            if obj is type(single):
                self.save_reduce(type, (single,), obj=obj)
                return
        self.save_global(obj)

    def save_single(self, obj):
        self.save_global(obj, 'Ellipsis' if obj is ... else 'NotImplemented')

    def save_builtin(self, obj):
        this = getattr(obj, '__self__', None)
        if this is None:
            self.save_global(obj)
        else:
            self.save_reduce(getattr, (this, obj.__name__), obj=obj)

    def save_descriptor(self, obj):
        self.save_reduce(getattr, (obj.__objclass__, obj.__name__), obj=obj)

    def save_method(self, obj):
        self.save_reduce(getattr, (obj.__self__, obj.__func__.__name__), obj=obj)

    def save_range(self, obj):
        self.save_reduce(range, (obj.start, obj.stop, obj.step), obj=obj)

    def save_slice(self, obj):
        self.save_reduce(slice, (obj.start, obj.stop, obj.step), obj=obj)

    def save_complex(self, obj):
        self.save_reduce(complex, (obj.real, obj.imag), obj=obj)

    dispatch = {type(None): save_none, bool: save_bool, int: save_long, float: save_float, bytes: save_bytes, bytearray: save_bytearray, str: save_str,
                tuple: save_tuple, list: save_list, dict: save_dict, set: save_set, frozenset: save_frozenset, type(encode_long): save_global,
                type(len): save_builtin, type(str.join): save_descriptor, type(int.__add__): save_descriptor, type: save_type, type(...): save_single, type(NotImplemented): save_single, MethodType: save_method, type((0).__add__): save_builtin,
                range: save_range, slice: save_slice, complex: save_complex}
