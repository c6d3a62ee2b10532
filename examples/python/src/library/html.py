"""Text as part of a page."""

import re as _re

_named = {'amp': '&', 'lt': '<', 'gt': '>', 'quot': '"', 'apos': "'", 'nbsp': '\xa0', 'copy': '\xa9', 'reg': '\xae', 'hellip': '\u2026'}


def escape(s, quote=True):
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    return s.replace('"', '&quot;').replace("'", '&#x27;') if quote else s


def _char(m):
    text = m.group(1)
    if text[0] != '#':
        return _named.get(text, m.group(0))
    number = int(text[2:], 16) if text[1] in 'xX' else int(text[1:])
    return chr(number) if 0 < number < 0xD800 or 0xDFFF < number < 0x110000 else '\ufffd'


def unescape(s):
    """Numbers, and a few names."""
    return _re.sub(r'&(#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z]+);', _char, s) if '&' in s else s
