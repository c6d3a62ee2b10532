import argparse


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise SystemExit('error: ' + message)


def attempt(parser, line):
    try:
        print(line, '->', parser.parse_args(line.split()))
    except SystemExit as e:
        print(line, '->', e)


p = Parser(prog='tool', description='Does things to files.', epilog='The end.')
p.add_argument('source', help='what to read')
p.add_argument('targets', nargs='*', help='what to write')
p.add_argument('-n', '--count', type=int, default=3, metavar='N', help='how many (default: %(default)s)')
p.add_argument('-v', '--verbose', action='count', default=0)
p.add_argument('-q', action='store_true', dest='quiet', help='say nothing')
p.add_argument('--mode', choices=['fast', 'slow'], default='fast')
p.add_argument('--no-color', action='store_false', dest='color')
p.add_argument('-I', '--include', action='append', help='a folder, which may be given more than once, and is looked through before the others')
p.add_argument('--pair', nargs=2, type=float)
p.add_argument('--level', nargs='?', const=9, type=int, default='4')
p.add_argument('--version', action='version', version='%(prog)s 1.2')
for line in ['a', 'a b c', '-n 5 a b', '-n5 -vvq a', '--count=7 a --mode slow', 'a --mode quick', '', 'a -n x', 'a -n', '-I x -Iy --include=z a', '--pair 1 2.5 a',
             '--pair 1 a', 'a --level', 'a --level 2', 'a --no-color', '--ver a', '--cou 8 a', '--bad a', 'a -- -b', 'a -n -3', '-qv a', '--no-color=1 a', '--version']:
    attempt(p, line)
print(p.parse_known_args(['a', '--odd', '-z']))
p.print_usage()
p.print_help()
print(p.get_default('count'), p.format_usage() == p.format_help().split('\n\n')[0] + '\n')

p = Parser(prog='git', add_help=False)
p.set_defaults(run='none')
p.add_argument('-C', dest='folder', default='.')
s = p.add_subparsers(dest='command', help='what to do')
one = s.add_parser('add', help='adds')
one.add_argument('paths', nargs='+')
one.set_defaults(run='add')
two = s.add_parser('log', aliases=['l'], help='lists')
two.add_argument('-1', dest='single', action='store_true')
two.add_argument('rest', nargs=argparse.REMAINDER)
for line in ['', 'add', 'add x y', '-C d log -1', 'l a -b --c', 'push']:
    attempt(p, line)
p.print_help()
one.print_help()

p = Parser(prog='x')
g = p.add_mutually_exclusive_group(required=True)
g.add_argument('--on', action='store_true')
g.add_argument('--off', action='store_true')
t = p.add_argument_group('tuning', 'For those who know.')
t.add_argument('--rate', type=float, required=True, help='per second')
t.add_argument('--cache', action=argparse.BooleanOptionalAction)
p.add_argument('--hidden', help=argparse.SUPPRESS)
for line in ['--on --rate 2', '--on --off --rate 1', '--rate 1', '--on', '--off --rate=-1.5 --no-cache', '--on --rate 1 extra']:
    attempt(p, line)
p.print_help()

p = Parser(prog='y')
p.add_argument('first', type=int)
p.add_argument('middle', nargs='*', default=['none'])
p.add_argument('last')
p.add_argument('-x', action='store_const', const=42)
p.add_argument('-e', action='extend', nargs='+', type=int, default=[])
for line in ['1 z', '1 a b z', '1', 'one z', '1 z -x -e 1 2 -e 3', '-x 1 a z', '-5 z']:
    attempt(p, line)
n = argparse.Namespace(a=1, b='c')
print(n, 'a' in n, n == argparse.Namespace(a=1, b='c'), vars(n))


def even(text):
    if int(text) % 2:
        raise argparse.ArgumentTypeError(f'{text} is odd')
    return int(text)


p = Parser(prog='z', usage='%(prog)s stuff')
p.add_argument('n', type=even, nargs='?', default=0)
for line in ['4', '5', 'q', '']:
    attempt(p, line)
p.print_usage()
try:
    p.add_argument('--n', '--n2', action='nonsense')
except ValueError as e:
    print(e)
try:
    argparse.ArgumentParser(prog='w').parse_args(['extra'])
except SystemExit as e:
    print(e.code)
