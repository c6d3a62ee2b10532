"""Limits of patterns."""

from re import error

MAXREPEAT = 4294967295
MAXGROUPS = 2147483647
