"""Command lines: positional arguments and options, with help. Differences: no subcommands, groups or abbreviations of options."""

import sys as _sys
import os.path as _path
import textwrap as _textwrap

SUPPRESS = '==SUPPRESS=='
OPTIONAL, ZERO_OR_MORE, ONE_OR_MORE, REMAINDER = '?', '*', '+', '...'


class ArgumentTypeError(Exception):
    pass


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name = _name(argument)
        self.message = message

    def __str__(self):
        return 'argument %s: %s' % (self.argument_name, self.message) if self.argument_name else self.message


class Namespace:
    def __init__(self, **kwargs):
        for k, v in kwargs.items():
            setattr(self, k, v)

    def __repr__(self):
        return 'Namespace(%s)' % ', '.join(['%s=%r' % kv for kv in self.__dict__.items()])

    def __eq__(self, other):
        return isinstance(other, Namespace) and self.__dict__ == other.__dict__

    def __contains__(self, key):
        return key in self.__dict__


class HelpFormatter:
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


def _name(a):
    if a is None:
        return None
    if a.option_strings:
        return '/'.join(a.option_strings)
    return a.metavar or a.dest


class Action:
    """What an argument does."""

    def __init__(self, flags, dest, action, nargs, const, default, type, choices, required, help, metavar, version):
        self.option_strings = flags
        self.dest = dest
        self.kind = action
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar
        self.version = version

    def takes(self):
        return self.kind in ('store', 'append', 'extend')

    def meta(self):
        """The names of the values in help texts."""
        if self.metavar is not None:
            return self.metavar
        if self.choices is not None:
            return '{%s}' % ','.join([str(c) for c in self.choices])
        return self.dest.upper() if self.option_strings else self.dest

    def values(self):
        m = self.meta()
        one = m if isinstance(m, str) else m[0]
        n = self.nargs
        if n is None:
            return one
        if n == '?':
            return '[%s]' % one
        if n == '*':
            return '[%s ...]' % one
        if n == '+':
            return '%s [%s ...]' % (one, one)
        if n == '...':
            return '...'
        return ' '.join([one] * n if isinstance(m, str) else m)


class _Group:
    def __init__(self, parser, exclusive, required=False):
        self._parser = parser
        self.members = []
        self.exclusive = exclusive
        self.required = required

    def add_argument(self, *args, **kwargs):
        a = self._parser.add_argument(*args, **kwargs)
        self.members.append(a)
        return a


