# Refused: each iteration calls a function that nobody knows before, and that changes what others see.

log = []


def count(x):
    log.append(x)
    return len(log)


def add(x):
    log[0] += x
    return log[0]


def run(functions, a):
    for i in range(len(a)):  # refused
        a[i] = functions[i % len(functions)](a[i]) % 1000


a = [i % 50 for i in range(2000)]
for k in range(3):
    run([count, add, abs], a)
print(a[:9], a[-9:], len(log), log[0])
