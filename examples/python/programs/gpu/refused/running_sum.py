# Refused: each value is the float sum of all before it, which no other order of additions gives to the bit.


def run(a, out):
    total = 0.0
    for i in range(len(a)):  # refused
        total += a[i]
        out[i] = total


a = [1.0 / (i + 3) for i in range(4000)]
out = [0.0] * len(a)
for k in range(4):
    run(a, out)
print(out[0], out[1], out[2000], out[-1])