class ArgumentParser:
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter, prefix_chars='-',
                 argument_default=None, conflict_handler='error', add_help=True, allow_abbrev=True, exit_on_error=True):
        self.prog = prog if prog is not None else _path.basename(_sys.argv[0])
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self.formatter_class = formatter_class
        self._actions = []
        self._options = {}
        self._groups = []
        self._defaults = {}
        if add_help:
            self.add_argument('-h', '--help', action='help', help='show this help message and exit')

    def add_argument(self, *flags, action='store', nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None,
                     metavar=None, dest=None, version=None):
        options = [f for f in flags if f.startswith('-')]
        if options:
            if dest is None:
                long = [f for f in options if f.startswith('--')]
                dest = (long or options)[0].lstrip('-').replace('-', '_')
        else:
            dest = flags[0] if flags else dest
            required = nargs != '?' and (nargs != '*' or default is None)
        if action == 'store_true':
            const, default = True, False if default is None else default
        elif action == 'store_false':
            const, default = False, True if default is None else default
        elif action in ('help', 'version'):
            default = SUPPRESS
        elif action not in ('store', 'store_const', 'append', 'append_const', 'count', 'extend'):
            raise ValueError('unknown action "%s"' % (action,))
        if type is not None and not callable(type):
            raise ValueError('%r is not callable' % (type,))
        a = Action(options, dest, action, nargs, const, default, type, choices, required, help, metavar, version)
        self._actions.append(a)
        for f in options:
            if f in self._options:
                raise ArgumentError(a, 'conflicting option string: ' + f)
            self._options[f] = a
        return a

    def add_argument_group(self, title=None, description=None):
        return _Group(self, False)

    def add_mutually_exclusive_group(self, required=False):
        g = _Group(self, True, required)
        self._groups.append(g)
        return g

    def add_subparsers(self, **kwargs):
        raise NotImplementedError('argparse: subcommands are not supported')

    def set_defaults(self, **kwargs):
        self._defaults.update(kwargs)
        for a in self._actions:
            if a.dest in kwargs:
                a.default = kwargs[a.dest]

    def get_default(self, dest):
        for a in self._actions:
            if a.dest == dest:
                return a.default
        return self._defaults.get(dest)

    # Reading.

    def parse_args(self, args=None, namespace=None):
        ns, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error('unrecognized arguments: ' + ' '.join(rest))
        return ns

    def parse_known_args(self, args=None, namespace=None):
        ns = Namespace() if namespace is None else namespace
        args = list(_sys.argv[1:] if args is None else args)
        for a in self._actions:
            if a.default is not SUPPRESS and not hasattr(ns, a.dest):
                setattr(ns, a.dest, a.default)
        for k, v in self._defaults.items():
            if not hasattr(ns, k):
                setattr(ns, k, v)
        try:
            return ns, self._read(args, ns)
        except ArgumentError as e:
            self.error(str(e))

    def _looks_option(self, s):
        if not s.startswith('-') or s == '-':
            return False
        if s in self._options:
            return True
        try:
            float(s)
            return any(self._number(f) for f in self._options)
        except ValueError:
            return ' ' not in s

    def _number(self, s):
        try:
            float(s)
            return True
        except ValueError:
            return False

    def _find(self, s):
        """The option that a word means, and the value attached to it."""
        if s in self._options:
            return self._options[s], None, s
        if s.startswith('--'):
            flag, eq, value = s.partition('=')
            if flag in self._options:
                return self._options[flag], value if eq else None, flag
            near = [f for f in self._options if f.startswith(flag)]
            if len(near) == 1:
                return self._options[near[0]], value if eq else None, near[0]
            if near:
                raise ArgumentError(None, 'ambiguous option: %s could match %s' % (flag, ', '.join(near)))
            return None, None, s
        if s[:2] in self._options:
            return self._options[s[:2]], s[2:], s[:2]
        return None, None, s

    def _read(self, args, ns):
        seen = []
        rest, words = [], []
        positional = [a for a in self._actions if not a.option_strings]
        i, n = 0, len(args)
        done = 0
        while i < n:
            s = args[i]
            if s == '--':
                words += args[i + 1:]
                break
            if not self._looks_option(s):
                words.append(s)
                i += 1
                # What stands together is taken together.
                if i < n and not self._looks_option(args[i]) and args[i] != '--':
                    continue
                done = self._take(positional, done, words, ns, seen, False)
                continue
            a, value, flag = self._find(s)
            i += 1
            if a is None:
                rest.append(s)
                continue
            while True:
                if a.takes():
                    if value is not None:
                        values = [value[1:] if len(flag) == 2 and value.startswith('=') else value]
                    else:
                        most = {None: 1, '?': 1, '*': n, '+': n, '...': n}.get(a.nargs, a.nargs)
                        values = []
                        while i < n and len(values) < most and not self._looks_option(args[i]) and args[i] != '--':
                            values.append(args[i])
                            i += 1
                    self._store(a, values, ns, seen)
                    break
                if value is not None and (flag.startswith('--') or '-' + value[0] not in self._options):
                    raise ArgumentError(a, 'ignored explicit argument %r' % value)
                self._flag(a, ns, seen)
                if not value:
                    break
                flag = '-' + value[0]
                a, value = self._options[flag], value[1:] or None
        done = self._take(positional, done, words, ns, seen, True)
        rest += words
        missing = [_name(a) for a in self._actions if a.required and a not in seen]
        if missing:
            raise ArgumentError(None, 'the following arguments are required: ' + ', '.join(missing))
        for g in self._groups:
            used = [a for a in g.members if a in seen]
            if g.required and not used:
                raise ArgumentError(None, 'one of the arguments %s is required' % ' '.join([_name(a) for a in g.members]))
        for a in self._actions:
            # Defaults given as text are converted.
            if a not in seen and isinstance(a.default, str) and a.default is not SUPPRESS and a.type is not None:
                setattr(ns, a.dest, self._convert(a, a.default))
        return rest

    def _take(self, positional, done, words, ns, seen, last):
        """Gives words to positional arguments from number `done` on, as far as they are enough."""
        least = {None: 1, '?': 0, '*': 0, '+': 1, '...': 0}
        while done < len(positional):
            a = positional[done]
            need = least.get(a.nargs, a.nargs)
            later = sum([least.get(p.nargs, p.nargs) for p in positional[done + 1:]])
            have = len(words)
            if have < need or have == 0 and not last:
                break
            if a.nargs in (None, '?') or isinstance(a.nargs, int):
                k = need if a.nargs != '?' else min(1, max(have - later, 0))
            else:
                k = max(have - later, need)
                if k > have:
                    break
            values = words[:k]
            del words[:k]
            done += 1
            if not values and a.nargs in ('?', '*'):
                seen.append(a)
                if a.nargs == '*' and a.default is None:
                    setattr(ns, a.dest, [])
                continue
            self._store(a, values, ns, seen)
        return done

    def _convert(self, a, s):
        if a.type is None:
            return s
        try:
            return a.type(s)
        except ArgumentTypeError as e:
            raise ArgumentError(a, str(e)) from None
        except (TypeError, ValueError):
            raise ArgumentError(a, 'invalid %s value: %r' % (getattr(a.type, '__name__', repr(a.type)), s)) from None

    def _checked(self, a, s):
        v = self._convert(a, s)
        if a.choices is not None and v not in a.choices:
            raise ArgumentError(a, 'invalid choice: %r (choose from %s)' % (v, ', '.join([repr(c) for c in a.choices])))
        return v

    def _store(self, a, values, ns, seen):
        self._mark(a, seen)
        if a.nargs is None:
            if len(values) != 1:
                raise ArgumentError(a, 'expected one argument')
            value = self._checked(a, values[0])
        elif a.nargs == '?':
            value = self._checked(a, values[0]) if values else a.const
        else:
            if a.nargs == '+' and not values:
                raise ArgumentError(a, 'expected at least one argument')
            if isinstance(a.nargs, int) and len(values) != a.nargs:
                raise ArgumentError(a, 'expected %d argument%s' % (a.nargs, '' if a.nargs == 1 else 's'))
            value = [self._checked(a, v) for v in values]
        if a.kind in ('append', 'extend'):
            old = list(getattr(ns, a.dest, None) or [])
            value = old + (list(value) if a.kind == 'extend' else [value])
        setattr(ns, a.dest, value)

    def _mark(self, a, seen):
        for g in self._groups:
            if a in g.members:
                for b in g.members:
                    if b is not a and b in seen:
                        raise ArgumentError(a, 'not allowed with argument ' + _name(b))
        seen.append(a)

    def _flag(self, a, ns, seen):
        self._mark(a, seen)
        if a.kind == 'help':
            self.print_help()
            self.exit()
        elif a.kind == 'version':
            _sys.stdout.write(a.version.replace('%(prog)s', self.prog) + '\n')
            self.exit()
        elif a.kind == 'count':
            setattr(ns, a.dest, (getattr(ns, a.dest, None) or 0) + 1)
        elif a.kind == 'append_const':
            setattr(ns, a.dest, list(getattr(ns, a.dest, None) or []) + [a.const])
        else:
            setattr(ns, a.dest, a.const)

    # Help.

    def _usage_parts(self):
        parts = []
        grouped = {}
        for g in self._groups:
            for a in g.members:
                grouped[id(a)] = g
        shown = set()
        for a in self._actions:
            if a.option_strings and a.help is not SUPPRESS:
                g = grouped.get(id(a))
                if g is not None:
                    if id(g) not in shown:
                        shown.add(id(g))
                        inner = ' | '.join([self._option_usage(b) for b in g.members])
                        parts.append('(%s)' % inner if g.required else '[%s]' % inner)
                    continue
                text = self._option_usage(a)
                parts.append(text if a.required else '[%s]' % text)
        words = [a.values() for a in self._actions if not a.option_strings and a.help is not SUPPRESS]
        return parts, words

    def _option_usage(self, a):
        return a.option_strings[0] + (' ' + a.values() if a.takes() else '')

    def format_usage(self):
        if self.usage is not None:
            return 'usage: %s\n' % self.usage.replace('%(prog)s', self.prog)
        options, words = self._usage_parts()
        head = 'usage: ' + self.prog
        line = ' '.join([head] + options + words)
        if len(line) <= 78:
            return line + '\n'
        indent = ' ' * (len(head) + 1)
        lines = []

        def fold(parts, first):
            line = first
            for p in parts:
                if len(line) + 1 + len(p) > 78 and line.strip():
                    lines.append(line)
                    line = indent + p
                else:
                    line = line + ' ' + p if line.strip() and line != indent else line + p
            if line.strip():
                lines.append(line)
        if options:
            fold(options, head)
            fold(words, indent)
        else:
            fold(words, head)
        return '\n'.join(lines) + '\n'

    def _entry(self, a, column):
        if a.option_strings:
            values = ' ' + a.values() if a.takes() else ''
            head = '  ' + ', '.join([f + values for f in a.option_strings])
        else:
            m = a.meta()
            head = '  ' + (m if isinstance(m, str) else m[0])
        if not a.help:
            return head + '\n'
        text = a.help.replace('%(default)s', str(a.default)).replace('%(prog)s', self.prog).replace('%(type)s', getattr(a.type, '__name__', ''))
        text = text.replace('%(choices)s', ', '.join([str(c) for c in a.choices or ()])).replace('%(dest)s', a.dest).replace('%%', '%')
        if self.formatter_class is ArgumentDefaultsHelpFormatter and '%(default)' not in a.help and a.default not in (None, SUPPRESS):
            text += ' (default: %s)' % (a.default,)
        if issubclass(self.formatter_class, RawTextHelpFormatter):
            lines = text.splitlines()
        else:
            lines = _textwrap.wrap(' '.join(text.split()), 78 - column) or ['']
        out = ''
        if len(head) > column - 2:
            out = head + '\n'
            head = ''
        for line in lines:
            out += (head.ljust(column) + line).rstrip() + '\n'
            head = ''
        return out

    def _width(self, a):
        if a.option_strings:
            values = ' ' + a.values() if a.takes() else ''
            return 2 + len(', '.join([f + values for f in a.option_strings]))
        return 2 + len(a.meta() if isinstance(a.meta(), str) else a.meta()[0])

    def format_help(self):
        out = [self.format_usage()]
        if self.description:
            if issubclass(self.formatter_class, RawDescriptionHelpFormatter):
                out.append(self.description.strip('\n') + '\n')
            else:
                out.append(_textwrap.fill(' '.join(self.description.replace('%(prog)s', self.prog).split()), 78) + '\n')
        shown = [a for a in self._actions if a.help is not SUPPRESS]
        column = min(max([self._width(a) for a in shown], default=0) + 2, 24)
        for title, part in (('positional arguments', [a for a in shown if not a.option_strings]),
                            ('options', [a for a in shown if a.option_strings])):
            if part:
                out.append(title + ':\n' + ''.join([self._entry(a, column) for a in part]))
        if self.epilog:
            out.append(_textwrap.fill(' '.join(self.epilog.split()), 78) + '\n')
        return '\n'.join(out)

    def print_usage(self, file=None):
        (file or _sys.stdout).write(self.format_usage())

    def print_help(self, file=None):
        (file or _sys.stdout).write(self.format_help())

    def exit(self, status=0, message=None):
        if message:
            _sys.stderr.write(message)
        _sys.exit(status)

    def error(self, message):
        self.print_usage(_sys.stderr)
        self.exit(2, '%s: error: %s\n' % (self.prog, message))


class FileType:
    def __init__(self, mode='r', bufsize=-1, encoding=None, errors=None):
        self._mode = mode

    def __call__(self, name):
        try:
            return open(name, self._mode)
        except OSError as e:
            raise ArgumentTypeError("can't open '%s': %s" % (name, e)) from None
