# Library functions over generators, in Python: so a trace goes from the loop here into the generator.

def sum(items):
    total = 0
    for x in items:
        total += x
    return total


def any(items):
    for x in items:
        if x:
            return True
    return False


def all(items):
    for x in items:
        if not x:
            return False
    return True


def list(items):
    return [x for x in items]


def set(items):
    return {x for x in items}
