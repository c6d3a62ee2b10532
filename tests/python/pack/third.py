from .second import *
