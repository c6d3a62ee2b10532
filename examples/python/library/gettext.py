"""Messages in other languages: there are none, so each stays what it is."""


class NullTranslations:
    def __init__(self, fp=None):
        self._fallback = None

    def add_fallback(self, fallback):
        self._fallback = fallback

    def gettext(self, message):
        return message

    def ngettext(self, msgid1, msgid2, n):
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context, message):
        return message

    def npgettext(self, context, msgid1, msgid2, n):
        return msgid1 if n == 1 else msgid2

    def info(self):
        return {}

    def charset(self):
        return None

    def install(self, names=None):
        import builtins
        builtins._ = self.gettext


GNUTranslations = NullTranslations
_none = NullTranslations()
gettext = _none.gettext
ngettext = _none.ngettext
pgettext = _none.pgettext
npgettext = _none.npgettext


def dgettext(domain, message):
    return message


def dngettext(domain, msgid1, msgid2, n):
    return ngettext(msgid1, msgid2, n)


def find(domain, localedir=None, languages=None, all=False):
    return [] if all else None


def translation(domain, localedir=None, languages=None, class_=None, fallback=False):
    if fallback:
        return NullTranslations()
    raise FileNotFoundError(2, 'No translation file found for domain', domain)


def install(domain, localedir=None, *, names=None):
    translation(domain, localedir, fallback=True).install(names)


def textdomain(domain=None):
    return domain or 'messages'


def bindtextdomain(domain, localedir=None):
    return localedir
