"""What is known of characters."""

import _unicode

unidata_version = '14.0.0'
_NONE = object()
# Numbers that a character stands for, by its decomposition (`1/2`) or its name.
_NAMED = {'ZERO': 0, 'ONE': 1, 'TWO': 2, 'THREE': 3, 'FOUR': 4, 'FIVE': 5, 'SIX': 6, 'SEVEN': 7, 'EIGHT': 8, 'NINE': 9, 'TEN': 10}


def category(chr, /):
    return _unicode.category(chr)


def combining(chr, /):
    return _unicode.combining(chr)


def normalize(form, unistr, /):
    if not isinstance(form, str) or not isinstance(unistr, str):
        raise TypeError('normalize() arguments must be str')
    return _unicode.normalize(form, unistr) if unistr else ''


def _one(name, chr):
    if not isinstance(chr, str) or len(chr) != 1:
        raise TypeError('%s() argument must be a unicode character, not %s' % (name, type(chr).__name__))


def _given(default, text):
    if default is _NONE:
        raise ValueError(text)
    return default


def name(chr, default=_NONE, /):
    found = _unicode.name(chr)
    if found is None or category(chr) == 'Cc':
        return _given(default, 'no such name')
    return found


def lookup(name, /):
    if isinstance(name, bytes):
        name = name.decode('utf-8', 'replace')
    found = _unicode.lookup(name)
    if found is None:
        raise KeyError("undefined character name '%s'" % name.partition('\0')[0])
    return found


def is_normalized(form, unistr, /):
    return normalize(form, unistr) == unistr


def decimal(chr, default=_NONE, /):
    found = _unicode.decimal(chr)
    return _given(default, 'not a decimal') if found is None else found


def digit(chr, default=_NONE, /):
    found = _unicode.decimal(chr)
    if found is None and chr.isdigit():
        found = _unicode.decimal(_unicode.parts(chr)[1].strip('()., ')[:1] or 'x')
    return _given(default, 'not a digit') if found is None else found


def numeric(chr, default=_NONE, /):
    found = _unicode.decimal(chr)
    if found is None and category(chr) in ('No', 'Nl'):
        above, slash, below = _unicode.parts(chr)[1].strip('()., ').partition('\u2044')
        if above.isdecimal():
            found = int(above) / int(below) if slash else int(above)
        else:
            words = (_unicode.name(chr) or '').split()
            found = _NAMED.get(words[-1]) if words else None
    return _given(default, 'not a numeric character') if found is None else float(found)


def decomposition(chr, /):
    canonical, other = _unicode.parts(chr)
    if canonical != chr:
        # The first step only: what the last character was put to.
        if len(canonical) > 2:
            whole = normalize('NFC', canonical[:-1])
            canonical = whole + canonical[-1] if len(whole) == 1 else canonical
        return ' '.join(['%04X' % ord(c) for c in canonical])
    if other != chr:
        return '<compat> ' + ' '.join(['%04X' % ord(c) for c in other])
    return ''


def east_asian_width(chr, /):
    alone, among = _unicode.width(chr)
    n = ord(chr)
    if 0xFF01 <= n <= 0xFF60 or 0xFFE0 <= n <= 0xFFE6 or n == 0x3000:
        return 'F'
    if 0xFF61 <= n <= 0xFFDC or 0xFFE8 <= n <= 0xFFEE or n == 0x20A9:
        return 'H'
    if alone == 2:
        return 'W'
    if among == 2 or 0xE000 <= n <= 0xF8FF or category(chr) == 'Mn' and 0x300 <= n <= 0x36F:
        return 'A'
    return 'Na' if 0x20 <= n <= 0x7E or n in (0xA2, 0xA3, 0xA5, 0xA6, 0xAC, 0xAF) or 0x27E6 <= n <= 0x27ED or n in (0x2985, 0x2986) else 'N'


def mirrored(chr, /):
    _one('mirrored', chr)
    return int(chr in '()<>[]{}\xab\xbb' or category(chr) in ('Ps', 'Pe', 'Pi', 'Pf') and ord(chr) >= 0x2039 and chr not in '\u201a\u201e\u2018\u2019\u201b\u201c\u201d\u201f')


_RIGHT = ((0x5BE, 0x5BE), (0x5C0, 0x5C0), (0x5C3, 0x5C3), (0x5C6, 0x5C6), (0x5D0, 0x5F4), (0x7C0, 0x85F), (0xFB1D, 0xFB4F))
_ARABIC = ((0x608, 0x608), (0x60B, 0x60B), (0x60D, 0x60D), (0x61B, 0x64A), (0x66D, 0x66F), (0x671, 0x6D5), (0x6FA, 0x74F), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE))


def bidirectional(chr, /):
    """Of letters, digits, marks and spaces; what else has a class of its own is called neutral."""
    n = ord(chr)
    kind = category(chr)
    if kind in ('Mn', 'Me'):
        return 'NSM'
    for first, last in _RIGHT:
        if first <= n <= last:
            return 'R'
    for first, last in _ARABIC:
        if first <= n <= last:
            return 'AL'
    if 0x660 <= n <= 0x669:
        return 'AN'
    if kind == 'Nd' and n < 0x700 or n in (0xB2, 0xB3, 0xB9):
        return 'EN'
    if n in (0xA, 0xD, 0x1C, 0x1D, 0x1E, 0x85, 0x2029):
        return 'B'
    if n in (0x9, 0xB, 0x1F):
        return 'S'
    if kind in ('Zs', 'Zl') or n == 0xC:
        return 'CS' if n == 0xA0 else 'WS'
    if kind in ('Cc', 'Cf'):
        return 'BN'
    if chr in '+-':
        return 'ES'
    if chr in ',./:':
        return 'CS'
    if chr in '#$%\xa2\xa3\xa4\xa5\xb0\xb1' or kind == 'Sc':
        return 'ET'
    if kind == 'Cn':
        return ''
    return 'L' if kind[0] == 'L' or kind in ('Mc', 'Nl', 'Nd', 'Co') else 'ON'
