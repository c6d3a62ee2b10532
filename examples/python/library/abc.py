"""Abstract base classes. A class with abstract methods has a `__new__` that refuses, so that instances of others cost nothing."""


def abstractmethod(f):
    f.__isabstractmethod__ = True
    return f


class abstractproperty(property):
    __isabstractmethod__ = True


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        callable.__isabstractmethod__ = True
        super().__init__(callable)


def _is_abstract(v):
    return bool(getattr(v, '__isabstractmethod__', False))


def _refusing(owner):
    """The `__new__` of an abstract class."""
    def new(cls, *args, **kwargs):
        # Nothing is known yet of a class that is being made (`__init_subclass__`).
        names = sorted(cls.__dict__.get('__abstractmethods__', ()))
        if names:
            s = 's' if len(names) > 1 else ''
            raise TypeError("Can't instantiate abstract class %s with abstract method%s %s" % (cls.__name__, s, ', '.join(names)))
        following = cls.__mro__[cls.__mro__.index(owner) + 1:]
        make = [f for f in _makers(following) if not hasattr(f, '_refuses')][0]
        if make is not object.__new__:
            return make(cls, *args, **kwargs)
        if (args or kwargs) and cls.__init__ is object.__init__:
            raise TypeError('%s() takes no arguments' % cls.__name__)
        return make(cls)
    new._refuses = True
    return new


class ABCMeta(type):
    """The class of abstract base classes."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = type.__new__(mcls, name, bases, namespace, **kwargs)
        cls._abc_registry, cls._abc_known = [], {}
        _caches.append(cls._abc_known)
        _look(cls, namespace)
        return cls

    def register(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('Can only register classes')
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError('Refusing to create an inheritance cycle')
        cls._abc_registry.append(subclass)
        _forget()
        return subclass

    def __instancecheck__(cls, instance):
        c = instance.__class__
        known = cls._abc_known.get(c)
        if known is None:
            known = cls.__subclasscheck__(c)
        return known or c is not type(instance) and cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        known = cls._abc_known.get(subclass)
        if known is None:
            known = cls._abc_known[subclass] = _check(cls, subclass)
        return known

    def _dump_registry(cls, file=None):
        print('Class: %s.%s' % (cls.__module__, cls.__qualname__), file=file)
        print('Inv. counter: %s' % get_cache_token(), file=file)
        print('_abc_registry: %r' % (cls._abc_registry,), file=file)

    def _abc_registry_clear(cls):
        cls._abc_registry.clear()
        _forget()

    def _abc_caches_clear(cls):
        cls._abc_known.clear()


_caches = []
_token = [0]


def _forget():
    """What has been found out about classes need not hold any more."""
    _token[0] += 1
    for known in _caches:
        known.clear()


def _check(cls, c):
    r = cls.__subclasshook__(c)
    if r is not NotImplemented:
        return bool(r)
    if cls in c.__mro__:
        return True
    for k in cls._abc_registry:
        if issubclass(c, k):
            return True
    for k in cls.__subclasses__():
        if issubclass(c, k):
            return True
    return False


def _look(cls, namespace):
    """Sees what is abstract in a class, and lets it have instances or not."""
    abstract = [k for k, v in namespace.items() if _is_abstract(v)]
    for b in cls.__bases__:
        for k in getattr(b, '__abstractmethods__', ()):
            if k not in abstract and _is_abstract(getattr(cls, k, None)):
                abstract.append(k)
    cls.__abstractmethods__ = frozenset(abstract)
    if '__new__' in cls.__dict__ and '_abc_new' not in cls.__dict__:
        return
    if abstract:
        cls.__new__, cls._abc_new = staticmethod(_refusing(cls)), True
        return
    inherited = _makers(cls.__mro__)
    if hasattr(inherited[0], '_refuses'):
        cls.__new__, cls._abc_new = staticmethod([f for f in inherited if not hasattr(f, '_refuses')][0]), True


def _makers(classes):
    """What makes instances, in the order of the classes."""
    makers = [c.__dict__['__new__'] for c in classes if '__new__' in c.__dict__]
    return [f.__func__ if isinstance(f, staticmethod) else f for f in makers]


def get_cache_token():
    return _token[0]


def update_abstractmethods(cls):
    """Looks at a class again, whose methods have been changed."""
    if hasattr(cls, '__abstractmethods__'):
        _look(cls, cls.__dict__)
    return cls


class ABC(metaclass=ABCMeta):
    """A base to derive from."""

    __slots__ = ()
