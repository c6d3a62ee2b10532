# A block that was for a while out of reach of an explored loop brought nothing to what it leads to, once it was reached again.
import random


def grid(n, m):
    rand = random.Random(n)
    return [[rand.randrange(7) / 4 for _ in range(m)] for _ in range(n)]


class Box:
    total = 0


def nest(o, m, r0, r0w, r3):
    g = 5
    i = 0
    while m:
        for j in range(m):
            if r0w[i][j] > 0:
                if j == 0:
                    break
            r3, o.total
            s2 = 0
            for k in range(2, 1, -1):
                t3 = abs(r0[i][j]) if i else r0w[j][k]
                s2 += t3 + g * 0.75 * k
            r0w[i][j] = s2
            if j > 9:
                o.total += -2.25
        i += 1


def run(n, m):
    o = Box()
    o.total = 0
    r0, r0w = grid(n, m), grid(n + 1, m)[:n]
    for i in range(n):
        r0w[i][0] = 0.0 if i % 3 == 1 else 1.0
    try:
        nest(o, m, r0, r0w, [r0])
    except IndexError as e:
        print(e)
    print(o.total, sum(map(sum, r0w)))


for _ in range(3):
    run(22, 12)
