# packages: sortedcontainers==2.4.0
# Adds to, searches and removes from sorted lists, sets and dictionaries.
import timing
from sortedcontainers import SortedDict, SortedList, SortedSet


def main():
    seed = 12345
    numbers = SortedList()
    for i in range(20000):
        seed = (seed * 1103515245 + 12345) % 2147483648
        numbers.add(seed % 100000)
        if i % 3 == 0:
            del numbers[seed % len(numbers)]
    names = SortedDict()
    for i in range(8000):
        seed = (seed * 1103515245 + 12345) % 2147483648
        names["k%d" % (seed % 5000)] = i
    some = SortedSet(i * 7919 % 10007 for i in range(6000))
    inside = sum(1 for i in range(20000) if i in some)
    return "%d %d %s %r %d %r" % (len(numbers), numbers[len(numbers) // 2], names.peekitem(100), list(some[:5]), inside, numbers.bisect(50000))


timing.run(main)
