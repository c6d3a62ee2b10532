# Refused: floats are added up over the whole loop, and another order rounds otherwise.


def run(a, b):
    total = 0.0
    for i in range(len(a)):  # refused
        total += a[i] * b[i]
    return total


a = [1.0 / (i + 1) for i in range(4000)]
b = [(i % 7 - 3) * 1e10 for i in range(4000)]
for k in range(4):
    print(run(a, b))
