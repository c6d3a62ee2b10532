"""Objects as bytes. Protocols 2 to 5 are written (0 and 1 as 2), and all are read. Not here: buffers out of band.

Example: `loads(dumps([1, 'a']))` is an equal list; of an instance the class's name and the attributes are written, of a function its name.
"""

import _pickles
import io as _io
from pickle._codes import PickleError, PicklingError, UnpicklingError, decode_long, encode_long
from pickle._reading import Unpickler
from pickle._writing import DEFAULT_PROTOCOL, HIGHEST_PROTOCOL, Pickler, whichmodule

__all__ = ['PickleError', 'PicklingError', 'UnpicklingError', 'Pickler', 'Unpickler', 'dump', 'dumps', 'load', 'loads']
format_version = '4.0'
compatible_formats = ['1.0', '1.1', '1.2', '1.3', '2.0', '3.0', '4.0', '5.0']
_Pickler, _Unpickler = Pickler, Unpickler


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    if buffer_callback is None:
        data = _pickles.write(obj, DEFAULT_PROTOCOL if protocol is None else protocol)
        if data is not None:
            return data
    out = _io.BytesIO()
    Pickler(out, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return out.getvalue()


def load(file, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding='ASCII', errors='strict', buffers=None):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    read = _pickles.read(data)
    if read is not None:
        return read[0]
    return load(_io.BytesIO(bytes(data)), fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers)


_dumps, _loads, _dump, _load = dumps, loads, dump, load
