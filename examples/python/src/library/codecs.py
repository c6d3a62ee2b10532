"""Encodings: by name, and files that are in one. Not here: codecs of the program's own, incremental ones, error handlers."""

from _codecs import decode, encode

BOM_UTF8 = b'\xef\xbb\xbf'
BOM_UTF16_LE = BOM_LE = b'\xff\xfe'
BOM_UTF16_BE = BOM_BE = b'\xfe\xff'
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32_LE = b'\xff\xfe\x00\x00'
BOM_UTF32_BE = b'\x00\x00\xfe\xff'


class CodecInfo(tuple):
    """How to encode and how to decode; each answers the result and how much was used."""

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None, incrementaldecoder=None, name=None):
        made = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        made.name, made.encode, made.decode = name, encode, decode
        return made

    def __repr__(self):
        return '<codecs.CodecInfo object for encoding %s at %#x>' % (self.name, id(self))


def lookup(encoding):
    try:
        encode('', encoding)
    except TypeError:
        pass
    name = encoding.lower().replace('_', '-')
    name = {'utf8': 'utf-8', 'latin-1': 'iso8859-1', 'latin1': 'iso8859-1', 'us-ascii': 'ascii', 'iso-8859-1': 'iso8859-1'}.get(name, name)
    return CodecInfo(lambda x, errors='strict': (encode(x, encoding, errors), len(x)), lambda x, errors='strict': (decode(x, encoding, errors), len(x)), name=name)


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    import builtins
    if encoding is None or 'b' in mode:
        return builtins.open(filename, mode)
    return builtins.open(filename, mode, encoding=encoding, errors=errors)
