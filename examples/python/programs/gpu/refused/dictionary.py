# Refused: a dictionary is read and written, and its order is that in which keys first came.


def run(keys, weights):
    sums = {}
    for i in range(len(keys)):  # refused
        sums[keys[i]] = sums.get(keys[i], 0.0) + weights[i]
    return sums


keys = [i * i % 13 for i in range(4000)]
weights = [1.0 / (i + 1) for i in range(4000)]
for k in range(3):
    sums = run(keys, weights)
print(sums)
