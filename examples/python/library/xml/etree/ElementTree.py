"""Elements with tags, attributes, text and children; as text and from text.

The reader knows elements, text, comments, instructions, CDATA sections, namespaces and the five named characters; it skips a DOCTYPE.
"""

import io as _io
import re as _re

VERSION = '1.3.0'


class ParseError(SyntaxError):
    code = 0
    position = 0, 0


class Element:
    """A tag with attributes, children, the text before the first child, and the text after its end."""

    def __init__(self, tag, attrib={}, **extra):
        if not isinstance(attrib, dict):
            raise TypeError('attrib must be dict, not %s' % type(attrib).__name__)
        self.tag = tag
        self.attrib = {**attrib, **extra}
        self.text = None
        self.tail = None
        self._children = []

    def __repr__(self):
        return '<Element %r at %#x>' % (self.tag, id(self))

    def makeelement(self, tag, attrib):
        return self.__class__(tag, attrib)

    def __copy__(self):
        new = self.makeelement(self.tag, self.attrib)
        new.text = self.text
        new.tail = self.tail
        new._children = self._children[:]
        return new

    def __len__(self):
        return len(self._children)

    def __bool__(self):
        return len(self._children) != 0

    def __getitem__(self, index):
        return self._children[index]

    def __setitem__(self, index, element):
        self._children[index] = element

    def __delitem__(self, index):
        del self._children[index]

    def __iter__(self):
        return iter(self._children)

    def append(self, subelement):
        self._check(subelement)
        self._children.append(subelement)

    def extend(self, elements):
        for e in elements:
            self.append(e)

    def insert(self, index, subelement):
        self._check(subelement)
        self._children.insert(index, subelement)

    def _check(self, e):
        if not isinstance(e, Element):
            raise TypeError('expected an Element, not %s' % type(e).__name__)

    def remove(self, subelement):
        for i, c in enumerate(self._children):
            if c is subelement:
                del self._children[i]
                return
        raise ValueError('list.remove(x): x not in list')

    def clear(self):
        self.attrib.clear()
        self._children = []
        self.text = self.tail = None

    def get(self, key, default=None):
        return self.attrib.get(key, default)

    def set(self, key, value):
        self.attrib[key] = value

    def keys(self):
        return self.attrib.keys()

    def items(self):
        return self.attrib.items()

    def iter(self, tag=None):
        if tag == '*':
            tag = None
        if tag is None or self.tag == tag:
            yield self
        for c in self._children:
            yield from c.iter(tag)

    def itertext(self):
        if not isinstance(self.tag, str) and self.tag is not None:
            return
        if self.text:
            yield self.text
        for c in self._children:
            yield from c.itertext()
            if c.tail:
                yield c.tail

    def find(self, path, namespaces=None):
        for e in self.iterfind(path, namespaces):
            return e
        return None

    def findtext(self, path, default=None, namespaces=None):
        for e in self.iterfind(path, namespaces):
            return e.text or ''
        return default

    def findall(self, path, namespaces=None):
        return list(self.iterfind(path, namespaces))

    def iterfind(self, path, namespaces=None):
        return _select([self], path, namespaces)


def SubElement(parent, tag, attrib={}, **extra):
    new = parent.makeelement(tag, {**attrib, **extra})
    parent.append(new)
    return new


def Comment(text=None):
    new = Element(Comment)
    new.text = text
    return new


def ProcessingInstruction(target, text=None):
    new = Element(ProcessingInstruction)
    new.text = target + ' ' + text if text else target
    return new


PI = ProcessingInstruction


class QName:
    def __init__(self, text_or_uri, tag=None):
        self.text = '{%s}%s' % (text_or_uri, tag) if tag else text_or_uri

    def __str__(self):
        return self.text

    def __repr__(self):
        return '<QName %r>' % (self.text,)

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        return self.text == (other.text if isinstance(other, QName) else other)


def iselement(element):
    return hasattr(element, 'tag')


# Steps of a path: a separator, a name, or a condition in brackets.
_STEP = _re.compile(r"//?|\.\.|\.|\*|\[[^\]]*\]|(?:\{[^}]*\})?[^/\[\]*.=\s][^/\[\]=\s]*")


