"""What the body of an enumeration is put into, and the marks for what is a member."""

from types import DynamicClassAttribute as _Attribute

__name__ = 'enum'  # Of what is defined here.


class nonmember:
    """Marks what is no member."""

    def __init__(self, value):
        self.value = value


class member:
    """Marks what is one."""

    def __init__(self, value):
        self.value = value


class auto:
    """A value to be chosen."""

    def __init__(self, value=None):
        self.value = value

    def __repr__(self):
        return 'auto(%r)' % (self.value,)


class property(_Attribute):
    """An attribute of members that is no attribute of the class."""

    def __get__(self, instance, ownerclass=None):
        if instance is not None:
            return super().__get__(instance, ownerclass)
        found = ownerclass._member_map_.get(self.name)
        if found is None:
            raise AttributeError('%r has no attribute %r' % (ownerclass, self.name))
        return found

    def __set_name__(self, ownerclass, name):
        self.name, self.clsname = name, ownerclass.__name__


def is_descriptor(x):
    return hasattr(x, '__get__') or hasattr(x, '__set__') or hasattr(x, '__delete__')


def is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def is_private(cls_name, name):
    start = '_%s__' % cls_name
    return len(name) > len(start) and name.startswith(start) and not name.endswith('__')


_SUNDER = ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_', '_iter_member_by_value_', '_iter_member_by_def_')


class Body(dict):
    """The names of the body; those of members are noted, and their values chosen, as they come."""

    def __init__(self, cls_name):
        super().__init__()
        self.cls_name, self.names, self.values, self.ignored = cls_name, {}, [], []
        self.generate, self.chosen = None, False

    def __setitem__(self, key, value):
        if is_private(self.cls_name, key):
            pass
        elif is_sunder(key):
            if key not in _SUNDER:
                raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % (key,))
            if key == '_generate_next_value_':
                if self.chosen:
                    raise TypeError('_generate_next_value_ must be defined before members')
                self.generate = value.__func__ if isinstance(value, staticmethod) else value
            elif key == '_ignore_':
                value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
                self.ignored = value
                already = set(value) & set(self.names)
                if already:
                    raise ValueError('_ignore_ cannot specify already set names: %r' % (already,))
        elif is_dunder(key):
            key = '_order_' if key == '__order__' else key
        elif key in self.names:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        elif key in self.ignored:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif not is_descriptor(value) or isinstance(value, member):
            if key in self:
                raise TypeError('%r already defined as %r' % (key, self[key]))
            if isinstance(value, member):
                value = value.value
            elif isinstance(value, auto):
                value = self._choose(key, value)
            elif isinstance(value, tuple) and any([isinstance(x, auto) for x in value]):
                parts = []
                for x in value:
                    parts.append(self._choose(key, x) if isinstance(x, auto) else x)
                    self.values.append(parts[-1])
                value = tuple(parts)
            self.names[key] = None
            self.values.append(value)
        super().__setitem__(key, value)

    def _choose(self, key, value):
        self.chosen = True
        if value.value is None:
            value.value = self.generate(key, 1, len(self.names), self.values[:])
        return value.value

    def update(self, members, **more):
        for k in members.keys() if hasattr(members, 'keys') else ():
            self[k] = members[k]
        for k, v in () if hasattr(members, 'keys') else members:
            self[k] = v
        for k, v in more.items():
            self[k] = v
