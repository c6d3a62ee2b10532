# Refused: all rows are one list, so what an iteration writes the next one reads.


def run(rows):
    for i in range(len(rows)):  # refused
        for j in range(len(rows[i])):
            rows[i][j] = rows[i][j] * 0.5 + i


apart = [[1.0] * 30 for i in range(50)]
shared = [[1.0] * 30] * 50
almost = [[1.0] * 30 for i in range(50)]
almost[40] = almost[7]
for rows in apart, shared, almost:
    for k in range(3):
        run(rows)
    print(rows[0][:2], rows[7][:2], rows[40][:2], rows[-1][-2:])
