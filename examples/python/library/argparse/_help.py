"""Usage and help texts."""

import sys
from argparse._actions import BooleanOptionalAction, OPTIONAL, SUPPRESS, ZERO_OR_MORE, _Commands

__name__ = 'argparse'  # Of what is defined here.


class HelpFormatter:
    pass


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


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


class _Helping:
    """The part of a parser that explains it."""

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
