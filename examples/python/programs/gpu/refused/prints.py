# Refused: some iterations print, and what is printed has an order.


def run(a):
    for i in range(len(a)):  # refused
        a[i] = a[i] * 1.5 + i
        if i % 1000 == 999:
            print(i, a[i])


a = [float(i % 17) for i in range(3000)]
for k in range(3):
    run(a)
print(a[0], a[-1])
