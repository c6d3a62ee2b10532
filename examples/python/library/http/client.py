"""Answers of servers by number; there is no network, so connections fail."""

from http import HTTPStatus as _HTTPStatus

HTTP_PORT, HTTPS_PORT = 80, 443
globals().update({s.name: s for s in _HTTPStatus})
responses = {s: s.name.replace('_', ' ').title() for s in _HTTPStatus}


class HTTPException(Exception):
    pass


class HTTPResponse:
    """What there never is."""


class HTTPConnection:
    def __init__(self, host, port=None, timeout=None, **other):
        raise OSError(97, 'there is no network')


HTTPSConnection = HTTPConnection
