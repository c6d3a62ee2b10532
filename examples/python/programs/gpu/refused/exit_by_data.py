# Refused: when the loop ends depends on what its own iterations wrote.


def run(a):
    steps = 0
    i = 0
    while a[i] < 50.0:  # refused
        a[(i + 7) % len(a)] += a[i] * 0.25
        i = (i + 1) % len(a)
        steps += 1
    return steps


for n in 10, 100, 101:
    a = [1.0 + (i % 3) for i in range(n)]
    print(run(a), a[0], a[-1])
