"""Text as part of a page."""

import re as _re

# What numbers that are not characters stand for: those that Windows has there.
_WINDOWS = '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178'


def escape(s, quote=True):
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    return s.replace('"', '&quot;').replace("'", '&#x27;') if quote else s


def _number(n):
    if 0x80 <= n <= 0x9F:
        return _WINDOWS[n - 0x80]
    if n == 0 or 0xD800 <= n <= 0xDFFF or n > 0x10FFFF:
        return '\ufffd'
    if n == 0x0D:
        return '\r'
    if n <= 8 or n == 0xB or 0xE <= n <= 0x1F or 0x7F <= n <= 0x9F or 0xFDD0 <= n <= 0xFDEF or n & 0xFFFE == 0xFFFE:
        return ''
    return chr(n)


def _replace_charref(m):
    from html.entities import html5
    text = m.group(1)
    if text[0] == '#':
        return _number(int(text[2:].rstrip(';'), 16) if text[1] in 'xX' else int(text[1:].rstrip(';')))
    if text in html5:
        return html5[text]
    # The longest name that the text begins with.
    for end in range(len(text) - 1, 1, -1):
        if text[:end] in html5:
            return html5[text[:end]] + text[end:]
    return '&' + text


_charref = _re.compile(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)')


def unescape(s):
    return _charref.sub(_replace_charref, s) if '&' in s else s
