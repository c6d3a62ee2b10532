# Refused: rows have different lengths, so they are no rectangle; one is too short, too, and that must be noticed when its turn comes.


def run(rows, lengths, out):
    for i in range(len(rows)):  # refused
        for j in range(lengths[i]):
            out[i][j] = rows[i][j] * 2.0 + j


rows = [[float(i + j) for j in range(i % 40 + 1)] for i in range(200)]
lengths = [len(row) for row in rows]
out = [[0.0] * 40 for row in rows]
for k in range(3):
    run(rows, lengths, out)
print(sum([sum(row) for row in out]))
lengths[150] += 1
out = [[0.0] * 40 for row in rows]
try:
    run(rows, lengths, out)
except IndexError as error:
    print(error)
print(sum([sum(row) for row in out]), out[149][:3], out[150][:3], out[151][:3])
