"""Parts of addresses, quoting, and forms."""

import re as _re
from collections import namedtuple as _namedtuple

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
        who, at, where = self.netloc.rpartition('@')
        if where.startswith('['):
            host, _, rest = where[1:].partition(']')
            port = rest[1:] if rest.startswith(':') else ''
        else:
            host, _, port = where.partition(':')
        return (who if at else None), host, port

    @property
    def username(self):
        who = self._split()[0]
        return None if who is None else who.partition(':')[0]

    @property
    def password(self):
        who = self._split()[0]
        if who is None or ':' not in who:
            return None
        return who.partition(':')[2]

    @property
    def hostname(self):
        host = self._split()[1]
        name, percent, zone = host.partition('%')
        return name.lower() + percent + zone or None

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


class SplitResult(_Parts, _namedtuple('SplitResult', 'scheme netloc path query fragment')):
    def geturl(self):
        return urlunsplit(self)


class ParseResult(_Parts, _namedtuple('ParseResult', 'scheme netloc path params query fragment')):
    def geturl(self):
        return urlunparse(self)


class DefragResult(_namedtuple('DefragResult', 'url fragment')):
    def geturl(self):
        return self.url + '#' + self.fragment if self.fragment else self.url


class SplitResultBytes(_Parts, _namedtuple('SplitResultBytes', 'scheme netloc path query fragment')):
    pass


class ParseResultBytes(_Parts, _namedtuple('ParseResultBytes', 'scheme netloc path params query fragment')):
    pass


def _as_text(*parts):
    """Text of the parts, and what to do with results: bytes go in and out."""
    if all(isinstance(p, str) for p in parts):
        return parts, None
    if any(isinstance(p, str) and p for p in parts):
        raise TypeError('Cannot mix str and non-str arguments')
    return [p.decode('ascii') if p else '' for p in parts], lambda r: r.encode('ascii')


def urlsplit(url, scheme='', allow_fragments=True):
    (url, scheme), back = _as_text(url, scheme)
    if back:
        return SplitResultBytes(*map(back, urlsplit(url, scheme, allow_fragments)))
    url = url.lstrip(''.join(map(chr, range(33)))).replace('\n', '').replace('\r', '').replace('\t', '')
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
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme='', allow_fragments=True):
    if not isinstance(url, str):
        return ParseResultBytes(*[p.encode('ascii') for p in urlparse(url.decode('ascii'), scheme and scheme.decode('ascii'), allow_fragments)])
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params and ';' in path:
        semicolon = path.find(';', path.rfind('/') + 1)
        if semicolon >= 0:
            path, params = path[:semicolon], path[semicolon + 1:]
    return ParseResult(scheme, netloc, path, params, query, fragment)


def urlunparse(components):
    parts, back = _as_text(*components)
    scheme, netloc, path, params, query, fragment = parts
    made = urlunsplit((scheme, netloc, path + ';' + params if params else path, query, fragment))
    return back(made) if back else made


def urlunsplit(components):
    parts, back = _as_text(*components)
    scheme, netloc, url, query, fragment = parts
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
    return back(url) if back else url


def urljoin(base, url, allow_fragments=True):
    if not base or not url:
        return url or base
    (base, url), back = _as_text(base, url)
    if back:
        return back(urljoin(base, url, allow_fragments))
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
    if '#' in url:
        s, n, p, a, q, fragment = urlparse(url)
        return DefragResult(urlunparse((s, n, p, a, q, '')), fragment)
    return DefragResult(url, '')


def unquote_to_bytes(string):
    data = string.encode('utf-8') if isinstance(string, str) else bytes(string)
    if b'%' not in data:
        return data
    parts = data.split(b'%')
    out = [parts[0]]
    for part in parts[1:]:
        try:
            out.append(bytes([int(part[:2], 16)]) if len(part) >= 2 else b'%')
            out.append(part[2:] if len(part) >= 2 else part)
        except ValueError:
            out.append(b'%' + part)
    return b''.join(out)


def unquote(string, encoding='utf-8', errors='replace'):
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        return string
    return _re.sub(r'(?:%[0-9a-fA-F]{2})+', lambda m: bytes.fromhex(m.group().replace('%', '')).decode(encoding or 'utf-8', errors or 'replace'), string)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)


def quote(string, safe='/', encoding=None, errors=None):
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode(encoding or 'utf-8', errors or 'strict')
    elif encoding is not None or errors is not None:
        raise TypeError("quote() doesn't support '%s' for bytes" % ('encoding' if encoding is not None else 'errors'))
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    if ' ' not in string if isinstance(string, str) else b' ' not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + (' ' if isinstance(safe, str) else b' '), encoding, errors).replace(' ', '+')


def quote_from_bytes(bs, safe='/'):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    allowed = _SAFE.union(safe.encode('ascii', 'ignore') if isinstance(safe, str) else [c for c in safe if c < 128])
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
    elif not isinstance(query, (list, tuple)) or query and not isinstance(query[0], tuple):
        raise TypeError('not a valid non-string sequence or mapping object')
    out = []
    for k, v in query:
        if doseq and not isinstance(v, (str, bytes)) and hasattr(v, '__len__'):
            out.extend([text(k) + '=' + text(x) for x in v])
        else:
            out.append(text(k) + '=' + text(v))
    return '&'.join(out)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    (qs, separator), back = _as_text(qs, separator if isinstance(qs, str) else separator.encode() if isinstance(separator, str) else separator)
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
            out.append((back(pair[0]), back(pair[1])) if back else pair)
    return out


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&'):
    out = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        out.setdefault(name, []).append(value)
    return out
