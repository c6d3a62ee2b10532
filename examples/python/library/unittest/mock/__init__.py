"""Objects that stand for others in tests: they note how they are called, and answer what they are told to.

A mock makes its attributes, mocks themselves, when they are first asked for. `patch` puts one in the place of something for a while.

Example: `m = Mock(return_value=3)`, then `m.f.side_effect = KeyError`; `m(1)` answers 3, and `m.mock_calls` is `[call(1)]`.

Not here: `create_autospec` and `autospec=True` look at the names only, not at the parameters; `AsyncMock`.
"""

from unittest.mock._calls import ANY, DEFAULT, call, sentinel
from unittest.mock._mocks import CallableMixin, Mock, NonCallableMock
from unittest.mock._magic import MagicMock, NonCallableMagicMock, PropertyMock, create_autospec, mock_open, seal
from unittest.mock._patches import patch

__all__ = ['ANY', 'DEFAULT', 'FILTER_DIR', 'MagicMock', 'Mock', 'NonCallableMagicMock', 'NonCallableMock', 'PropertyMock', 'call', 'create_autospec', 'mock_open', 'patch', 'seal', 'sentinel']

FILTER_DIR = True
