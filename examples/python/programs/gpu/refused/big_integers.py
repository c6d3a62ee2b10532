# Refused: integers outgrow 64 bits, from the first iterations on or late ones.


def run(a, factor, out):
    for i in range(len(a)):  # refused
        out[i] = a[i] * factor + i


a = [i * i for i in range(4000)]
out = [0] * len(a)
for factor in 3, 2 ** 40, 2 ** 62, 576921212121, 2 ** 62:
    run(a, factor, out)
    print(out[1], out[3998], out[3999], sum(out))
