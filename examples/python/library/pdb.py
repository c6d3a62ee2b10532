"""The debugger, which is not there."""


def set_trace(*, header=None):
    raise NotImplementedError('there is no debugger')


post_mortem = pm = run = runcall = runeval = set_trace
