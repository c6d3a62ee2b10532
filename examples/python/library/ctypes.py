"""Sizes of C's types. Libraries cannot be loaded."""


class _Simple:
    """A number of a type of C, wrapped around as C does."""

    _size, _signed = 8, True

    def __init__(self, value=0):
        if self._signed is not None:
            n = 8 * self._size
            value &= (1 << n) - 1
            if self._signed and value >> n - 1:
                value -= 1 << n
        self.value = value


def _made(name, size, signed=True):
    return type(name, (_Simple,), {'_size': size, '_signed': signed})


c_byte, c_ubyte = _made('c_byte', 1), _made('c_ubyte', 1, False)
c_short, c_ushort = _made('c_short', 2), _made('c_ushort', 2, False)
c_int, c_uint = _made('c_int', 4), _made('c_uint', 4, False)
c_long, c_ulong = _made('c_long', 8), _made('c_ulong', 8, False)
c_int8, c_uint8, c_int16, c_uint16, c_int32, c_uint32 = c_byte, c_ubyte, c_short, c_ushort, c_int, c_uint
c_longlong = c_int64 = c_ssize_t = c_long
c_ulonglong = c_uint64 = c_size_t = c_ulong
c_float, c_double = _made('c_float', 4, None), _made('c_double', 8, None)


def sizeof(obj_or_type):
    return obj_or_type._size


class CDLL:
    def __init__(self, name, *args, **kwargs):
        raise OSError('libraries of C cannot be loaded: %s' % name)


PyDLL = CDLL
