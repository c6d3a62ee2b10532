# A loop that is hot for the first time where it ends: what is found there holds for no other iteration.


def fill(out, n):
    for k in range(n):
        out[k] = k * 3 % 7


out = [0] * 50000
for n in [2] * 8:
    fill(out, n)
fill(out, 50000)
fill(out, 50000)
print(sum(out), out[0], out[-1])
