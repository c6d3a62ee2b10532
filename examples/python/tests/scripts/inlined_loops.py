# A function that is short at first and so is inlined with its loop, which then goes round more often from call to call.


def steps(n, limit):
    x = n
    for i in range(limit):
        x = (x * x + n) % 1009
        if x > 1000 - n % 7:
            return i
    return limit


def search(items, x):
    at = 0
    while at < len(items) and items[at] != x:
        at += 1
    return at


class Chain:
    def __init__(self, after):
        self.after = after

    def last(self):
        node = self
        while node.after is not None:
            node = node.after
        return node


def main():
    total = 0
    for turn in range(12):
        for n in range(900):
            total += steps(n + 3, 2 + turn * 30)
    print(total)
    items = list(range(120))
    found = 0
    for n in range(12000):
        found = (found * 3 + search(items, n // 90)) % 1000003
    print(found)
    chain = end = Chain(None)
    good = 0
    for n in range(9000):
        if n % 100 == 0:
            chain = Chain(chain)
        good += chain.last() is end
    print(good)


main()
