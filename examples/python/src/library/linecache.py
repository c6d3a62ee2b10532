"""Lines of files, by number."""

_known = {}


def getlines(filename, module_globals=None):
    if filename not in _known:
        try:
            with open(filename) as f:
                _known[filename] = f.readlines()
        except (OSError, UnicodeError):
            return []
        if _known[filename] and not _known[filename][-1].endswith('\n'):
            _known[filename][-1] += '\n'
    return _known[filename]


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def clearcache():
    _known.clear()


def checkcache(filename=None):
    _known.clear() if filename is None else _known.pop(filename, None)
