# Queens that do not attack each other, counted by backtracking over sets of columns.
import sys
import time



def place(n, row, columns, up, down):
    if row == n:
        return 1
    count = 0
    for c in range(n):
        if columns[c] and up[row + c] and down[row - c + n - 1]:
            columns[c] = up[row + c] = down[row - c + n - 1] = False
            count += place(n, row + 1, columns, up, down)
            columns[c] = up[row + c] = down[row - c + n - 1] = True
    return count


def permutations(items):
    if not items:
        yield ()
        return
    for i in range(len(items)):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield (items[i],) + rest


def by_permutations(n):
    found = 0
    for p in permutations(tuple(range(n))):
        if len({p[i] + i for i in range(n)}) == n == len({p[i] - i for i in range(n)}):
            found += 1
    return found


def main(n):
    return place(n, 0, [True] * n, [True] * (2 * n), [True] * (2 * n)), by_permutations(n - 2)


n = int(sys.argv[1]) if len(sys.argv) > 1 else 7
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
