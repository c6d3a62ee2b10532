# Refused: a text is built, character by character.


def run(codes):
    text = ""
    for i in range(len(codes)):  # refused
        text += chr(97 + codes[i] % 26)
    return text


codes = [i * i + 3 * i for i in range(3000)]
for k in range(3):
    text = run(codes)
print(len(text), text[:40], text[-40:])
