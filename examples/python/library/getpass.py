"""Who is at the terminal."""

import os as _os


def getpass(prompt='Password: ', stream=None):
    """Reads a line; it is seen while it is typed."""
    return input(prompt)


def getuser():
    for name in ('LOGNAME', 'USER', 'LNAME', 'USERNAME'):
        if _os.environ.get(name):
            return _os.environ[name]
    return 'unknown'
