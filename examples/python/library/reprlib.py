"""Representations of limited size, and of things that contain themselves."""


def recursive_repr(fillvalue='...'):
    def decorating_function(user_function):
        running = set()

        def wrapper(self):
            if id(self) in running:
                return fillvalue
            running.add(id(self))
            try:
                return user_function(self)
            finally:
                running.discard(id(self))

        for name in ('__module__', '__doc__', '__name__', '__qualname__', '__annotations__'):
            setattr(wrapper, name, getattr(user_function, name))
        wrapper.__wrapped__ = user_function
        return wrapper

    return decorating_function


_text = repr


class Repr:
    def __init__(self):
        self.fillvalue = '...'
        self.maxlevel = 6
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdeque = 6
        self.maxarray = 5
        self.maxdict = 4
        self.maxstring = 30
        self.maxlong = 40
        self.maxother = 30

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        name = type(x).__name__.replace(' ', '_')
        method = getattr(self, 'repr_' + name, None)
        return method(x, level) if method else self.repr_instance(x, level)

    def _items(self, x, level, left, right, most, tail=''):
        if level <= 0 and x:
            return left + self.fillvalue + right
        parts = [self.repr1(y, level - 1) for y, _ in zip(x, range(most))]
        if len(x) > most:
            parts.append(self.fillvalue)
        return left + ', '.join(parts) + (tail if len(x) == 1 else '') + right

    def repr_tuple(self, x, level):
        return self._items(x, level, '(', ')', self.maxtuple, ',')

    def repr_list(self, x, level):
        return self._items(x, level, '[', ']', self.maxlist)

    def repr_set(self, x, level):
        return self._items(_sorted(x), level, '{', '}', self.maxset) if x else 'set()'

    def repr_frozenset(self, x, level):
        return self._items(_sorted(x), level, 'frozenset({', '})', self.maxfrozenset) if x else 'frozenset()'

    def repr_deque(self, x, level):
        return self._items(x, level, 'deque([', '])', self.maxdeque)

    def repr_dict(self, x, level):
        if not x:
            return '{}'
        if level <= 0:
            return '{' + self.fillvalue + '}'
        keys = _sorted(x)[: self.maxdict]
        parts = [self.repr1(k, level - 1) + ': ' + self.repr1(x[k], level - 1) for k in keys]
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return '{' + ', '.join(parts) + '}'

    def _cut(self, text, most):
        if len(text) <= most:
            return text
        i = max(0, (most - 3) // 2)
        j = max(0, most - 3 - i)
        return text[:i] + self.fillvalue + text[len(text) - j:]

    def repr_str(self, x, level):
        text = _text(x[: self.maxstring])
        if len(text) <= self.maxstring:
            return text
        i = max(0, (self.maxstring - 3) // 2)
        j = max(0, self.maxstring - 3 - i)
        text = _text(x[:i] + x[len(x) - j:])
        return text[:i] + self.fillvalue + text[len(text) - j:]

    def repr_int(self, x, level):
        return self._cut(_text(x), self.maxlong)

    def repr_instance(self, x, level):
        try:
            return self._cut(_text(x), self.maxother)
        except Exception:
            return '<%s instance at %#x>' % (type(x).__name__, id(x))


def _sorted(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


aRepr = Repr()
repr = aRepr.repr

