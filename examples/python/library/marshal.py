"""Plain values as bytes: as text that is read again. Code has no such form."""

version = 4


def dumps(value, version=version):
    _check(value)
    return repr(value).encode('utf-8')


def _check(value):
    if isinstance(value, (tuple, list, set, frozenset)):
        for v in value:
            _check(v)
    elif isinstance(value, dict):
        for k, v in value.items():
            _check(k)
            _check(v)
    elif value is not None and value is not ... and type(value) not in (bool, int, float, complex, str, bytes):
        raise ValueError('unmarshallable object')


def loads(data):
    text = bytes(data).decode('utf-8')
    return eval(text, {'inf': float('inf'), 'nan': float('nan')})


def dump(value, file, version=version):
    file.write(dumps(value))


def load(file):
    return loads(file.read())
