# Refused: some iterations raise and catch an exception, which is an object with a traceback.


def run(a, b, out):
    failed = 0
    for i in range(len(a)):  # refused
        try:
            out[i] = a[i] // b[i]
        except ZeroDivisionError as error:
            failed += len(str(error))
    return failed


a = [i * 1000 for i in range(3000)]
b = [i % 10 for i in range(3000)]
out = [-1] * 3000
for k in range(3):
    print(run(a, b, out), sum(out), out[:3])
