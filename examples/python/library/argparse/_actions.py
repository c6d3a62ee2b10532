"""What arguments do: the classes of actions, and the exceptions."""

import sys

__name__ = 'argparse'  # Of what is defined here.

SUPPRESS = '==SUPPRESS=='
OPTIONAL = '?'
ZERO_OR_MORE = '*'
ONE_OR_MORE = '+'
REMAINDER = '...'
PARSER = 'A...'


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name = argument._title() if argument is not None else None
        self.message = message

    def __str__(self):
        return self.message if self.argument_name is None else f'argument {self.argument_name}: {self.message}'


class ArgumentTypeError(Exception):
    pass


class Namespace:
    def __init__(self, **values):
        for k in values:
            setattr(self, k, values[k])

    def __repr__(self):
        return 'Namespace(' + ', '.join(f'{k}={v!r}' for k, v in vars(self).items()) + ')'

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in vars(self)


class FileType:
    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode = mode

    def __call__(self, name):
        if name == '-':
            return sys.stdin if 'r' in self._mode else sys.stdout
        try:
            return open(name, self._mode)
        except OSError as e:
            raise ArgumentTypeError(f"can't open '{name}': {e}") from None


class Action:
    """An argument. A class of the program's own says in `__call__` what is done with the values."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False,
                 help=None, metavar=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar

    def _title(self):
        if self.option_strings:
            return '/'.join(self.option_strings)
        if self.metavar not in (None, SUPPRESS):
            return self.metavar
        if self.dest not in (None, SUPPRESS):
            return self.dest
        return '{' + ','.join(str(c) for c in self.choices) + '}' if self.choices else None

    def _name(self):
        """What stands for a value in the help."""
        if self.metavar is not None:
            return self.metavar
        if self.choices is not None:
            return '{' + ','.join(str(c) for c in self.choices) + '}'
        return self.dest.upper() if self.option_strings else self.dest

    def _usage(self):
        name = self._name()
        names = name if isinstance(name, tuple) else (name,) * (self.nargs if isinstance(self.nargs, int) else 2)
        n = self.nargs
        if n is None:
            return names[0]
        if n == OPTIONAL:
            return f'[{names[0]}]'
        if n == ZERO_OR_MORE:
            return f'[{names[0]} ...]'
        if n == ONE_OR_MORE:
            return f'{names[0]} [{names[-1]} ...]'
        if n == REMAINDER:
            return '...'
        return f'{names[0]} ...' if n == PARSER else ' '.join(names)

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError('.__call__() not defined')


class _Store(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConst(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, None, None, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrue(_StoreConst):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalse(_StoreConst):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


class _Append(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [values])


class _AppendConst(_StoreConst):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + [self.const])


class _Extend(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, list(getattr(namespace, self.dest, None) or []) + list(values))


class _Count(_StoreConst):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, None, default, required, help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _Help(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, 0, None, default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _Version(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help="show program's version number and exit"):
        super().__init__(option_strings, dest, 0, None, default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        parser._print(self.version.replace('%(prog)s', parser.prog) + '\n')
        parser.exit()


class BooleanOptionalAction(Action):
    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        both = []
        for s in option_strings:
            both.append(s)
            if s.startswith('--'):
                both.append('--no-' + s[2:])
        if help is not None and default is not None and default is not SUPPRESS:
            help += ' (default: %(default)s)'
        super().__init__(both, dest, 0, None, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, not option_string.startswith('--no-'))


class _Commands(Action):
    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog = prog
        self._class = parser_class
        self._shown = []
        super().__init__(option_strings, dest, PARSER, None, None, None, {}, required, help, metavar)

    def add_parser(self, name, aliases=(), help=None, **options):
        options.setdefault('prog', f'{self._prog} {name}')
        parser = self._class(**options)
        if help is not None:
            shown = name + (f" ({', '.join(aliases)})" if aliases else '')
            self._shown.append((shown, help))
        for n in (name, *aliases):
            self.choices[n] = parser
        return parser

    def __call__(self, parser, namespace, values, option_string=None):
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, values[0])
        inner, rest = self.choices[values[0]].parse_known_args(values[1:], None)
        for k, v in vars(inner).items():
            setattr(namespace, k, v)
        parser._unknown.extend(rest)


_ACTIONS = {None: _Store, 'store': _Store, 'store_const': _StoreConst, 'store_true': _StoreTrue, 'store_false': _StoreFalse,
            'append': _Append, 'append_const': _AppendConst, 'extend': _Extend, 'count': _Count, 'help': _Help, 'version': _Version}
