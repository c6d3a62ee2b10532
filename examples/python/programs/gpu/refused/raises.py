# Refused: an iteration in the middle raises; what those before it wrote is there afterwards, and nothing of those after it.


def run(a, b, out):
    for i in range(len(a)):  # refused
        out[i] = a[i] // b[i]


a = [i * 1000 for i in range(4000)]
b = [i % 9 + 1 for i in range(4000)]
out = [-1] * 4000
run(a, b, out)
print(sum(out))
for at in 3, 2500, 3999:
    out = [-1] * 4000
    b[at] = 0
    try:
        run(a, b, out)
    except ZeroDivisionError as error:
        print(error, out.index(-1), out.count(-1), sum(out))
    b[at] = 5
run(a, b, out)
print(sum(out))
