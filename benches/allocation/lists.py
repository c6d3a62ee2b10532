# lists: a large list of objects lives on while its elements are replaced, filtered out, sliced, paired and added.
# Objects: records of three attributes, pairs, short lists. The large list and most of its elements grow old.
import sys
import time

MOD = 1000003
CHUNK = 250


class Record:
    def __init__(self, id, round):
        self.id = id
        self.round = round
        self.weight = id * 7 % 1009


def replace(list, step, round):
    """Puts new records in the place of every `step`th one."""
    for i in range(step - 1, len(list), step):
        list[i] = Record(list[i].id + 1, round)


def filtered(list, round):
    """Those whose weight does not end a cycle of three."""
    return [item for item in list if (item.weight + round) % 3 != 0]


def chunks(list):
    """The list in slices, every other one turned round."""
    result = []
    for first in range(0, len(list) - CHUNK + 1, CHUNK):
        chunk = list[first:first + CHUNK]
        if len(result) % 2 == 1:
            chunk = chunk[::-1]
        result.append(chunk)
    return result


def pairs_of(list):
    """Neighbours as pairs, those of equal weight left out."""
    result = []
    for i in range(1, len(list)):
        a, b = list[i - 1], list[i]
        if a.weight != b.weight:
            result.append((a, b))
    return result


def refill(list, n, round):
    while len(list) < n:
        list.append(Record(len(list) + round, round))


def digest(list):
    sum = 0
    for item in list:
        sum = (sum * 31 + item.id + item.round * item.weight) % MOD
    return sum


def workload(n):
    lines, list, sum = [], [], 0
    refill(list, n, 0)
    for round in range(1, 21):
        replace(list, 7, round)
        all = chunks(list)
        for chunk in all:
            sum = (sum + digest(chunk)) % MOD
        pairs = pairs_of(list)
        for i in range(0, len(pairs), 5):
            a, b = pairs[i]
            sum = (sum + a.weight * b.id) % MOD
        list = filtered(list, round)
        lines.append("%d %d %d %d" % (len(all), len(pairs), len(list), sum))
        refill(list, n, round)
    lines.append("%d" % digest(list))
    return "\n".join(lines)


# Command line: [size [repeats]]. With repeats, each run's seconds go to stderr.
size = int(sys.argv[1]) if len(sys.argv) > 1 else 500
repeats = int(sys.argv[2]) if len(sys.argv) > 2 else None
answer = None
for k in range(1, (repeats or 1) + 1):
    start = time.perf_counter()
    result = workload(size)
    seconds = time.perf_counter() - start
    if repeats:
        print("iter %d %.6f" % (k, seconds), file=sys.stderr)
    assert answer is None or answer == result, "two runs of the same work disagree"
    answer = result
print(answer)
