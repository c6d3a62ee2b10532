# Values of built-in types with random format specifications. An argument says how many.
import sys

state = 4711


def one_of(all):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
    return all[(state >> 33) % len(all)]


PARTS = [
    ['', '<', '>', '^', '=', '*<', '0=', 'x^', ' >'], ['', '', '+', '-', ' '], ['', '', '#'], ['', '', '0'], ['', '', '5', '12', '23', '1'], ['', '', ',', '_'],
    ['', '', '.2', '.0'], ['', '', 'd', 'x', 'X', 'o', 'b', 'f', 'e', 'g', '%', 'n', 'c', 's'],
]
VALUES = [0, 1, -1, 7, 255, -65535, 10 ** 6, 123456789, -(2 ** 63), 2 ** 64, 10 ** 25, -10 ** 30, 987654321012, 1.5, -0.0, 1234567.891, 1e22, 3.0e-7, True, 'text']

for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 800):
    spec, value = ''.join([one_of(part) for part in PARTS]), one_of(VALUES)
    try:
        print(repr(spec), repr(value), format(value, spec))
    except (ValueError, OverflowError) as e:
        print(repr(spec), repr(value), type(e).__name__, e)