def _name(step, namespaces):
    if namespaces and ':' in step and step[0] != '{':
        prefix, _, local = step.partition(':')
        if prefix not in namespaces:
            raise SyntaxError('prefix %r not found in prefix map' % prefix)
        return '{%s}%s' % (namespaces[prefix], local)
    if namespaces and '' in namespaces and step[0] not in '{*':
        return '{%s}%s' % (namespaces[''], step)
    return step


def _select(found, path, namespaces):
    if path[:1] == '/':
        raise SyntaxError('cannot use absolute path on element')
    root = found[0]
    steps = _STEP.findall(path + '*' if path[-1:] == '/' else path)
    deep = False
    for step in steps:
        if step == '/':
            continue
        if step == '//':
            deep = True
        elif step == '.':
            pass
        elif step == '..':
            above = {id(c): p for p in root.iter() for c in p}
            found = [above[id(e)] for e in found if id(e) in above]
        elif step[0] == '[':
            found = _filtered(found, step[1:-1].strip(), root, namespaces)
        else:
            step = _name(step, namespaces)
            if deep:
                found = [e for f in found for e in f.iter() if e is not f and (step == '*' and isinstance(e.tag, str) or e.tag == step)]
            else:
                found = [e for f in found for e in f if step == '*' and isinstance(e.tag, str) or e.tag == step]
            deep = False
    return iter(found)


def _filtered(found, text, root, namespaces):
    m = _re.fullmatch(r"@([^=!\s]+)(?:\s*(!?=)\s*(?:'([^']*)'|\"([^\"]*)\"))?", text)
    if m:
        name, sign = m.group(1), m.group(2)
        value = m.group(3) if m.group(3) is not None else m.group(4)
        if not sign:
            return [e for e in found if name in e.attrib]
        return [e for e in found if name in e.attrib and (e.attrib[name] == value) == (sign == '=')]
    m = _re.fullmatch(r"(\.|[^=!\s]+)\s*(!?=)\s*(?:'([^']*)'|\"([^\"]*)\")", text)
    if m:
        value = m.group(3) if m.group(3) is not None else m.group(4)
        equal = m.group(2) == '='
        if m.group(1) == '.':
            return [e for e in found if (''.join(e.itertext()) == value) == equal]
        name = _name(m.group(1), namespaces)
        return [e for e in found if any((''.join(c.itertext()) == value) == equal for c in e.findall(name))]
    above = {id(c): p for p in root.iter() for c in p}
    m = _re.fullmatch(r'last\(\)(?:\s*-\s*(\d+))?|(\d+)', text)
    if m:
        at = int(m.group(2)) - 1 if m.group(2) else -1 - int(m.group(1) or 0)
        out = []
        for e in found:
            same = above[id(e)].findall(e.tag) if id(e) in above else [e]
            if -len(same) <= at < len(same) and same[at] is e:
                out.append(e)
        return out
    return [e for e in found if e.find(_name(text, namespaces)) is not None]


_namespace_map = {
    'http://www.w3.org/XML/1998/namespace': 'xml', 'http://www.w3.org/1999/xhtml': 'html',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf', 'http://schemas.xmlsoap.org/wsdl/': 'wsdl',
    'http://www.w3.org/2001/XMLSchema': 'xs', 'http://www.w3.org/2001/XMLSchema-instance': 'xsi', 'http://purl.org/dc/elements/1.1/': 'dc',
}


def register_namespace(prefix, uri):
    if _re.match(r'ns\d+$', prefix):
        raise ValueError('Prefix format reserved for internal use')
    for k, v in list(_namespace_map.items()):
        if k == uri or v == prefix:
            del _namespace_map[k]
    _namespace_map[uri] = prefix


def _raise_serialization_error(text):
    raise TypeError('cannot serialize %r (type %s)' % (text, type(text).__name__))


def _escape_cdata(text):
    try:
        return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    except (TypeError, AttributeError):
        _raise_serialization_error(text)


def _escape_attrib(text):
    try:
        text = text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;')
        return text.replace('\r', '&#13;').replace('\n', '&#10;').replace('\t', '&#09;')
    except (TypeError, AttributeError):
        _raise_serialization_error(text)


def _escape_attrib_html(text):
    try:
        return text.replace('&', '&amp;').replace('>', '&gt;').replace('"', '&quot;')
    except (TypeError, AttributeError):
        _raise_serialization_error(text)


