"""Decimal numbers as text and as other numbers."""

import decimal as _decimal
import re as _re
from decimal._context import getcontext
from decimal._digits import _length, _make, _round_digits
from _prelude import text_of as _text_of

__name__ = 'decimal'  # Of what is defined here.


class _Texts:
    """Conversion."""

    __slots__ = ()

    def __int__(self):
        if self._special:
            raise (ValueError('cannot convert NaN to integer') if self.is_nan() else OverflowError('cannot convert Infinity to integer'))
        n = self._n * 10 ** self._exp if self._exp >= 0 else self._n // 10 ** -self._exp
        return -n if self._sign else n

    def __float__(self):
        if self._special == 'sNaN':
            raise ValueError('cannot convert signaling NaN to float')
        return float(str(self))

    def __complex__(self):
        return complex(float(self))

    def __str__(self, eng=False, context=None):
        sign = '-' if self._sign else ''
        if self._special:
            return sign + self._special
        digits = _text_of(self._n)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            dot = left
        elif not eng:
            dot = 1
        elif digits == '0':
            dot = (left + 1) % 3 - 1
        else:
            dot = (left - 1) % 3 + 1
        if dot <= 0:
            whole, fraction = '0', '.' + '0' * -dot + digits
        elif dot >= len(digits):
            whole, fraction = digits + '0' * (dot - len(digits)), ''
        else:
            whole, fraction = digits[:dot], '.' + digits[dot:]
        return sign + whole + fraction + ('' if left == dot else 'E%+d' % (left - dot))

    def to_eng_string(self, context=None):
        return self.__str__(True)

    def __repr__(self):
        return "Decimal('%s')" % str(self)

    def __reduce__(self):
        return type(self), (str(self),)

    def __format__(self, spec, context=None):
        m = _format.match(spec)
        if m is None:
            raise ValueError('invalid format string')
        fill, align, sign, alternative, zero, width, comma, precision, kind = m.groups()
        fill, align, width = fill or ' ', align or '>', int(width or 0)
        if zero:
            fill, align = '0', '='
        x = self
        if x._special:
            body, exponent = x._special, None
        else:
            rounding = getcontext().rounding
            if kind == '%':
                x = _make(x._sign, x._n, x._exp + 2)
            if precision is not None:
                p = int(precision)
                if kind in ('f', 'F', '%'):
                    n, _ = _round_digits(x._n, -p - x._exp, rounding, x._sign)
                    x = _make(x._sign, n, -p)
                elif kind in ('e', 'E'):
                    if x._n:
                        drop = _length(x._n) - p - 1
                        n, _ = _round_digits(x._n, drop, rounding, x._sign)
                        e = x._exp + drop
                        if _length(n) > p + 1:
                            n, e = n // 10, e + 1
                        x = _make(x._sign, n, e)
                    else:
                        x = _make(x._sign, 0, x._exp - p)
                else:
                    drop = _length(x._n) - max(p, 1)
                    if drop > 0:
                        n, _ = _round_digits(x._n, drop, rounding, x._sign)
                        x = _make(x._sign, n, x._exp + drop)
            digits = _text_of(x._n)
            left = x._exp + len(digits)
            if kind in ('e', 'E'):
                dot = 1
            elif kind in ('f', 'F', '%'):
                dot = left
            elif x._exp <= 0 and left > -6:
                dot = left
            else:
                dot = 1
            if kind in ('e', 'E') and not x._n:
                whole, fraction = '0', '0' * int(precision or 0)
                exponent = self._exp + len(fraction)
            else:
                if dot <= 0:
                    whole, fraction = '0', '0' * -dot + digits
                elif dot >= len(digits):
                    whole, fraction = digits + '0' * (dot - len(digits)), ''
                else:
                    whole, fraction = digits[:dot], digits[dot:]
                exponent = left - dot
            if comma:
                mark, groups = comma, []
                while len(whole) > 3:
                    groups.insert(0, whole[-3:])
                    whole = whole[:-3]
                whole = mark.join([whole, *groups])
            body = whole + ('.' + fraction if fraction or alternative else '')
            if kind in ('e', 'E') or exponent:
                body += ('E' if kind in ('E', 'G', None) else 'e') + '%+d' % exponent
            if kind == '%':
                body += '%'
        prefix = '-' if self._sign else '+' if sign == '+' else ' ' if sign == ' ' else ''
        missing = max(width - len(prefix) - len(body), 0)
        if align == '=':
            return prefix + fill * missing + body
        if align == '<':
            return prefix + body + fill * missing
        if align == '^':
            return fill * (missing // 2) + prefix + body + fill * (missing - missing // 2)
        return fill * missing + prefix + body


_format = _re.compile(r'(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([eEfFgGn%])?$', _re.DOTALL)
