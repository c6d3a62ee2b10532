from .. import first
from ..first import up
from . import base
def value(): return first.ONE + base, up()