HTML_EMPTY = {'area', 'base', 'basefont', 'br', 'col', 'embed', 'frame', 'hr', 'img', 'input', 'isindex', 'link', 'meta', 'param', 'source', 'track', 'wbr'}


def _qualified(root, default):
    """Names as they are written, and the namespaces that are used."""
    names = {None: None}
    spaces = {}
    if default:
        spaces[default] = ''

    def note(name):
        if isinstance(name, QName):
            note(name.text)
            names[name] = names[name.text]
        elif name in names:
            pass
        elif not isinstance(name, str):
            _raise_serialization_error(name)
        elif name[:1] == '{':
            uri, _, local = name[1:].rpartition('}')
            prefix = spaces.get(uri)
            if prefix is None:
                prefix = _namespace_map.get(uri)
                if prefix is None:
                    prefix = 'ns%d' % len(spaces)
                if prefix != 'xml':
                    spaces[uri] = prefix
            names[name] = prefix + ':' + local if prefix else local
        else:
            if default:
                raise ValueError('cannot use non-qualified names with default_namespace option')
            names[name] = name

    for e in root.iter():
        if isinstance(e.tag, (str, QName)):
            note(e.tag)
        elif e.tag is not None and e.tag is not Comment and e.tag is not PI:
            _raise_serialization_error(e.tag)
        for k, v in e.attrib.items():
            note(k)
            if isinstance(v, QName):
                note(v)
        if isinstance(e.text, QName):
            note(e.text)
    return names, spaces


def _write(out, e, names, spaces, html, short):
    tag = e.tag
    text = e.text
    if tag is Comment:
        out.append('<!--%s-->' % (_escape_cdata(text) if html else text))
    elif tag is PI:
        out.append('<?%s?>' % (_escape_cdata(text) if html else text))
    elif tag is None:
        if text:
            out.append(_escape_cdata(text))
        for c in e:
            _write(out, c, names, None, html, short)
    else:
        name = names[tag]
        out.append('<' + name)
        if spaces:
            for uri, prefix in sorted(spaces.items(), key=lambda kv: kv[1]):
                out.append(' xmlns%s="%s"' % (':' + prefix if prefix else '', _escape_attrib_html(uri) if html else _escape_attrib(uri)))
        for k, v in e.attrib.items():
            v = names[v] if isinstance(v, QName) else _escape_attrib_html(v) if html else _escape_attrib(v)
            out.append(' %s="%s"' % (names[k.text if isinstance(k, QName) else k], v))
        if html:
            out.append('>')
            plain = name.lower()
            if text:
                out.append(text if plain in ('script', 'style') else _escape_cdata(text))
            for c in e:
                _write(out, c, names, None, html, short)
            if plain not in HTML_EMPTY:
                out.append('</' + name + '>')
        elif text or len(e) or not short:
            out.append('>')
            if text:
                out.append(names[text] if isinstance(text, QName) else _escape_cdata(text))
            for c in e:
                _write(out, c, names, None, html, short)
            out.append('</' + name + '>')
        else:
            out.append(' />')
    if e.tail:
        out.append(_escape_cdata(e.tail))


class ElementTree:
    def __init__(self, element=None, file=None):
        self._root = element
        if file is not None:
            self.parse(file)

    def getroot(self):
        return self._root

    def _setroot(self, element):
        self._root = element

    def parse(self, source, parser=None):
        if hasattr(source, 'read'):
            data = source.read()
        else:
            with open(source, 'rb') as f:
                data = f.read()
        self._root = fromstring(data, parser)
        return self._root

    def iter(self, tag=None):
        return self._root.iter(tag)

    def find(self, path, namespaces=None):
        return self._root.find(_from_root(path), namespaces)

    def findtext(self, path, default=None, namespaces=None):
        return self._root.findtext(_from_root(path), default, namespaces)

    def findall(self, path, namespaces=None):
        return self._root.findall(_from_root(path), namespaces)

    def iterfind(self, path, namespaces=None):
        return self._root.iterfind(_from_root(path), namespaces)

    def write(self, file_or_filename, encoding=None, xml_declaration=None, default_namespace=None, method=None, *, short_empty_elements=True):
        method = method or 'xml'
        if method not in ('xml', 'html', 'text'):
            raise ValueError('unknown method %r' % method)
        encoding = encoding or 'us-ascii'
        out = []
        if method == 'xml' and (xml_declaration or xml_declaration is None and encoding.lower() not in ('utf-8', 'us-ascii', 'unicode')):
            out.append("<?xml version='1.0' encoding='%s'?>\n" % ('utf-8' if encoding.lower() == 'unicode' else encoding))
        if method == 'text':
            out.extend(self._root.itertext())
        else:
            names, spaces = _qualified(self._root, default_namespace)
            _write(out, self._root, names, spaces, method == 'html', short_empty_elements)
        text = ''.join(out)
        data = text if encoding.lower() == 'unicode' else text.encode(encoding, 'xmlcharrefreplace')
        if hasattr(file_or_filename, 'write'):
            file_or_filename.write(data)
        else:
            with open(file_or_filename, 'wb' if isinstance(data, bytes) else 'w') as f:
                f.write(data)


