import helpers_beside as h
from helpers_beside import double, VALUE as V
from helpers_beside import *
import math as m, sys
print(h.VALUE, double(4), V, triple(2), m.floor(2.5), len(sys.argv), __name__, h.__name__)
h.VALUE = 10
print(h.get(), "_hidden" in dir(h))
