import sys
import time

sys.setrecursionlimit(100000)


def list_(*items):
    l = None
    for item in reversed(items):
        l = (item, l)
    return l


def lookup(name, env):
    while env[0][0] is not name:
        env = env[1]
    return env[0][1]


def call(f, x):
    return run(f[1], ((f[0], x), None))


def run(e, env):
    if type(e) is int:
        return e
    if type(e) is str:
        return lookup(e, env)
    op, rest = e
    if op == "add":
        return run(rest[0], env) + run(rest[1][0], env)
    if op == "sub":
        return run(rest[0], env) - run(rest[1][0], env)
    if op == "less":
        return run(rest[0], env) < run(rest[1][0], env)
    if op == "if":
        if run(rest[0], env):
            return run(rest[1][0], env)
        return run(rest[1][1][0], env)
    return call(lookup(op, functions), run(rest[0], env))


functions = list_(("fib", ("n", list_(
    "if", list_("less", "n", 2), "n",
    list_("add", list_("fib", list_("sub", "n", 1)), list_("fib", list_("sub", "n", 2)))))))


def workload(n):
    return call(functions[0][1], n)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
