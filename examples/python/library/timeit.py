"""Times of small pieces of code."""

import time as _time

default_timer = _time.perf_counter


class Timer:
    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        ns = dict(globals) if globals is not None else {}
        if callable(stmt):
            ns['_stmt'] = stmt
            stmt = '_stmt()'
        if callable(setup):
            ns['_setup'] = setup
            setup = '_setup()'

        def deep(text):
            return ''.join(['    ' * 2 + line + '\n' for line in text.split('\n')])
        source = 'def _run(_n, _timer):\n    if True:\n%s    _t = _timer()\n    for _ in range(_n):\n%s    return _timer() - _t\n' % (deep(setup), deep(stmt))
        exec(source, ns)
        self._run = ns['_run']

    def timeit(self, number=1000000):
        return self._run(number, self.timer)

    def repeat(self, repeat=5, number=1000000):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        n = 1
        while True:
            for k in (1, 2, 5):
                t = self.timeit(n * k)
                if t >= 0.2:
                    return n * k, t
            n *= 10


def timeit(stmt='pass', setup='pass', timer=default_timer, number=1000000, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=5, number=1000000, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