def _from_root(path):
    return '.' + path if path[:1] == '/' else path


def tostring(element, encoding=None, method=None, *, xml_declaration=None, default_namespace=None, short_empty_elements=True):
    stream = _io.StringIO() if encoding == 'unicode' else _io.BytesIO()
    ElementTree(element).write(
        stream, encoding, xml_declaration=xml_declaration, default_namespace=default_namespace, method=method,
        short_empty_elements=short_empty_elements,
    )
    return stream.getvalue()


def tostringlist(element, encoding=None, method=None, **options):
    return [tostring(element, encoding, method, **options)]


def dump(elem):
    text = tostring(elem if iselement(elem) else elem.getroot(), 'unicode')
    print(text, end='' if (elem.tail or '')[-1:] == '\n' else '\n')


def indent(tree, space='  ', level=0):
    root = tree.getroot() if isinstance(tree, ElementTree) else tree
    if level < 0:
        raise ValueError('Initial indentation level must be >= 0, got %d' % level)

    def inner(e, before):
        within = before + space
        if not e.text or not e.text.strip():
            e.text = within
        for c in e:
            if len(c):
                inner(c, within)
            if not c.tail or not c.tail.strip():
                c.tail = within
        if not e[-1].tail.strip():
            e[-1].tail = before

    if len(root):
        inner(root, '\n' + level * space)


class TreeBuilder:
    """Makes a tree from starts, ends and text."""

    def __init__(self, element_factory=None, *, comment_factory=None, pi_factory=None, insert_comments=False, insert_pis=False):
        self._make = element_factory or Element
        self._open = []
        self._last = None
        self._root = None
        self._ended = False
        self._data = []

    def _flush(self):
        if self._data:
            text = ''.join(self._data)
            self._data = []
            if self._last is not None:
                if self._ended:
                    self._last.tail = text
                else:
                    self._last.text = text

    def data(self, data):
        self._data.append(data)

    def start(self, tag, attrs):
        self._flush()
        self._last = e = self._make(tag, attrs)
        if self._open:
            self._open[-1].append(e)
        elif self._root is None:
            self._root = e
        self._open.append(e)
        self._ended = False
        return e

    def end(self, tag):
        self._flush()
        self._last = self._open.pop()
        self._ended = True
        return self._last

    def close(self):
        return self._root


_PIECE = _re.compile(
    r'<!--(?P<comment>.*?)-->|<!\[CDATA\[(?P<cdata>.*?)\]\]>|<\?(?P<pi>.*?)\?>|<!DOCTYPE(?:[^\[>]|\[[^\]]*\])*>'
    r'|</(?P<end>[^\s>]+)\s*>|<(?P<tag>[^\s/>!?]+)(?P<attrs>(?:\s+[^\s=>/]+\s*=\s*(?:"[^"<]*"|\'[^\'<]*\'))*)\s*(?P<empty>/?)>|(?P<text>[^<]+)',
    _re.S,
)
_PAIR = _re.compile(r'([^\s=]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\')')
_ENTITIES = {'lt': '<', 'gt': '>', 'amp': '&', 'quot': '"', 'apos': "'"}


