"""Networks, of which there is none: names only, and each use fails."""

AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
SOCK_STREAM, SOCK_DGRAM = 1, 2
error = OSError


class timeout(OSError):
    pass


class gaierror(OSError):
    pass


herror = gaierror


def _absent(*args, **kwargs):
    raise OSError(97, 'there is no network')


def gethostname():
    return 'localhost'


def getfqdn(name=''):
    return name or 'localhost'


class socket:
    def __init__(self, *args, **kwargs):
        _absent()


create_connection = gethostbyname = getaddrinfo = _absent


def getdefaulttimeout():
    return None


def setdefaulttimeout(timeout):
    pass
