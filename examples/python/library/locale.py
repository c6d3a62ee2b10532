"""The locale, which is `C`."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127


class Error(Exception):
    pass


def setlocale(category, locale=None):
    if locale in (None, '', 'C', 'POSIX', 'C.UTF-8'):
        return 'C'
    raise Error('unsupported locale setting')


def localeconv():
    facts = {'decimal_point': '.', 'grouping': [], 'mon_grouping': []}
    for name in ('thousands_sep', 'int_curr_symbol', 'currency_symbol', 'mon_decimal_point', 'mon_thousands_sep', 'positive_sign', 'negative_sign'):
        facts[name] = ''
    for name in ('int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space', 'n_cs_precedes', 'n_sep_by_space', 'p_sign_posn', 'n_sign_posn'):
        facts[name] = CHAR_MAX
    return facts


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'


def getencoding():
    return 'utf-8'


def getlocale(category=LC_CTYPE):
    return None, None


def getdefaultlocale(envvars=()):
    return None, None


def normalize(localename):
    return localename


def strcoll(a, b):
    return (a > b) - (a < b)


def strxfrm(string):
    return string


def atof(string, func=float):
    return func(string)


def atoi(string):
    return int(string)


def str(val):
    return '%.12g' % val


def format_string(f, val, grouping=False, monetary=False):
    return f % val


def delocalize(string):
    return string
