from . import first
from .first import ONE
from .inner import leaf as inner_leaf
NAME = __name__
