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
