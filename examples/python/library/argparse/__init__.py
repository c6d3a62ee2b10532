"""Arguments of a command: positional ones, options, flags, groups, commands within commands. Not here: argument files, prefixes other
than `-`, `parse_intermixed_args`, and help for other widths than 80 columns."""

import sys
from argparse._actions import (
    ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE, Action, ArgumentError, ArgumentTypeError, BooleanOptionalAction, FileType, Namespace,
    _ACTIONS, _Append, _Commands, _Help, _Store, _Version)
from argparse._help import ArgumentDefaultsHelpFormatter, HelpFormatter, RawDescriptionHelpFormatter, RawTextHelpFormatter, _Helping
from argparse._parsing import _Parsing


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


class ArgumentParser(_Parsing, _Helping):
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
