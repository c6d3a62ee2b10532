"""Parts of addresses, quoting, and forms."""

import re as _re
from collections import namedtuple as _namedtuple
from functools import lru_cache as _lru_cache

uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero', 'rtsp', 'rtspu', 'sftp',
                 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = ['', 'ftp', 'http', 'gopher', 'nntp', 'telnet', 'imap', 'wais', 'file', 'mms', 'https', 'shttp', 'snews', 'prospero', 'rtsp',
               'rtspu', 'rsync', 'svn', 'svn+ssh', 'sftp', 'nfs', 'git', 'git+ssh', 'ws', 'wss']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms', 'sftp', 'tel']

_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')
_SCHEME = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.')


class _Parts:
    """What both kinds of results know of the part `netloc`."""

    def _split(self):
        netloc = self.netloc if isinstance(self.netloc, str) else self.netloc.decode('ascii')
        who, at, where = netloc.rpartition('@')
        if where.startswith('['):
            host, _, rest = where[1:].partition(']')
            port = rest[1:] if rest.startswith(':') else ''
        else:
            host, _, port = where.partition(':')
        return (who if at else None), host, port

    def _like(self, text):
        """Text, or bytes where the parts are."""
        return text if isinstance(self.netloc, str) else text.encode('ascii')

    @property
    def username(self):
        who = self._split()[0]
        return None if who is None else self._like(who.partition(':')[0])

    @property
    def password(self):
        who = self._split()[0]
        if who is None or ':' not in who:
            return None
        return self._like(who.partition(':')[2])

    @property
    def hostname(self):
        host = self._split()[1]
        name, percent, zone = host.partition('%')
        return self._like(name.lower() + percent + zone) or None

    @property
    def port(self):
        port = self._split()[2]
        if not port:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError('Port could not be cast to integer value as %r' % port)
        if int(port) > 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)


class _Result:
    """The same result in text or in bytes; the class of the other kind is found by its name."""

    def _other(self, method, suffix, encoding, errors):
        made = globals()[type(self).__name__.removesuffix('Bytes') + suffix]
        return made(*[getattr(p, method)(encoding, errors) for p in self])


class _Text(_Result):
    def encode(self, encoding='ascii', errors='strict'):
        return self._other('encode', 'Bytes', encoding, errors)


class _Bytes(_Result):
    def decode(self, encoding='ascii', errors='strict'):
        return self._other('decode', '', encoding, errors)


class _Split(_Parts):
    def geturl(self):
        return urlunsplit(self)


class _Parsed(_Parts):
    def geturl(self):
        return urlunparse(self)


_SPLIT, _PARSED = 'scheme netloc path query fragment', 'scheme netloc path params query fragment'


class SplitResult(_namedtuple('SplitResult', _SPLIT), _Split, _Text):
    __slots__ = ()


class ParseResult(_namedtuple('ParseResult', _PARSED), _Parsed, _Text):
    __slots__ = ()


class DefragResult(_namedtuple('DefragResult', 'url fragment'), _Text):
    __slots__ = ()

    def geturl(self):
        return self.url + '#' + self.fragment if self.fragment else self.url


class SplitResultBytes(_namedtuple('SplitResultBytes', _SPLIT), _Split, _Bytes):
    __slots__ = ()


class ParseResultBytes(_namedtuple('ParseResultBytes', _PARSED), _Parsed, _Bytes):
    __slots__ = ()


class DefragResultBytes(_namedtuple('DefragResultBytes', 'url fragment'), _Bytes):
    __slots__ = ()

    def geturl(self):
        return self.url + b'#' + self.fragment if self.fragment else self.url


def _as_text(*parts):
    """Text of the parts, and at the end what to do with results: bytes go in and out."""
    text = isinstance(parts[0], str)
    for p in parts[1:]:
        if p and isinstance(p, str) != text:
            raise TypeError('Cannot mix str and non-str arguments')
    if text:
        return *parts, lambda r: r
    return *[p.decode('ascii') if p else '' for p in parts], lambda r: r.encode('ascii')


_EDGES = ''.join(map(chr, range(33)))


def _stripped(text):
    return text.replace('\n', '').replace('\r', '').replace('\t', '')


