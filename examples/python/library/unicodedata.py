"""What is known of characters."""

import _unicode
from bisect import bisect_right as _bisect_right

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


# How a character comes from others that it is not canonically, by words of its name; the first that is there counts.
_WAYS = [('NO-BREAK', 'noBreak'), ('NON-BREAKING', 'noBreak'), ('FIGURE SPACE', 'noBreak'), ('DELIMITER TSHEG BSTAR', 'noBreak'), ('FOR VERTICAL', 'vertical'),
         ('FULLWIDTH', 'wide'), ('HALFWIDTH', 'narrow'), ('ISOLATED FORM', 'isolated'), ('INITIAL FORM', 'initial'), ('MEDIAL FORM', 'medial'), ('FINAL FORM', 'final'),
         ('FRACTION', 'fraction'), ('SUPERSCRIPT', 'super'), ('MODIFIER LETTER', 'super'), ('ORDINAL INDICATOR', 'super'), ('TRADE MARK', 'super'), ('SERVICE MARK', 'super'),
         ('SUBSCRIPT', 'sub'), ('CIRCLED', 'circle'), ('SQUARE', 'square'), ('MATHEMATICAL', 'font'), ('DOUBLE-STRUCK', 'font'), ('SCRIPT ', 'font'), ('BLACK-LETTER', 'font'),
         ('PLANCK CONSTANT', 'font'), ('SEGMENTED DIGIT', 'font'), ('HEBREW LETTER WIDE', 'font'), ('ALTERNATIVE', 'font'), ('SMALL ', 'small'), ('', 'compat')]


def decomposition(chr, /):
    """The first step only: what the last character was put to, or what the parts are put together to."""
    canonical, other = _unicode.parts(chr)
    if '\uac00' <= chr <= '\ud7a3':
        return ''  # Syllables of Hangul are put together by a rule.
    if canonical != chr:
        if len(canonical) > 2:
            whole = normalize('NFC', canonical[:-1])
            canonical = whole + canonical[-1] if len(whole) == 1 else canonical
        return ' '.join(['%04X' % ord(c) for c in canonical])
    if other != chr:
        called = _unicode.name(chr) or ''
        way = [way for word, way in _WAYS if word in called and (way != 'small' or 0xFE50 <= ord(chr) <= 0xFE6B)][0]
        return '<%s> ' % way + ' '.join(['%04X' % ord(c) for c in normalize('NFC', other)])
    return ''


