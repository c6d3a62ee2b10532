"""Paths as POSIX has them: `os.path`."""

from os.path import *
from os.path import curdir, pardir, sep, pathsep, extsep, altsep, defpath, devnull
