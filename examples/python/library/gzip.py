"""Compressed files, as in `bz2`."""

from bz2 import compress, decompress, open, _absent as GzipFile


class BadGzipFile(OSError):
    pass