# Ranges of characters, by their width among characters of East Asia; others are neutral.
_WIDTHS = {
    'F': '''3000 FF01-FF60 FFE0-FFE6''',
    'H': '''20A9 FF61-FFBE FFC2-FFC7 FFCA-FFCF FFD2-FFD7 FFDA-FFDC FFE8-FFEE''',
    'W': '''1100-115F 231A-231B 2329-232A 23E9-23EC 23F0 23F3 25FD-25FE 2614-2615 2648-2653 267F 2693 26A1 26AA-26AB 26BD-26BE 26C4-26C5 26CE 26D4 26EA 26F2-26F3
        26F5 26FA 26FD 2705 270A-270B 2728 274C 274E 2753-2755 2757 2795-2797 27B0 27BF 2B1B-2B1C 2B50 2B55 2E80-2E99 2E9B-2EF3 2F00-2FD5 2FF0-2FFB 3001-303E
        3041-3096 3099-30FF 3105-312F 3131-318E 3190-31E3 31F0-321E 3220-3247 3250-4DBF 4E00-A48C A490-A4C6 A960-A97C AC00-D7A3 F900-FA6D FA70-FAD9 FE10-FE19
        FE30-FE52 FE54-FE66 FE68-FE6B 16FE0-16FE4 16FF0-16FF1 17000-187F7 18800-18CD5 18D00-18D08 1AFF0-1AFF3 1AFF5-1AFFB 1AFFD-1AFFE 1B000-1B122 1B150-1B152
        1B164-1B167 1B170-1B2FB 1F004 1F0CF 1F18E 1F191-1F19A 1F200-1F202 1F210-1F23B 1F240-1F248 1F250-1F251 1F260-1F265 1F300-1F320 1F32D-1F335 1F337-1F37C
        1F37E-1F393 1F3A0-1F3CA 1F3CF-1F3D3 1F3E0-1F3F0 1F3F4 1F3F8-1F43E 1F440 1F442-1F4FC 1F4FF-1F53D 1F54B-1F54E 1F550-1F567 1F57A 1F595-1F596 1F5A4
        1F5FB-1F64F 1F680-1F6C5 1F6CC 1F6D0-1F6D2 1F6D5-1F6D7 1F6DD-1F6DF 1F6EB-1F6EC 1F6F4-1F6FC 1F7E0-1F7EB 1F7F0 1F90C-1F93A 1F93C-1F945 1F947-1F9FF
        1FA70-1FA74 1FA78-1FA7C 1FA80-1FA86 1FA90-1FAAC 1FAB0-1FABA 1FAC0-1FAC5 1FAD0-1FAD9 1FAE0-1FAE7 1FAF0-1FAF6 20000-2A6DF 2A700-2B738 2B740-2B81D
        2B820-2CEA1 2CEB0-2EBE0 2F800-2FA1D 30000-3134A''',
    'A': '''A1 A4 A7-A8 AA AD-AE B0-B4 B6-BA BC-BF C6 D0 D7-D8 DE-E1 E6 E8-EA EC-ED F0 F2-F3 F7-FA FC FE 101 111 113 11B 126-127 12B 131-133 138 13F-142 144
        148-14B 14D 152-153 166-167 16B 1CE 1D0 1D2 1D4 1D6 1D8 1DA 1DC 251 261 2C4 2C7 2C9-2CB 2CD 2D0 2D8-2DB 2DD 2DF 300-36F 391-3A1 3A3-3A9 3B1-3C1
        3C3-3C9 401 410-44F 451 2010 2013-2016 2018-2019 201C-201D 2020-2022 2024-2027 2030 2032-2033 2035 203B 203E 2074 207F 2081-2084 20AC 2103 2105 2109
        2113 2116 2121-2122 2126 212B 2153-2154 215B-215E 2160-216B 2170-2179 2189 2190-2199 21B8-21B9 21D2 21D4 21E7 2200 2202-2203 2207-2208 220B 220F 2211
        2215 221A 221D-2220 2223 2225 2227-222C 222E 2234-2237 223C-223D 2248 224C 2252 2260-2261 2264-2267 226A-226B 226E-226F 2282-2283 2286-2287 2295 2299
        22A5 22BF 2312 2460-24E9 24EB-254B 2550-2573 2580-258F 2592-2595 25A0-25A1 25A3-25A9 25B2-25B3 25B6-25B7 25BC-25BD 25C0-25C1 25C6-25C8 25CB 25CE-25D1
        25E2-25E5 25EF 2605-2606 2609 260E-260F 261C 261E 2640 2642 2660-2661 2663-2665 2667-266A 266C-266D 266F 269E-269F 26BF 26C6-26CD 26CF-26D3 26D5-26E1
        26E3 26E8-26E9 26EB-26F1 26F4 26F6-26F9 26FB-26FC 26FE-26FF 273D 2776-277F 2B56-2B59 3248-324F E000-F8FF FE00-FE0F FFFD 1F100-1F10A 1F110-1F12D
        1F130-1F169 1F170-1F18D 1F18F-1F190 1F19B-1F1AC E0100-E01EF F0000-FFFFD 100000-10FFFD''',
    'Na': '''20-7E A2-A3 A5-A6 AC AF 27E6-27ED 2985-2986''',
}
# Ranges of characters that are mirrored in text from right to left.
_MIRRORED = '''28-29 3C 3E 5B 5D 7B 7D AB BB F3A-F3D 169B-169C 2039-203A 2045-2046 207D-207E 208D-208E 2140 2201-2204 2208-220D 2211 2215-2216 221A-221D 221F-2222
    2224 2226 222B-2233 2239 223B-224C 2252-2255 225F-2260 2262 2264-226B 226E-228C 228F-2292 2298 22A2-22A3 22A6-22B8 22BE-22BF 22C9-22CD 22D0-22D1
    22D6-22ED 22F0-22FF 2308-230B 2320-2321 2329-232A 2768-2775 27C0 27C3-27C6 27C8-27C9 27CB-27CD 27D3-27D6 27DC-27DE 27E2-27EF 2983-2998 299B-29A0
    29A2-29AF 29B8 29C0-29C5 29C9 29CE-29D2 29D4-29D5 29D8-29DC 29E1 29E3-29E5 29E8-29E9 29F4-29F9 29FC-29FD 2A0A-2A1C 2A1E-2A21 2A24 2A26 2A29 2A2B-2A2E
    2A34-2A35 2A3C-2A3E 2A57-2A58 2A64-2A65 2A6A-2A6D 2A6F-2A70 2A73-2A74 2A79-2AA3 2AA6-2AAD 2AAF-2AD6 2ADC 2ADE 2AE2-2AE6 2AEC-2AEE 2AF3 2AF7-2AFB 2AFD
    2BFE 2E02-2E05 2E09-2E0A 2E0C-2E0D 2E1C-2E1D 2E20-2E29 2E55-2E5C 3008-3011 3014-301B FE59-FE5E FE64-FE65 FF08-FF09 FF1C FF1E FF3B FF3D FF5B FF5D
    FF5F-FF60 FF62-FF63 1D6DB 1D715 1D74F 1D789 1D7C3'''
_tables = {}


def _within(name, text, chr):
    """Whether a character is in one of the ranges of a table, which is read when it is first asked."""
    firsts, lasts = _tables.get(name) or (None, None)
    if firsts is None:
        pairs = [r.split('-') for r in text.split()]
        firsts, lasts = _tables[name] = [int(p[0], 16) for p in pairs], [int(p[-1], 16) for p in pairs]
    at = _bisect_right(firsts, ord(chr)) - 1
    return at >= 0 and ord(chr) <= lasts[at]


def east_asian_width(chr, /):
    _one('east_asian_width', chr)
    for width, text in _WIDTHS.items():
        if _within(width, text, chr):
            return width
    return 'F' if category(chr) == 'Cn' else 'N'  # The reference says so of what is no character.


def mirrored(chr, /):
    _one('mirrored', chr)
    return int(_within('mirrored', _MIRRORED, chr))


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
