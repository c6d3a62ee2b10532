# Linked lists and the tak function over their lengths.
import sys
import time


class Element:
    def __init__(self, next):
        self.next = next

    def length(self):
        return 1 if self.next is None else 1 + self.next.length()


def make(n):
    return None if n == 0 else Element(make(n - 1))


def shorter(x, y):
    while y is not None:
        if x is None:
            return True
        x, y = x.next, y.next
    return False


def tail(x, y, z):
    if shorter(y, x):
        return tail(tail(x.next, y, z), tail(y.next, z, x), tail(z.next, x, y))
    return z


def main(n):
    total = 0
    for _ in range(n):
        total += tail(make(15), make(10), make(6)).length()
    return total


n = int(sys.argv[1]) if len(sys.argv) > 1 else 5
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
