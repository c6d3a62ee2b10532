# `string.Formatter`, whole and with steps changed.
import string


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Named(string.Formatter):
    def __init__(self, **defaults):
        self.defaults = defaults

    def get_value(self, key, args, kwargs):
        if isinstance(key, str):
            return kwargs.get(key, self.defaults.get(key, '?'))
        return super().get_value(key, args, kwargs)


class Loud(string.Formatter):
    def format_field(self, value, spec):
        return super().format_field(value, spec).upper()

    def convert_field(self, value, conversion):
        return '<%s>' % value if conversion == 'x' else super().convert_field(value, conversion)


class Strict(string.Formatter):
    def check_unused_args(self, used, args, kwargs):
        left = [k for k in [*range(len(args)), *kwargs] if k not in used]
        if left:
            raise ValueError('unused: %r' % left)


f = string.Formatter()
print(f.format('{0}{1:>5}|{x!r:4}|{{}}', 1, 2.5, x='a'), f.format('{} {}', 1, 2), f.format('{0.real} {1[0]} {1[a]}', 3, {0: 1, 'a': 2}))
print(f.format('{:{}}|{:>{w}}', 'a', 4, 'b', w=3), f.vformat('{a}', (), {'a': 5}), f.format(''))
print(Named(name='world').format('hello {name} {0} {other}', 7))
print(Loud().format('{!x} {:>4} {!r}', 'ab', 'c', 'd'))
print(Strict().format('{0}{k}', 1, k=2))
t(lambda: Strict().format('{0}', 1, 2, k=3))
print(list(f.parse('a{b!r:>{w}}c{{d}}{}')))
t(lambda: f.format('{0} {}', 1, 2))
t(lambda: f.format('{'))
t(lambda: f.format('}'))
t(lambda: f.format('{x}'))
t(lambda: f.format('{5}', 1))
t(lambda: f.format('{!h}', 1))


# Templates with other marks and names, and text in lines.
import textwrap


class Percent(string.Template):
    delimiter = '%'
    idpattern = '[a-z]+_[a-z]+'


class Braced(string.Template):
    braceidpattern = '[a-z.]+'


class Own(string.Template):
    pattern = r'(?P<escaped>@@)|@(?P<named>[a-z]+)|@\[(?P<braced>[a-z]+)\]|(?P<invalid>@)'


s = string.Template('$name ${name}s $$ $other')
print(s.substitute(name='a', other=3), s.safe_substitute({'name': 'b'}), s.get_identifiers(), s.is_valid(), string.Template('$ x').is_valid())
print(Percent('%foo %foo_bar %%').safe_substitute(foo='no', foo_bar='yes'), Braced('${a.b} $a').substitute({'a.b': 1, 'a': 2}))
print(Own('@name @[name] @@').substitute(name='n'), string.Template('$NAME').substitute(NAME=1))
for text in ('a\n $', 'x ${', '$1'):
    t(lambda: string.Template(text).substitute())
t(lambda: string.Template('$x').substitute())
text = 'Look, goof-ball -- use the -b option!  Or: em-dash---like this. See http://a-b.c/d-e for (more) "things," well-known. A new sentence. Mr. x'
for width in (10, 20, 33, 70):
    print(textwrap.wrap(text, width))
print(textwrap.wrap(text, 20, break_on_hyphens=False), textwrap.wrap('supercalifragilistic-expialidocious x', 12, break_long_words=False))
print(textwrap.wrap('A sentence. Another one? Yes! no', 15, fix_sentence_endings=True), textwrap.wrap('a\tb\nc', 5, initial_indent='* ', subsequent_indent='  '))
print(textwrap.shorten('Hello  world of words', 14), textwrap.shorten('Hello  world', 12), textwrap.wrap('non\xa0breaking space', 6), textwrap.wrap('a b c d e f g h', 8, max_lines=1))
t(lambda: textwrap.wrap('x', 3, max_lines=1, placeholder=' [...]'))
