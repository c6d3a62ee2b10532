"""From the words of the command to values."""

import sys
from argparse._actions import ArgumentError, ArgumentTypeError, Namespace, ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE

__name__ = 'argparse'  # Of what is defined here.


class _Parsing:
    """The part of a parser that parses."""

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
