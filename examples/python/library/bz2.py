"""Compressed files, which cannot be read or written here: each function says so when it is called."""


def _absent(*args, **kwargs):
    raise NotImplementedError('compression is not supported')


open = compress = decompress = BZ2File = BZ2Compressor = BZ2Decompressor = _absent
