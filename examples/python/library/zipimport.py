"""Modules in archives, which are not looked into."""


class ZipImportError(ImportError):
    pass


class zipimporter:
    def __init__(self, path):
        raise ZipImportError('not a Zip file: %r' % path)
