"""Paths as parts of addresses; there is no network, so opening fails."""

from urllib.error import URLError
from urllib.parse import quote as pathname2url, unquote as url2pathname


class Request:
    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url = url
        self.data = data
        self.headers = dict(headers)
        self.method = method

    def add_header(self, key, value):
        self.headers[key.capitalize()] = value

    def get_method(self):
        return self.method or ('GET' if self.data is None else 'POST')


def urlopen(url, data=None, timeout=None, **other):
    raise URLError('there is no network')


urlretrieve = urlopen
