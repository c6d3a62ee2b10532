"""Classes of tuples with names."""

from sys import intern as _intern
from _prelude import item_getter as _item_getter

__name__ = 'collections'  # Of what is defined here.


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A class of tuples with names for their items."""
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    names = [str(n) for n in field_names]
    typename = _intern(str(typename))
    seen = set()
    if rename:
        for i, n in enumerate(names):
            if not n.isidentifier() or n in _KEYWORDS or n.startswith('_') or n in seen:
                names[i] = '_%d' % i
            seen.add(n)
        seen = set()
    for n in [typename] + names:
        if not n.isidentifier():
            raise ValueError('Type names and field names must be valid identifiers: %r' % n)
        if n in _KEYWORDS:
            raise ValueError('Type names and field names cannot be a keyword: %r' % n)
    for n in names:
        if n.startswith('_') and not rename:
            raise ValueError('Field names cannot start with an underscore: %r' % n)
        if n in seen:
            raise ValueError('Encountered duplicate field name: %r' % n)
        seen.add(n)
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(names):
        raise TypeError('Got more default values than field names')
    given = dict(zip(names[len(names) - len(defaults):], defaults))
    fields = tuple(names)
    params = [n + '=_defaults[%r]' % n if n in given else n for n in names]
    source = ['class %s:' % typename, '    def __new__(_cls%s):' % ''.join([', ' + p for p in params]),
              '        return _new(_cls, (%s))' % ''.join([n + ', ' for n in names])]
    few = 0 < len(names) <= _FEW
    if few:
        # With the names written out, calls need neither dictionaries nor loops.
        source += ['    def _replace(_self, /, *, %s, **_others):' % ', '.join([n + '=_same' for n in names]),
                   '        if _others:',
                   '            raise _unexpected(_others)',
                   '        return _new(_type(_self), (%s))' % ''.join(
                       ['_self[%d] if %s is _same else %s, ' % (i, n, n) for i, n in enumerate(names)]),
                   '    def _asdict(_self):',
                   '        return {%s}' % ', '.join(['%r: _self[%d]' % (n, i) for i, n in enumerate(names)])]
    ns = {'__name__': module or '__main__', '_defaults': given, '_new': tuple.__new__, '_type': type, '_same': _same,
          '_unexpected': _unexpected}
    exec('\n'.join(source), ns)

    @classmethod
    def _make(cls, iterable):
        items = tuple(iterable)
        if len(items) != len(fields):
            raise TypeError('Expected %d arguments, got %d' % (len(fields), len(items)))
        return tuple.__new__(cls, items)

    def _replace(self, /, **kwds):
        items = [kwds.pop(n, v) for n, v in zip(fields, self)]
        if kwds:
            raise _unexpected(kwds)
        return tuple.__new__(type(self), tuple(items))

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, ', '.join(['%s=%r' % nv for nv in zip(fields, self)]))

    def _asdict(self):
        return dict(zip(fields, self))

    def __getnewargs__(self):
        return tuple(self)

    body = {
        '__slots__': (),
        '__doc__': '%s(%s)' % (typename, ', '.join(names)),
        '_fields': fields,
        '_field_defaults': given,
        '__match_args__': fields,
        '__new__': _plain(ns[typename].__dict__['__new__']),
        '_make': _make,
        '_replace': _replace,
        '__repr__': __repr__,
        '_asdict': _asdict,
        '__getnewargs__': __getnewargs__,
        '__module__': module or '__main__',
    }
    if few:
        body['_replace'], body['_asdict'] = [ns[typename].__dict__[n] for n in ('_replace', '_asdict')]
    for i, n in enumerate(names):
        if i == len(_getters):
            _getters.append(_item_getter(i))
        body[n] = property(_getters[i])
    return type(typename, (tuple,), body)


_getters = []

# Most fields that are written out.
_FEW = 12
# Stands for a field that is not replaced.
_same = object()


def _unexpected(names):
    return ValueError('Got unexpected field names: %r' % list(names))


def _plain(f):
    return f.__func__ if isinstance(f, staticmethod) else f


_KEYWORDS = frozenset('''False None True and as assert async await break class continue def del elif else except finally for
    from global if import in is lambda nonlocal not or pass raise return try while with yield'''.split())
