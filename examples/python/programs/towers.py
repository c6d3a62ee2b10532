# The towers of Hanoi, with disks as objects that know what is below them.
import sys
import time


class Disk:
    def __init__(self, size):
        self.size = size
        self.below = None


class Towers:
    def __init__(self):
        self.piles = [None, None, None]
        self.moves = 0

    def push(self, disk, pile):
        top = self.piles[pile]
        if top is not None and disk.size >= top.size:
            raise ValueError("a larger disk on a smaller one")
        disk.below = top
        self.piles[pile] = disk

    def pop(self, pile):
        top = self.piles[pile]
        if top is None:
            raise ValueError("an empty pile")
        self.piles[pile] = top.below
        top.below = None
        return top

    def move(self, disks, source, target):
        if disks == 1:
            self.push(self.pop(source), target)
            self.moves += 1
            return
        other = 3 - source - target
        self.move(disks - 1, source, other)
        self.move(1, source, target)
        self.move(disks - 1, other, target)


def main(n):
    towers = Towers()
    for size in range(n, 0, -1):
        towers.push(Disk(size), 0)
    towers.move(n, 0, 1)
    return towers.moves


n = int(sys.argv[1]) if len(sys.argv) > 1 else 10
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
