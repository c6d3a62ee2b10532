"""What opening an address may raise."""


class URLError(OSError):
    def __init__(self, reason, filename=None):
        self.args = (reason,)
        self.reason = reason
        self.filename = filename

    def __str__(self):
        return '<urlopen error %s>' % (self.reason,)


class HTTPError(URLError):
    def __init__(self, url, code, msg, hdrs, fp):
        self.args = (url, code, msg)
        self.url = self.filename = url
        self.code = self.status = code
        self.msg = self.reason = msg
        self.hdrs = self.headers = hdrs
        self.fp = fp

    def __str__(self):
        return 'HTTP Error %s: %s' % (self.code, self.msg)