@_lru_cache(typed=True)
def urlsplit(url, scheme='', allow_fragments=True):
    url, scheme, back = _as_text(url, scheme)
    url, scheme = _stripped(url.lstrip(_EDGES)), _stripped(scheme.strip(_EDGES))
    netloc = query = fragment = ''
    colon = url.find(':')
    if colon > 0 and url[0].isascii() and url[0].isalpha() and _SCHEME.issuperset(url[:colon]):
        scheme, url = url[:colon].lower(), url[colon + 1:]
    if url[:2] == '//':
        end = len(url)
        for c in '/?#':
            at = url.find(c, 2)
            if 0 <= at < end:
                end = at
        netloc, url = url[2:end], url[end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
    if allow_fragments and '#' in url:
        url, _, fragment = url.partition('#')
    if '?' in url:
        url, _, query = url.partition('?')
    return back(SplitResult(scheme, netloc, url, query, fragment))


def urlparse(url, scheme='', allow_fragments=True):
    url, scheme, back = _as_text(url, scheme)
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params and ';' in path:
        semicolon = path.find(';', path.rfind('/') + 1)
        if semicolon >= 0:
            path, params = path[:semicolon], path[semicolon + 1:]
    return back(ParseResult(scheme, netloc, path, params, query, fragment))


def urlunparse(components):
    scheme, netloc, path, params, query, fragment, back = _as_text(*components)
    return back(urlunsplit((scheme, netloc, path + ';' + params if params else path, query, fragment)))


def urlunsplit(components):
    scheme, netloc, url, query, fragment, back = _as_text(*components)
    if netloc or scheme and scheme in uses_netloc and url[:2] != '//':
        if url and url[0] != '/':
            url = '/' + url
        url = '//' + netloc + url
    if scheme:
        url = scheme + ':' + url
    if query:
        url += '?' + query
    if fragment:
        url += '#' + fragment
    return back(url)


def urljoin(base, url, allow_fragments=True):
    if not base:
        return url
    if not url:
        return base
    base, url, back = _as_text(base, url)
    return back(_joined(base, url, allow_fragments))


def _joined(base, url, allow_fragments):
    b = urlparse(base, '', allow_fragments)
    u = urlparse(url, b.scheme, allow_fragments)
    if u.scheme != b.scheme or u.scheme not in uses_relative:
        return url
    if u.scheme in uses_netloc:
        if u.netloc:
            return urlunparse(u)
        u = u._replace(netloc=b.netloc)
    if not u.path and not u.params:
        return urlunparse(u._replace(path=b.path, params=b.params, query=u.query or b.query))
    parts = u.path.split('/')
    if u.path[:1] != '/':
        above = b.path.split('/')
        if above[-1] != '':
            above = above[:-1]
        parts = above[:1] + [p for p in above[1:] if p] + parts if above else parts
        if len(parts) > 2:
            parts[1:-1] = [p for p in parts[1:-1] if p]
    done = []
    for p in parts:
        if p == '..':
            if done:
                done.pop()
        elif p != '.':
            done.append(p)
    if parts[-1] in ('.', '..'):
        done.append('')
    return urlunparse(u._replace(path='/'.join(done) or '/'))


def urldefrag(url):
    url, back = _as_text(url)
    fragment = ''
    if '#' in url:
        s, n, p, a, q, fragment = urlparse(url)
        url = urlunparse((s, n, p, a, q, ''))
    return back(DefragResult(url, fragment))


def unquote_to_bytes(string):
    if not string:
        string.split  # Others are refused.
        return b''
    if isinstance(string, str):
        string = string.encode('utf-8')
    first, *parts = string.split(b'%')
    if not parts:
        return string
    return b''.join([first, *[_BYTES[p[:2]] + p[2:] if p[:2] in _BYTES else b'%' + p for p in parts]])


_BYTES = {(a + b).encode(): bytes.fromhex(a + b) for a in '0123456789abcdefABCDEF' for b in '0123456789abcdefABCDEF'}


def unquote(string, encoding='utf-8', errors='replace'):
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        string.split  # Others are refused.
        return string
    encoding, errors = 'utf-8' if encoding is None else encoding, 'replace' if errors is None else errors
    return _re.sub('[\x00-\x7f]+', lambda m: unquote_to_bytes(m.group()).decode(encoding, errors), string)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)


def quote(string, safe='/', encoding=None, errors=None):
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode('utf-8' if encoding is None else encoding, 'strict' if errors is None else errors)
    elif encoding is not None or errors is not None:
        raise TypeError("quote() doesn't support '%s' for bytes" % ('encoding' if encoding is not None else 'errors'))
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    if isinstance(string, str) and ' ' not in string or isinstance(string, bytes) and b' ' not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + (' ' if isinstance(safe, str) else b' '), encoding, errors).replace(' ', '+')


def quote_from_bytes(bs, safe='/'):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    if not bs:
        return ''
    allowed = _SAFE.union(safe.encode('ascii', 'ignore') if isinstance(safe, str) else bytes([c for c in safe if c < 128]))
    if allowed.issuperset(bs):
        return bs.decode('ascii')
    return ''.join([chr(b) if b in allowed else '%%%02X' % b for b in bs])


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    def text(v):
        if isinstance(v, bytes):
            return quote_via(v, safe)
        return quote_via(v if isinstance(v, str) else str(v), safe, encoding, errors)

    if hasattr(query, 'items'):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError:
            raise TypeError('not a valid non-string sequence or mapping object') from None
    several = bool(doseq)
    out = []
    for k, v in query:
        k = text(k)
        if several and not isinstance(v, (str, bytes)):
            try:
                len(v)
            except TypeError:
                pass
            else:
                out.extend([k + '=' + text(x) for x in v])
                continue
        out.append(k + '=' + text(v))
    return '&'.join(out)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    qs, separator, back = _as_text(qs, separator if isinstance(qs, str) else separator.encode() if isinstance(separator, str) else separator)
    if not separator:
        raise ValueError('Separator must be of type string or bytes.')
    out = []
    if max_num_fields is not None and qs.count(separator) >= max_num_fields:
        raise ValueError('Max number of fields exceeded')
    for part in qs.split(separator) if qs else ():
        if not part and not strict_parsing:
            continue
        name, equals, value = part.partition('=')
        if not equals:
            if strict_parsing:
                raise ValueError('bad query field: %r' % (part,))
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            pair = unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)
            out.append((back(pair[0]), back(pair[1])))
    return out


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    out = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        out.setdefault(name, []).append(value)
    return out
