# Mocks: what they note, what they answer, what they stand for.
import json
import os
import sys
from unittest import mock
from unittest.mock import ANY, DEFAULT, MagicMock, Mock, NonCallableMock, PropertyMock, call, create_autospec, mock_open, patch, seal, sentinel


def error(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)


m = Mock(return_value=3)
print(m(1, k=2), m.called, m.call_count, m.call_args, m.call_args_list, m.mock_calls)
print(m.call_args.args, m.call_args.kwargs, m.call_args == call(1, k=2), m.call_args == ((1,), {'k': 2}))
m.assert_called_once_with(1, k=2)
print(error(m.assert_called_with, 2))
print(error(m.assert_not_called))
m(ANY)
m.assert_called_with(object())
print(error(m.assert_called_once))
print(error(m.assert_any_call, 5))
m.assert_has_calls([call(1, k=2), call(7)])
print(error(m.assert_has_calls, [call(8)]))
m.reset_mock()
print(m.called, m.mock_calls, m(), error(Mock().assert_called))
print(error(Mock(name='frob').assert_called_with, 1))

# Effects.
m = Mock(side_effect=KeyError('gone'))
print(error(m))
m.side_effect = [1, ValueError('two'), 3]
print(m(), error(m), m(), type(error(m)))
m.side_effect = lambda *a: DEFAULT if a else 'none'
m.return_value = 'told'
print(m(), m(1))

# Parts of mocks.
parent = Mock()
parent.first(1)
parent.second.third(2)
parent.second('x').go(y=1)
print(parent.mock_calls, parent.method_calls)
print(parent.second.mock_calls, parent.second().go.called)
print(parent.mock_calls == [call.first(1), call.second.third(2), call.second('x'), call.second().go(y=1), call.second()])
parent.configure_mock(**{'a.b.return_value': 9, 'c': 1})
print(parent.a.b(), parent.c)
del parent.c
print(hasattr(parent, 'c'), hasattr(parent, 'd'))
print(error(lambda: parent.assert_foo))
print(call(1).foo(2).call_list(), call.a.b(1), call)


class Thing:
    size = 3

    def grow(self, n):
        return n + 1

    @property
    def color(self):
        return 'red'


# Specifications.
m = Mock(spec=Thing)
print(isinstance(m, Thing), isinstance(m, Mock), error(lambda: m.nothing))
m.extra = 1
m.grow(2)
m.grow.assert_called_with(2)
strict = Mock(spec_set=Thing)
print(error(setattr, strict, 'extra', 1))
print(isinstance(NonCallableMock(), Mock), callable(NonCallableMock()), callable(Mock()))
print(error(lambda: Mock(['a', 'b']).c))
w = Mock(wraps=Thing())
print(w.grow(4), w.grow.called)
s = Mock()
s.known.return_value = 1
seal(s)
print(s.known(), error(lambda: s.unknown))

# Special methods.
mm = MagicMock()
print(len(mm), bool(mm), int(mm), list(mm), 3 in mm, float(mm))
mm.__getitem__.return_value = 'item'
print(mm['k'], mm.__getitem__.call_args, mm.mock_calls[-1])
mm.__len__.return_value = 5
mm.__iter__.return_value = [1, 2]
mm.__str__.return_value = 'shown'
print(len(mm), list(mm), list(mm), str(mm))
with mm as inside:
    print(inside is mm.__enter__.return_value)
mm.__exit__.assert_called_once_with(None, None, None)
mm.__eq__.return_value = True
print(mm == 17, MagicMock() == MagicMock(), len({MagicMock(), MagicMock()}))
plain = Mock()
plain.__len__ = Mock(return_value=8)
plain.__add__ = lambda self, other: ('sum', other)
print(len(plain), plain + 1, error(lambda: len(Mock())))
mm = MagicMock(**{'method.return_value': 3})
print(mm.method(), mm.x.y.z().w is mm.x.y.z().w)

# Patches.
with patch('os.getcwd', return_value='/elsewhere') as f:
    print(os.getcwd(), f.call_count)
print(os.getcwd() != '/elsewhere')
with patch.object(Thing, 'grow') as grow:
    grow.return_value = 'patched'
    print(Thing().grow(1), grow.mock_calls)
print(Thing().grow(1))
with patch.object(Thing, 'color', new_callable=PropertyMock) as color:
    color.return_value = 'blue'
    print(Thing().color, color.called)
print(Thing().color)
with patch.object(Thing, 'size', 10):
    print(Thing.size, Thing().size)
print(Thing.size, error(patch.object(Thing, 'nothing').start))
with patch.dict(os.environ, {'A_NAME': 'value'}, clear=False):
    print(os.environ['A_NAME'])
print('A_NAME' in os.environ)
d = {'a': 1}
with patch.dict(d, {'b': 2}, clear=True):
    print(d)
print(d)


@patch('json.dumps')
@patch.object(Thing, 'size', new=4)
@patch.object(Thing, 'grow', autospec=True)
def patched(grow, dumps, more):
    dumps.return_value = 'text'
    print(json.dumps({}), Thing.size, more)
    return Thing.grow is grow


print(patched(more=7), json.dumps([1]), Thing.size, patched.__name__)
with patch.multiple(Thing, size=1, grow=DEFAULT) as values:
    print(list(values), Thing.size, Thing.grow is values['grow'])
p = patch('json.loads')
started = p.start()
print(json.loads is started)
patch.stopall()
print(json.loads is started)


@patch('json.dumps', new=lambda x: 'class')
class Tests:
    def test_it(self):
        return json.dumps(1)

    def other(self):
        return json.dumps(1)


print(Tests().test_it(), Tests().other())
with patch('builtins.print') as shown:
    print('not seen')
shown.assert_called_once_with('not seen')
with patch('builtins.open', mock_open(read_data='one\ntwo\n')) as opened:
    with open('file') as f:
        print(f.read())
    with open('file') as f:
        print(list(f))
print(opened.call_args_list)
print(sentinel.token, sentinel.token is sentinel.token, ANY, ANY == 3, [1, ANY] == [1, 2])
auto = create_autospec(Thing)
print(auto.size is not None, isinstance(auto(), Thing), error(lambda: auto.nothing))
print(str(Mock(name='frob').x.y()).split(' id')[0], str(Mock(spec=Thing)).split(' id')[0], repr(MagicMock()).split(' id')[0])
