"""Encoding and decoding by name."""


def encode(obj, encoding='utf-8', errors='strict'):
    return _change(obj, encoding, errors, 0)


def decode(obj, encoding='utf-8', errors='strict'):
    return _change(obj, encoding, errors, 1)


def _rot13(s):
    return ''.join([chr((ord(c) - 97 + 13) % 26 + 97) if 'a' <= c <= 'z' else chr((ord(c) - 65 + 13) % 26 + 65) if 'A' <= c <= 'Z' else c for c in s])


def _of(module, name):
    return lambda data: getattr(__import__(module), name)(data)


# Those that are no encodings of text: how to encode, how to decode.
_OTHERS = {'rot13': (_rot13, _rot13), 'hex': (_of('binascii', 'hexlify'), _of('binascii', 'unhexlify')),
           'base64': (_of('base64', 'encodebytes'), _of('base64', 'decodebytes'))}


def _change(obj, encoding, errors, way):
    plain = encoding.lower().replace('-', '').replace('_', '')
    other = _OTHERS.get(plain[:-5] if plain.endswith('codec') else plain)
    if other is not None:
        return other[way](obj)
    if way == 0:
        if not isinstance(obj, str):
            raise TypeError('utf_8_encode() argument 1 must be str, not %s' % type(obj).__name__)
        return obj.encode(encoding, errors)
    return bytes(obj).decode(encoding, errors)
