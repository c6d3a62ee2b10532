import argparse, sys, io, contextlib
def make():
    p = argparse.ArgumentParser(prog='tool', description='A tool that does things.', epilog='The end.')
    p.add_argument('file', help='the input')
    p.add_argument('rest', nargs='*', help='more of them')
    p.add_argument('-n', '--number', type=int, default=3, metavar='N', help='how many (default: %(default)s)')
    p.add_argument('-v', '--verbose', action='store_true')
    p.add_argument('-q', action='count', default=0, help='quieter')
    p.add_argument('--mode', choices=['fast', 'slow'], default='fast', help='the mode')
    p.add_argument('--pair', nargs=2, type=float)
    p.add_argument('-I', dest='include', action='append', help='a folder that has a long description which goes on and on until it is wrapped')
    p.add_argument('--opt', nargs='?', const='C', default='D')
    return p
p = make()
for args in (['a'], ['a', 'b', 'c', '-n', '5', '-v'], ['-n7', 'x', '-qq'], ['--number=9', 'x', '--mode', 'slow'], ['x', '--pair', '1', '2.5', '-I', 'd1', '-Id2'], ['x', '--opt'], ['x', '--opt', 'z'], ['--', '-x', 'y'], ['-vq', 'f'], ['x', '--verb']):
    print(args, p.parse_args(args))
print(p.parse_known_args(['x', '--zzz', '-n', '1']))
for args in ([], ['x', '-n', 'abc'], ['x', '--mode', 'odd'], ['x', '--nope'], ['x', '-n'], ['x', '--pair', '1']):
    err = io.StringIO()
    try:
        with contextlib.redirect_stderr(err):
            p.parse_args(args)
    except SystemExit as e:
        print(e.code, err.getvalue().splitlines()[-1])
p.print_usage()
print(p.format_help())
p = argparse.ArgumentParser(prog='t2', add_help=False)
g = p.add_mutually_exclusive_group()
g.add_argument('-a', action='store_true')
g.add_argument('-b', action='store_true')
p.add_argument('nums', type=int, nargs='+')
p.set_defaults(extra=1)
print(p.parse_args(['-a', '1', '-2', '3']), p.format_usage())
