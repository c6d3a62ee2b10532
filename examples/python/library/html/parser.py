"""A reader of pages that tells of tags, text and comments as it comes to them."""

import re as _re
from html import unescape

_NAME = _re.compile(r'[a-zA-Z][^\t\n\r\f />\x00]*')
_ATTRIBUTE = _re.compile(r'[\s/]*([^\s/>=][^\s/>=]*|=[^\s/>=]*)(?:\s*=+\s*(\'[^\']*\'|"[^"]*"|(?![\'"])[^>\s]*))?')
entityref = _re.compile(r'&([a-zA-Z][-.a-zA-Z0-9]*)(?=[^a-zA-Z0-9])')
charref = _re.compile(r'&#(?:([0-9]+)|([xX][0-9a-fA-F]+))(?=[^0-9a-fA-F])')
piclose = _re.compile('>')
incomplete = _re.compile('&[a-zA-Z#]')
locatestarttagend_tolerant = _re.compile(r'<[a-zA-Z][^\t\n\r\f />\x00]*(?:[\s/]*(?:[^\s/>=][^\s/>=]*(?:\s*=+\s*(?:\'[^\']*\'|"[^"]*"|(?![\'"])[^>\s]*))?(?:\s*,)*)*)?\s*')
_COMMENT_END = _re.compile(r'--\s*>')


