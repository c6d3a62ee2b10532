"""Lines of files, by number."""

# By file name: size, time, lines, full name. Programs that make code put its text here.
cache = {}


def getlines(filename, module_globals=None):
    if filename not in cache:
        return updatecache(filename, module_globals)
    entry = cache[filename]
    return entry[2] if len(entry) != 1 else entry[0]().splitlines(True)


def updatecache(filename, module_globals=None):
    cache.pop(filename, None)
    try:
        with open(filename) as f:
            lines = f.readlines()
    except (OSError, UnicodeError):
        return []
    if lines and not lines[-1].endswith('\n'):
        lines[-1] += '\n'
    cache[filename] = sum([len(line) for line in lines]), None, lines, filename
    return lines


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def lazycache(filename, module_globals):
    return False


def clearcache():
    cache.clear()


def checkcache(filename=None):
    for name in list(cache) if filename is None else [filename]:
        if name in cache and len(cache[name]) != 1 and cache[name][1] is None and not name.startswith('<'):
            del cache[name]
