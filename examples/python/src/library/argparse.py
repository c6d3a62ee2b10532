"""Arguments of a command: positional ones, options, flags, groups, commands within commands. Not here: argument files, prefixes other
than `-`, `parse_intermixed_args`, and help for other widths than 80 columns."""
import sys

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


class HelpFormatter:
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


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


class _Group:
    """Arguments shown together, or of which one is allowed."""

    def __init__(self, parser, title=None, description=None, exclusive=False, required=False):
        self._parser = parser
        self.title = title
        self.description = description
        self.required = required
        self._exclusive = exclusive
        self._shown_in = self
        self._actions = []

    def add_argument(self, *names, **options):
        action = self._parser._made(names, options)
        self._actions.append(action)
        if self._shown_in is not self:
            self._shown_in._actions.append(action)
        elif self._exclusive:
            self._parser._section(action)._actions.append(action)
        return action

    def add_mutually_exclusive_group(self, required=False):
        group = self._parser.add_mutually_exclusive_group(required=required)
        group._shown_in = self
        return group


def _wrapped(text, width):
    lines = []
    line = ''
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f'{line} {word}' if line else word
    if line:
        lines.append(line)
    return lines


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter,
                 prefix_chars='-', fromfile_prefix_chars=None, argument_default=None, conflict_handler='error', add_help=True,
                 allow_abbrev=True, exit_on_error=True):
        if prefix_chars != '-' or fromfile_prefix_chars is not None:
            raise NotImplementedError('argparse: prefix_chars and fromfile_prefix_chars are not supported')
        self.prog = prog if prog is not None else sys.argv[0].rsplit('/', 1)[-1]
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.argument_default = argument_default
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self._actions = []
        self._defaults = {}
        self._options = {}
        self._exclusive = []
        self._unknown = []
        self._positionals = _Group(self, 'positional arguments')
        self._optionals = _Group(self, 'options')
        self._groups = [self._positionals, self._optionals]
        self._commands = None
        if add_help:
            self.add_argument('-h', '--help', action='help', help='show this help message and exit')
        for parent in parents:
            for action in parent._actions:
                self._add(action)
                self._section(action)._actions.append(action)
            self._defaults.update(parent._defaults)
            self._exclusive.extend(parent._exclusive)

    def _section(self, action):
        return self._optionals if action.option_strings else self._positionals

    def _add(self, action):
        taken = [s for s in action.option_strings if s in self._options]
        if taken:
            s = 's' if len(taken) > 1 else ''
            raise ArgumentError(action, f"conflicting option string{s}: {', '.join(taken)}")
        self._actions.append(action)
        for s in action.option_strings:
            self._options[s] = action

    def _made(self, names, options):
        kind = options.pop('action', None)
        make = kind if isinstance(kind, type) else _ACTIONS.get(kind)
        if make is None:
            raise ValueError(f'unknown action "{kind}"')
        if not names or len(names) == 1 and not names[0].startswith('-'):
            if names and 'dest' in options:
                raise ValueError('dest supplied twice for positional argument')
            if 'required' in options:
                raise TypeError("'required' is an invalid argument for positionals")
            dest = names[0] if names else options.pop('dest')
            names = ()
            n = options.get('nargs')
            options['required'] = n not in (OPTIONAL, ZERO_OR_MORE, REMAINDER) or n == ZERO_OR_MORE and 'default' not in options
        else:
            for s in names:
                if not s.startswith('-'):
                    raise ValueError(f"invalid option string {s!r}: must start with a character '-'")
            dest = options.pop('dest', None)
            if dest is None:
                long = [s for s in names if s.startswith('--')]
                dest = (long or names)[0].lstrip('-')
                if not dest:
                    raise ValueError(f'dest= is required for options like {names[0]!r}')
                dest = dest.replace('-', '_')
        if options.get('nargs') == 0 and make in (_Store, _Append):
            raise ValueError('nargs for store actions must be != 0; if you have nothing to store, actions such as store true or '
                             'store const may be more appropriate')
        if 'default' not in options:
            if dest in self._defaults:
                options['default'] = self._defaults[dest]
            elif self.argument_default is not None:
                options['default'] = self.argument_default
        action = make(list(names), dest, **options) if make not in (_Help, _Version) else make(list(names), **options)
        if action.type is not None and not callable(action.type):
            raise ValueError(f'{action.type!r} is not callable')
        self._add(action)
        return action

    def add_argument(self, *names, **options):
        action = self._made(names, options)
        self._section(action)._actions.append(action)
        return action

    def add_argument_group(self, title=None, description=None):
        group = _Group(self, title, description)
        self._groups.append(group)
        return group

    def add_mutually_exclusive_group(self, required=False):
        group = _Group(self, exclusive=True, required=required)
        self._exclusive.append(group)
        return group

    def add_subparsers(self, title=None, description=None, prog=None, dest=SUPPRESS, required=False, help=None, metavar=None,
                       parser_class=None):
        if self._commands is not None:
            self.error('cannot have multiple subparser arguments')
        before = [a._usage() for a in self._actions if not a.option_strings]
        prog = prog if prog is not None else ' '.join([self.prog, *before])
        action = _Commands([], prog, parser_class or type(self), dest, required, help, metavar)
        self._commands = action
        self._actions.append(action)
        section = self._positionals if title is None and description is None else self.add_argument_group(title or 'subcommands', description)
        section._actions.append(action)
        return action

    def set_defaults(self, **values):
        self._defaults.update(values)
        for action in self._actions:
            if action.dest in values:
                action.default = values[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    # Parsing.

    def parse_args(self, args=None, namespace=None):
        namespace, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error('unrecognized arguments: ' + ' '.join(rest))
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        args = list(sys.argv[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for k, v in self._defaults.items():
            if not hasattr(namespace, k):
                setattr(namespace, k, v)
        if not self.exit_on_error:
            return self._parsed(args, namespace)
        try:
            return self._parsed(args, namespace)
        except ArgumentError as e:
            self.error(str(e))

    def _option(self, arg):
        """The option an argument names: its action (None if unknown), its name and the value in the same argument. None if it is a value."""
        if not arg.startswith('-') or arg == '-':
            return None
        if arg in self._options:
            return self._options[arg], arg, None
        name, equals, value = arg.partition('=')
        value = value if equals else None
        if equals and name in self._options:
            return self._options[name], name, value
        found = []
        if arg.startswith('--'):
            if self.allow_abbrev:
                found = [(self._options[s], s, value) for s in self._options if s.startswith(name)]
        elif arg[:2] in self._options:
            return self._options[arg[:2]], arg[:2], arg[2:]
        elif self.allow_abbrev:
            found = [(self._options[s], s, value) for s in self._options if s.startswith(name)]
        if len(found) > 1:
            matches = ', '.join(f[1] for f in found)
            raise ArgumentError(None, f'ambiguous option: {arg} could match {matches}')
        if found:
            return found[0]
        if self._is_number(arg) and not any(self._is_number(s) for s in self._options):
            return None
        return None if ' ' in arg else (None, arg, None)

    @staticmethod
    def _is_number(arg):
        digits = arg[1:].replace('.', '', 1)
        return digits.isdigit() and not arg.endswith('.')

    def _parsed(self, args, namespace):
        self._unknown = []
        waiting = [a for a in self._actions if not a.option_strings]
        seen = []
        # What each argument is: an option, or None for a value. All is a value after `--`.
        marks = []
        for i, arg in enumerate(args):
            if arg == '--':
                marks.append('--')
                marks.extend([None] * (len(args) - i - 1))
                break
            marks.append(self._option(arg))

        def take(action, values, name=None):
            values = self._values(action, values)
            if not (not action.option_strings and action.nargs in (OPTIONAL, ZERO_OR_MORE) and values is action.default):
                seen.append(action)
                for group in self._exclusive:
                    for other in group._actions if action in group._actions else ():
                        if other is not action and other in seen:
                            raise ArgumentError(action, f'not allowed with argument {other._title()}')
            elif action.required:
                seen.append(action)
            if values is not SUPPRESS:
                action(self, namespace, values, name)

        i = 0
        while True:
            i = self._positional(args, marks, i, waiting, take)
            if i == len(args):
                break
            mark = marks[i]
            if mark is None or mark == '--':
                self._unknown.append(args[i])
                i += 1
                continue
            action, name, value = mark
            i += 1
            if action is None:
                self._unknown.append(name)
                continue
            while value is not None and action.nargs == 0:
                # Flags of one letter may stand together.
                if name.startswith('--') or not value or '-' + value[0] not in self._options:
                    raise ArgumentError(action, f'ignored explicit argument {value!r}')
                take(action, [], name)
                name = '-' + value[0]
                action = self._options[name]
                value = value[1:] or None
            if value is not None:
                if action.nargs not in (None, 1, OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, REMAINDER):
                    raise ArgumentError(action, f'expected {action.nargs} arguments')
                take(action, [value[1:] if value.startswith('=') and not name.startswith('--') else value], name)
                continue
            have = 0
            while i + have < len(args) and marks[i + have] is None:
                have += 1
            n = self._wanted(action, have, args, i)
            take(action, args[i:i + n], name)
            i += n
        missing = [a._title() for a in self._actions if a.required and a not in seen]
        if missing:
            raise ArgumentError(None, 'the following arguments are required: ' + ', '.join(str(m) for m in missing))
        for group in self._exclusive:
            if group.required and not any(a in seen for a in group._actions):
                names = ' '.join(a._title() for a in group._actions if a.help is not SUPPRESS)
                raise ArgumentError(None, f'one of the arguments {names} is required')
        for action in self._actions:
            default = action.default
            if isinstance(default, str) and action not in seen and getattr(namespace, action.dest, None) is default:
                setattr(namespace, action.dest, self._value(action, default))
        return namespace, self._unknown

    @staticmethod
    def _wanted(action, have, args, i):
        """How many of the values that follow an option are its own."""
        n = action.nargs
        if n is None:
            if have == 0:
                raise ArgumentError(action, 'expected one argument')
            return 1
        if n == OPTIONAL:
            return min(have, 1)
        if n == REMAINDER:
            return len(args) - i
        if n == ONE_OR_MORE and have == 0:
            raise ArgumentError(action, 'expected at least one argument')
        if isinstance(n, str):
            return have
        if have < n:
            raise ArgumentError(action, f"expected {n} argument{'' if n == 1 else 's'}")
        return n

    @staticmethod
    def _least(action):
        n = action.nargs
        return n if isinstance(n, int) else 1 if n in (None, ONE_OR_MORE, PARSER) else 0

    def _positional(self, args, marks, i, waiting, take):
        """Gives the values from `i` on to as many positional arguments as they are enough for."""
        end = i
        while end < len(args) and (marks[end] is None or marks[end] == '--'):
            end += 1
        places = [j for j in range(i, end) if marks[j] is None]
        if places and waiting and waiting[0].nargs in (REMAINDER, PARSER):
            places = places + list(range(end, len(args)))
        count = 0
        need = 0
        for action in waiting:
            if need + self._least(action) > len(places):
                break
            need += self._least(action)
            count += 1
        at = 0
        if not places and end < len(args):
            # Optional ones wait for values behind the options.
            return end
        for k in range(count):
            action = waiting[0]
            after = sum(self._least(a) for a in waiting[1:count - k])
            room = len(places) - at - after
            n = action.nargs
            if n in (REMAINDER, PARSER) and at < len(places):
                values = args[places[at]:]
                at = len(places)
                end = len(args)
            else:
                used = room if n in (ZERO_OR_MORE, ONE_OR_MORE) else min(room, 1) if n == OPTIONAL else self._least(action)
                values = [args[j] for j in places[at:at + used]]
                at += used
            waiting.pop(0)
            take(action, values)
        if at < len(places):
            self._unknown.extend(args[j] for j in places[at:])
        return end

    def _values(self, action, values):
        n = action.nargs
        if not values and n == OPTIONAL:
            value = action.const if action.option_strings else action.default
            return self._value(action, value) if isinstance(value, str) else value
        if not values and n == ZERO_OR_MORE and not action.option_strings:
            return action.default if action.default is not None else []
        if n == PARSER:
            if values[0] not in action.choices:
                raise ArgumentError(action, self._not_a_choice(action, values[0]))
            return values
        converted = [self._value(action, v) for v in values]
        if action.choices is not None:
            for v in converted:
                if v not in action.choices:
                    raise ArgumentError(action, self._not_a_choice(action, v))
        return converted[0] if n in (None, OPTIONAL) else converted

    @staticmethod
    def _not_a_choice(action, v):
        return f"invalid choice: {v!r} (choose from {', '.join(repr(c) for c in action.choices)})"

    @staticmethod
    def _value(action, text):
        if action.type is None:
            return text
        try:
            return action.type(text)
        except ArgumentTypeError as e:
            raise ArgumentError(action, str(e)) from None
        except (TypeError, ValueError):
            name = getattr(action.type, '__name__', repr(action.type))
            raise ArgumentError(action, f'invalid {name} value: {text!r}') from None

    # Help.

    def _parts(self):
        """The parts of the usage: of options, of positional arguments."""
        options, positional = [], []
        done = []
        for action in self._actions:
            if action.help is SUPPRESS or action in done:
                continue
            group = next((g for g in self._exclusive if action in g._actions), None)
            members = [a for a in group._actions if a.help is not SUPPRESS] if group else [action]
            done.extend(members)
            texts = []
            for a in members:
                if not a.option_strings:
                    texts.append(a._usage())
                    continue
                if isinstance(a, BooleanOptionalAction):
                    text = ' | '.join(a.option_strings)
                else:
                    text = a.option_strings[0] + ('' if a.nargs == 0 else ' ' + a._usage())
                texts.append(text if a.required or len(members) > 1 else f'[{text}]')
            text = ' | '.join(texts)
            if len(members) > 1:
                text = f'({text})' if group.required else f'[{text}]'
            (options if action.option_strings else positional).append(text)
        return options, positional

    def format_usage(self):
        if self.usage is not None:
            return f"usage: {self.usage.replace('%(prog)s', self.prog)}\n"
        options, positional = self._parts()
        start = f'usage: {self.prog}'
        line = ' '.join([start, *options, *positional])
        if len(line) <= 78:
            return line + '\n'

        def lines(parts, first, indent):
            out = [first]
            for p in parts:
                if len(out[-1]) + 1 + len(p) > 78 and out[-1].strip():
                    out.append(' ' * indent + p)
                else:
                    out[-1] += ' ' + p if out[-1].strip() else p
            return out

        if len(start) <= 0.75 * 78:
            indent = len(start) + 1
            if options:
                out = lines(options, start, indent)
                if positional:
                    out += lines(positional, ' ' * indent, indent)
            else:
                out = lines(positional, start, indent)
        else:
            out = [start] + lines(options, ' ' * 7, 7) + (lines(positional, ' ' * 7, 7) if positional else [])
        return '\n'.join(out) + '\n'

    def _expanded(self, action):
        values = {k: getattr(v, '__name__', v) for k, v in vars(action).items() if v is not SUPPRESS}
        values['prog'] = self.prog
        if action.choices is not None:
            values['choices'] = ', '.join(str(c) for c in action.choices)
        text = action.help
        if self.formatter_class is ArgumentDefaultsHelpFormatter and '%(default)' not in text and action.default is not SUPPRESS \
                and (action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE)):
            text += ' (default: %(default)s)'
        return text % values

    def _rows(self, group):
        rows = []
        for a in group._actions:
            if a.help is SUPPRESS:
                continue
            if not a.option_strings:
                name = a._name()
                head = ' '.join(name) if isinstance(name, tuple) else name
            elif a.nargs == 0:
                head = ', '.join(a.option_strings)
            else:
                head = ', '.join(f'{s} {a._usage()}' for s in a.option_strings)
            rows.append((2, head, self._expanded(a) if a.help else ''))
            if isinstance(a, _Commands):
                rows += [(4, name, text) for name, text in a._shown]
        return rows

    def _text(self, text):
        text = text.replace('%(prog)s', self.prog)
        if issubclass(self.formatter_class, RawDescriptionHelpFormatter):
            return text.rstrip('\n') + '\n'
        return '\n'.join(_wrapped(text, 78)) + '\n'

    def format_help(self):
        groups = [(g, self._rows(g)) for g in self._groups]
        widths = [indent + len(head) + 2 for _, rows in groups for indent, head, _ in rows]
        column = min(max(widths, default=0), 24)
        sections = [self.format_usage()]
        if self.description:
            sections.append(self._text(self.description))
        for group, rows in groups:
            if not rows and not group.description:
                continue
            out = [f'{group.title}:'] if group.title is not None else []
            if group.description:
                out += ['  ' + x for x in _wrapped(group.description, 76)] + ['']
            for indent, head, text in rows:
                raw = issubclass(self.formatter_class, RawTextHelpFormatter)
                lines = text.splitlines() if raw else _wrapped(text, max(78 - column, 11))
                first = ' ' * indent + head
                if lines and len(first) + 2 <= column:
                    first = first.ljust(column) + lines.pop(0)
                out.append(first)
                out += [' ' * column + x for x in lines]
            sections.append('\n'.join(out) + '\n')
        if self.epilog:
            sections.append(self._text(self.epilog))
        return '\n'.join(sections)

    def _print(self, text, file=None):
        (file or sys.stdout).write(text)

    def print_usage(self, file=None):
        self._print(self.format_usage(), file)

    def print_help(self, file=None):
        self._print(self.format_help(), file)

    def exit(self, status=0, message=None):
        if message:
            self._print(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, f'{self.prog}: error: {message}\n')
