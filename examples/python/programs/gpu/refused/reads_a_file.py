# Refused: each iteration reads the next line of a file.


def run(file, out):
    for i in range(len(out)):  # refused
        out[i] = len(file.readline()) * 2


out = [0] * 3000
for k in range(3):
    with open("reads_a_file.py") as file:
        run(file, out)
print(out[:6], sum(out))