class XMLParser:
    def __init__(self, *, target=None, encoding=None):
        self.target = target or TreeBuilder()
        self._text = []

    def feed(self, data):
        self._text.append(data if isinstance(data, str) else _decoded(data))

    def _fail(self, message, text, at):
        line = text.count('\n', 0, at) + 1
        column = at - (text.rfind('\n', 0, at) + 1)
        e = ParseError('%s: line %d, column %d' % (message, line, column))
        e.position = line, column
        raise e

    def close(self):
        text = ''.join(self._text).replace('\r\n', '\n')
        target = self.target
        open_tags = []
        scopes = [{'xml': 'http://www.w3.org/XML/1998/namespace'}]
        seen = False
        at = 1 if text[:1] == '\ufeff' else 0

        def entity(m):
            name = m.group(1)
            if name[0] == '#':
                return chr(int(name[2:], 16) if name[1] == 'x' else int(name[1:]))
            if name not in _ENTITIES:
                self._fail('undefined entity &%s;' % name, text, at)
            return _ENTITIES[name]

        def plain(t):
            return _re.sub(r'&(#x[0-9a-fA-F]+|#[0-9]+|[^\s;&]+);', entity, t) if '&' in t else t

        def full(name, is_attribute=False):
            prefix, colon, local = name.partition(':')
            if not colon:
                uri = None if is_attribute else scopes[-1].get('')
                return '{%s}%s' % (uri, name) if uri else name
            if prefix not in scopes[-1]:
                self._fail('unbound prefix', text, at)
            return '{%s}%s' % (scopes[-1][prefix], local)

        while at < len(text):
            m = _PIECE.match(text, at)
            if not m:
                self._fail('not well-formed (invalid token)', text, at)
            if m.group('text') is not None:
                if open_tags:
                    target.data(plain(m.group('text')))
                elif m.group('text').strip():
                    self._fail('syntax error' if not seen else 'junk after document element', text, at)
            elif m.group('cdata') is not None:
                target.data(m.group('cdata'))
            elif m.group('tag') is not None:
                if seen and not open_tags:
                    self._fail('junk after document element', text, at)
                seen = True
                scope = scopes[-1]
                pairs = []
                for p in _PAIR.finditer(m.group('attrs')):
                    name = p.group(1)
                    value = plain((p.group(2) if p.group(2) is not None else p.group(3)).replace('\n', ' ').replace('\t', ' '))
                    if name == 'xmlns' or name.startswith('xmlns:'):
                        scope = {**scope, name[6:]: value}
                    else:
                        pairs.append((name, value))
                scopes.append(scope)
                attrs = {}
                for k, v in pairs:
                    k = full(k, True)
                    if k in attrs:
                        self._fail('duplicate attribute', text, at)
                    attrs[k] = v
                tag = full(m.group('tag'))
                target.start(tag, attrs)
                if m.group('empty'):
                    target.end(tag)
                    scopes.pop()
                else:
                    open_tags.append((m.group('tag'), tag))
            elif m.group('end') is not None:
                if not open_tags or open_tags[-1][0] != m.group('end'):
                    self._fail('mismatched tag', text, at + 2)
                target.end(open_tags.pop()[1])
                scopes.pop()
            elif m.group('comment') is not None and hasattr(target, 'comment'):
                target.comment(m.group('comment'))
            elif m.group('pi') is not None and hasattr(target, 'pi') and not m.group('pi').startswith('xml '):
                target.pi(*m.group('pi').split(None, 1))
            at = m.end()
        if not seen or open_tags:
            self._fail('no element found', text, at)
        return target.close()


def _decoded(data):
    m = _re.match(rb'(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=["\']([^"\']+)', data)
    if data[:2] in (b'\xff\xfe', b'\xfe\xff'):
        return data.decode('utf-16')
    return data.decode(m.group(1).decode('ascii') if m else 'utf-8')


def XML(text, parser=None):
    parser = parser or XMLParser()
    parser.feed(text)
    return parser.close()


fromstring = XML


def fromstringlist(sequence, parser=None):
    parser = parser or XMLParser()
    for text in sequence:
        parser.feed(text)
    return parser.close()


def XMLID(text, parser=None):
    tree = XML(text, parser)
    return tree, {e.get('id'): e for e in tree.iter() if e.get('id')}


def parse(source, parser=None):
    tree = ElementTree()
    tree.parse(source, parser)
    return tree
