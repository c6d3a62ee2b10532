# Static and class methods have attributes of their own, at first those of what is in them; properties have none but their parts.
def t(what, f):
    try: print(what, repr(f()))
    except BaseException as e: print(what, type(e).__name__, e)
def f(x: int) -> str:
    "doc of f"
    return x
f.extra = 5
for k in (staticmethod, classmethod, property):
    m = k(f)
    print(k.__name__)
    def setx(n, v): setattr(m, n, v); return getattr(m, n)
    t('dict', lambda: m.__dict__ if k is not property else None)
    t('wrapped', lambda: m.__wrapped__ is f)
    t('func', lambda: m.__func__ is f)
    t('abs', lambda: m.__isabstractmethod__)
    t('doc', lambda: m.__doc__)
    t('name', lambda: m.__name__)
    t('qual', lambda: m.__qualname__)
    t('mod', lambda: m.__module__)
    t('ann', lambda: m.__annotations__)
    t('extra', lambda: m.extra)
    t('setextra', lambda: setx('extra2', 7))
    t('setname', lambda: setx('__name__', 'n'))
    t('setdoc', lambda: setx('__doc__', 'n'))
    t('setabs', lambda: setx('__isabstractmethod__', True))
    t('setwr', lambda: setx('__wrapped__', True))
    t('setfunc', lambda: setx('__func__', True))
    t('set_f', lambda: setx('fget', True))
    t('setann', lambda: setx('__annotations__', {}))
    t('dict', lambda: m.__dict__ if k is not property else None)
    t('setdict', lambda: setx('__dict__', {'q': 1}))
    t('q', lambda: m.q)
    t('delq', lambda: delattr(m, 'q'))
    t('q', lambda: m.q)
    t('del', lambda: delattr(m, '__func__'))
    t('vars', lambda: vars(m))
    t('repr', lambda: repr(m).split(' at ')[0])
    t('call', lambda: m(3))
    f.__isabstractmethod__ = True
    t('abs', lambda: k(f).__isabstractmethod__)
    del f.__isabstractmethod__
    t('none', lambda: k() and None)
    t('none', lambda: k(1,2,3,4,5,6))
    t('5', lambda: k(5).__isabstractmethod__)
    t('5', lambda: k(5).__name__)
    t('5', lambda: k(5).__wrapped__)
    class D(k):
        pass
    d = D(f)
    d.attr = 1
    t('sub', lambda: (d.attr, vars(d).get('attr'), d.__doc__))
