import sys
import time


class Entry:
    def __init__(self, key):
        self.key = key
        self.count = 1


def find(key, all):
    while all is not None:
        entry, all = all
        if entry.key == key:
            return entry
    return None


def workload(n):
    counts, x, all = {}, 42, None
    for _ in range(n):
        x = (x * 1103515 + 12345) % 2147483648
        key = x // 65536 % 40
        entry = find(key, all)
        counts[key] = counts.get(key, 0) + 1
        if entry is not None:
            entry.count += 1
        else:
            all = (Entry(key), all)
    total = 0
    while all is not None:
        entry, all = all
        total = (total * 31 + entry.count + counts[entry.key]) % 1000003
    return total


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
