# What stands behind an inner loop reads by an index that is no integer, in one turn of the outer loop: two loops that ran at once, as a plane, left that
# out, and with it the exception.
class Box:
    def __init__(self):
        self.total = 0


def nest(o, n, m, weights, table, index):
    for i in range(n):
        for j in range(m):
            least = min(weights[j + 1][j], i)
        last = 0 if table[index[i]][7] == 9 else o.total
    return least, last


def program(n, m):
    o = Box()
    weights = [[r * 13 * 29 % 57 * 0.25 - 2 for k in range(m)] for r in range(n)]
    table = [[0 for k in range(m)] for r in range(n)]
    index = [0] * n
    print(nest(o, n, m, weights, table, index))
    index[10] = 2.5
    try:
        print(nest(o, n, m, weights, table, index))
    except TypeError as e:
        print(e)


for n, m in (18, 10), (60, 20), (18, 10):
    program(n, m)
