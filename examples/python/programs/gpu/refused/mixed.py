# Refused: the list has integers and floats in it, and an operation does with each what it does.


def run(a, out):
    for i in range(len(a)):  # refused
        out[i] = a[i] * 3 // 2


a = [i if i % 5 else i / 3 for i in range(4000)]
out = [0] * len(a)
for k in range(3):
    run(a, out)
print(out[:12], out[-3:])
