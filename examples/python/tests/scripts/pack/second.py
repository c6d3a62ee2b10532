from .first import *
from . import first as again, third
from .inner.leaf import value as v
TWO = ONE + 1
