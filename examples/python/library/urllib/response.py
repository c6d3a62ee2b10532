"""Answers, which never come."""


class addinfourl:
    """An answer with its headers."""

    def __init__(self, fp, headers, url, code=None):
        self.fp = fp
        self.headers = headers
        self.url = url
        self.code = self.status = code


addbase = addclosehook = addinfo = addinfourl
