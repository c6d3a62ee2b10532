# Refused: float sums go through an index list that names places more than once, so the order of iterations counts.


def run(index, weights, bins):
    for i in range(len(index)):  # refused
        bins[index[i]] += weights[i]


index = [i * i % 97 for i in range(4000)]
weights = [1.0 / (i + 1) for i in range(4000)]
bins = [0.0] * 97
for k in range(3):
    run(index, weights, bins)
print(bins[0], bins[1], bins[96], sum(bins))