class HTMLParser:
    """Feed it text; it calls the methods whose names begin with `handle_`."""

    CDATA_CONTENT_ELEMENTS = ('script', 'style')

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        self.rawdata = ''
        self.lasttag = '???'
        self.interesting = None
        self.cdata_elem = None
        self.lineno = 1
        self.offset = 0
        self.__starttag_text = None

    def feed(self, data):
        self.rawdata += data
        self.goahead(0)

    def close(self):
        self.goahead(1)

    def get_starttag_text(self):
        return self.__starttag_text

    def getpos(self):
        return self.lineno, self.offset

    def updatepos(self, i, j):
        if i >= j:
            return j
        text = self.rawdata
        lines = text.count('\n', i, j)
        if lines:
            self.lineno += lines
            self.offset = j - text.rindex('\n', i, j) - 1
        else:
            self.offset += j - i
        return j

    def set_cdata_mode(self, elem):
        self.cdata_elem = elem.lower()
        self.interesting = _re.compile(r'</%s(?=[\t\n\r\f />])' % _re.escape(self.cdata_elem), _re.I)

    def clear_cdata_mode(self):
        self.cdata_elem = None
        self.interesting = None

    def _text(self, i, j, whole):
        """Tells of the text between two places."""
        if i < j:
            part = self.rawdata[i:j]
            self.handle_data(unescape(part) if self.convert_charrefs and not self.cdata_elem and whole else part)
        return self.updatepos(i, j)

    def goahead(self, end):
        text = self.rawdata
        n = len(text)
        i = 0
        while i < n:
            if self.cdata_elem:
                m = self.interesting.search(text, i)
                j = m.start() if m else n if end else max(text.rfind('<', i), i) if '</' in text[i:] else n
                if not m and not end and text.rfind('<', i) >= 0:
                    j = text.rfind('<', i)
                i = self._text(i, j, False)
                if not m:
                    break
            elif self.convert_charrefs:
                j = text.find('<', i)
                if j < 0:
                    amp = text.rfind('&', max(i, n - 34))
                    if not end and amp >= 0 and not _re.search(r'[\s;]', text[amp:]):
                        break
                    j = n
                i = self._text(i, j, True)
            else:
                lt, amp = text.find('<', i), text.find('&', i)
                j = min(x if x >= 0 else n for x in (lt, amp))
                i = self._text(i, j, False)
            if i == n:
                break
            if text[i] == '<':
                k = self._markup(i, end)
                if k < 0:
                    if not end:
                        break
                    if text.startswith('<!--', i):
                        self.handle_comment(text[i + 4:])
                        i = self.updatepos(i, n)
                        continue
                    if text.startswith('<!', i):
                        self.handle_comment(text[i + 2:])
                        i = self.updatepos(i, n)
                        continue
                    k = text.find('>', i + 1)
                    if k < 0:
                        k = text.find('<', i + 1)
                        if k < 0:
                            k = i + 1
                    else:
                        k += 1
                    self._text_only(i, k)
                i = self.updatepos(i, k)
            else:
                i = self._reference(i, end)
                if i is None:
                    i = self._stopped
                    break
        if end and i < n and not self.cdata_elem:
            i = self._text(i, n, True)
        elif end and i < n:
            i = self._text(i, n, False)
        self.rawdata = text[i:]

    def _text_only(self, i, k):
        part = self.rawdata[i:k]
        self.handle_data(unescape(part) if self.convert_charrefs and not self.cdata_elem else part)

    def _reference(self, i, end):
        """Tells of the character reference at a place, and answers where it ends; `None` if more text is needed."""
        text = self.rawdata
        m = charref.match(text, i)
        if m:
            self.handle_charref(m.group()[2:])
            k = m.end()
            return self.updatepos(i, k + 1 if text.startswith(';', k) else k)
        m = entityref.match(text, i)
        if m:
            self.handle_entityref(m.group(1))
            k = m.end()
            return self.updatepos(i, k + 1 if text.startswith(';', k) else k)
        rest = text[i:]
        if not end and (len(rest) == 1 or _re.fullmatch(r'&(?:#[0-9]*|#[xX][0-9a-fA-F]*|[a-zA-Z][-.a-zA-Z0-9]*)', rest)):
            self._stopped = i
            return None
        if end and _re.fullmatch(r'&(?:#[0-9]+|#[xX][0-9a-fA-F]+)', rest):
            self.handle_charref(rest[2:])
            return self.updatepos(i, len(text))
        if end and _re.fullmatch(r'&[a-zA-Z][-.a-zA-Z0-9]*', rest):
            self.handle_entityref(rest[1:])
            return self.updatepos(i, len(text))
        self.handle_data('&')
        return self.updatepos(i, i + 1)

    def _markup(self, i, end):
        """Tells of the tag, comment or declaration at a place, and answers where it ends; a negative number if it does not."""
        text = self.rawdata
        if _NAME.match(text, i + 1):
            return self.parse_starttag(i)
        if text.startswith('</', i):
            return self.parse_endtag(i)
        if text.startswith('<!--', i):
            return self.parse_comment(i)
        if text.startswith('<?', i):
            return self.parse_pi(i)
        if text.startswith('<!', i):
            return self.parse_html_declaration(i)
        if i + 1 < len(text) or end:
            self.handle_data('<')
            return i + 1
        return -1

    def parse_comment(self, i, report=1):
        m = _COMMENT_END.search(self.rawdata, i + 4)
        if not m:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 4:m.start()])
        return m.end()

    def parse_pi(self, i):
        m = piclose.search(self.rawdata, i + 2)
        if not m:
            return -1
        self.handle_pi(self.rawdata[i + 2:m.start()])
        return m.end()

    def parse_bogus_comment(self, i, report=1):
        k = self.rawdata.find('>', i + 2)
        if k < 0:
            return -1
        if report:
            self.handle_comment(self.rawdata[i + 2:k])
        return k + 1

    def parse_html_declaration(self, i):
        text = self.rawdata
        if text.startswith('<![', i):
            return self.parse_marked_section(i)
        if text[i:i + 9].lower() == '<!doctype':
            k = text.find('>', i + 9)
            if k < 0:
                return -1
            self.handle_decl(text[i + 2:k])
            return k + 1
        return self.parse_bogus_comment(i)

    def parse_marked_section(self, i, report=1):
        text = self.rawdata
        m = _re.compile(r'<!\[\s*(\w+)').match(text, i)
        word = m.group(1).lower() if m else ''
        stop = _re.compile(r'\]\s*\]\s*>' if word in ('temp', 'cdata', 'ignore', 'include', 'rcdata') else r'\]\s*>').search(text, i + 3)
        if not stop:
            return -1
        if report:
            self.unknown_decl(text[i + 3:stop.start()])
        return stop.end()

    def check_for_whole_start_tag(self, i):
        """Where the tag ends."""
        text = self.rawdata
        at = _NAME.match(text, i + 1).end()
        while True:
            m = _ATTRIBUTE.match(text, at)
            if not m:
                break
            at = m.end()
        m = _re.compile(r'[\s/]*').match(text, at)
        at = m.end()
        if at >= len(text):
            return -1
        if text[at] == '>':
            return at + 1
        # An open quote, most of all.
        k = text.find('>', at)
        return k + 1 if k >= 0 and text[at] not in '\'"' else -1

    def parse_starttag(self, i):
        self.__starttag_text = None
        end = self.check_for_whole_start_tag(i)
        if end < 0:
            return end
        text = self.rawdata
        self.__starttag_text = text[i:end]
        m = _NAME.match(text, i + 1)
        self.lasttag = tag = m.group().lower()
        at = m.end()
        attrs = []
        while at < end:
            m = _ATTRIBUTE.match(text, at)
            if not m or m.end() > end:
                break
            value = m.group(2)
            if value is not None:
                if value[:1] in ('"', "'") and value[-1:] == value[:1]:
                    value = value[1:-1]
                value = unescape(value)
            elif m.group(0).rstrip().endswith('=') and '=' in m.group(0)[len(m.group(1)):]:
                value = ''
            attrs.append((m.group(1).lower(), value))
            at = m.end()
        rest = text[at:end].strip()
        if rest not in ('>', '/>') and rest.strip('/ >'):
            self.handle_data(text[i:end])
            return end
        if rest.endswith('/>'):
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return end

    def parse_endtag(self, i):
        text = self.rawdata
        k = text.find('>', i + 1)
        if k < 0:
            return -1
        m = _NAME.match(text, i + 2)
        if not m:
            if text[i:i + 3] == '</>':
                return i + 3
            return self.parse_bogus_comment(i)
        tag = m.group().lower()
        self.handle_endtag(tag)
        self.clear_cdata_mode()
        return text.find('>', m.end()) + 1

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass

    def unescape(self, s):
        return unescape(s)
