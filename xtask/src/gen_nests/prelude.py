# Helpers of generated programs with loop nests: an object with sizes, functions to call in loops, and printing that shows every bit.
import math

MESSAGES = @MESSAGES@


class Box:
    def __init__(self, n, m):
        self.n = n
        self.m = m
        self.total = 0.0
        self.count = 0

    def add(self, x):
        self.total += x
        self.count += 1
        return self.total


def blend(x, y):
    return x * 0.5 + y * 0.25


def clamp(x, low, high):
    if x < low:
        return low
    if x > high:
        return high
    return x


def bump(a, k):
    a[k] += 1
    return a[k]


def show(v):
    if type(v) is list:
        return "[" + ", ".join([show(x) for x in v]) + "]"
    if type(v) is int and not -(1 << 200) < v < 1 << 200:
        return "big%d#%d" % (v % 1000000007, v.bit_length())
    return repr(v)


def caught(e):
    print("caught", type(e).__name__, str(e) if MESSAGES else "")
