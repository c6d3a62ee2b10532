# Refused: values come from a generator, which has a state of its own and may do anything between two of them.


def halves(a):
    state = 1.0
    for value in a:
        state = state * 0.5 + value
        yield state


def run(a, out):
    i = 0
    for value in halves(a):  # refused
        out[i] = value * value
        i += 1


a = [(i % 11) * 0.25 for i in range(4000)]
out = [0.0] * len(a)
for k in range(3):
    run(a, out)
print(out[0], out[1], out[2000], out[-1])
