# Refused: the list that the loop goes over gets shorter as it does.


def run(a, out):
    for i in range(len(out)):  # refused
        if i % 3 == 0 and len(a) > i:
            out[i] = a.pop()
        elif i < len(a):
            out[i] = a[i] * 0.5


for n in 100, 3000, 3001:
    a = [i * 0.25 for i in range(n)]
    out = [-1.0] * n
    run(a, out)
    print(len(a), out[0], out[1], out[n // 2], out[-1], sum(out))
