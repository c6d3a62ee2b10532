"""Groups of exceptions: the methods of the built-in classes, and what `except*` asks."""

_expected = 'expected a function, exception type or tuple of exception types'
_uncaught = 'catching classes that do not inherit from BaseException is not allowed'
_group_caught = 'catching ExceptionGroup with except* is not allowed. Use except instead.'


def _is_class(x):
    return isinstance(x, type) and issubclass(x, BaseException)


def new(cls, *args):
    if len(args) != 2:
        raise TypeError(f'BaseExceptionGroup.__new__() takes exactly 2 arguments ({len(args)} given)')
    message, given = args
    if not isinstance(message, str):
        text = 'None' if message is None else type(message).__name__
        raise TypeError(f'BaseExceptionGroup.__new__() argument 1 must be str, not {text}')
    if isinstance(given, (dict, set, frozenset)) or not hasattr(type(given), '__getitem__'):
        raise TypeError('second argument (exceptions) must be a sequence')
    exceptions = tuple(given)
    if not exceptions:
        raise ValueError('second argument (exceptions) must be a non-empty sequence')
    for i, e in enumerate(exceptions):
        if not isinstance(e, BaseException):
            raise ValueError(f'Item {i} of second argument (exceptions) is not an exception')
    if all(isinstance(e, Exception) for e in exceptions):
        if cls is BaseExceptionGroup:
            cls = ExceptionGroup
    elif cls is ExceptionGroup:
        raise TypeError('Cannot nest BaseExceptions in an ExceptionGroup')
    elif issubclass(cls, Exception):
        raise TypeError(f"Cannot nest BaseExceptions in '{cls.__name__}'")
    self = BaseException.__new__(cls, *args)
    BaseException.__setattr__(self, 'message', message)
    BaseException.__setattr__(self, 'exceptions', exceptions)
    return self


def derive(self, excs):
    return BaseExceptionGroup(self.message, excs)


def _condition(given):
    if _is_class(given) or isinstance(given, tuple) and given and all(map(_is_class, given)):
        return lambda e: isinstance(e, given)
    if callable(given):
        return given
    raise TypeError(_expected)


def _part(group, exceptions):
    """A group like another, of some of its exceptions."""
    if not exceptions:
        return None
    made = group.derive(exceptions)
    if not isinstance(made, BaseExceptionGroup):
        raise TypeError('derive must return an instance of BaseExceptionGroup')
    made.__traceback__ = group.__traceback__
    made.__context__ = group.__context__
    made.__cause__ = group.__cause__
    made.__suppress_context__ = True
    notes = getattr(group, '__notes__', None)
    if isinstance(notes, (list, tuple)):
        made.__notes__ = list(notes)
    return made


def _split(e, fits, wants_rest):
    if fits(e):
        return e, None
    if not isinstance(e, BaseExceptionGroup):
        return None, e
    found, rest = [], []
    for inner in e.exceptions:
        a, b = _split(inner, fits, wants_rest)
        if a is not None:
            found.append(a)
        if b is not None:
            rest.append(b)
    return _part(e, found), _part(e, rest) if wants_rest else None


def split(self, condition):
    return _split(self, _condition(condition), True)


def subgroup(self, condition):
    return _split(self, _condition(condition), False)[0]


def star_match(rest, classes):
    """What of an exception an `except*` handles, always a group, and what is left; `None` if it handles nothing."""
    listed = classes if isinstance(classes, tuple) else (classes,)
    for c in listed:
        if not _is_class(c):
            raise TypeError(_uncaught)
    if any(issubclass(c, BaseExceptionGroup) for c in listed):
        raise TypeError(_group_caught)
    if rest is None:
        return None
    if isinstance(rest, classes):
        return (rest if isinstance(rest, BaseExceptionGroup) else BaseExceptionGroup('', (rest,))), None
    if not isinstance(rest, BaseExceptionGroup):
        return None
    found, rest = rest.split(classes)
    return None if found is None else (found, rest)


def _leaves(e, into):
    if isinstance(e, BaseExceptionGroup):
        for inner in e.exceptions:
            _leaves(inner, into)
    else:
        into.add(id(e))
    return into


def _came_from(e, group):
    """Whether it is a part of the group that a handler raised again."""
    return (
        isinstance(e, BaseExceptionGroup)
        and e.__traceback__ is group.__traceback__
        and e.__cause__ is group.__cause__
        and e.__context__ is group.__context__
    )


def star_raise(caught, rest, raised):
    """What is to be raised after all `except*`: of what was caught, what nobody handled, and what the handlers raised."""
    if rest is not None:
        raised.append(rest)
    if not raised:
        return None
    if not isinstance(caught, BaseExceptionGroup):
        return raised[0]
    again, new = set(), []
    for e in raised:
        if _came_from(e, caught):
            _leaves(e, again)
        else:
            new.append(e)
    left = _split(caught, lambda e: id(e) in again, False)[0] if again else None
    if not new:
        return left
    if left is not None:
        new.append(left)
    return BaseExceptionGroup('', new)
