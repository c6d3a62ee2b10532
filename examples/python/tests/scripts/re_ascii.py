"""Patterns have a form for texts of ASCII alone: each answers alike, in either order of texts."""
import re

PATTERNS = [r'\w+', r'\W+', r'\d{2}', r'\D', r'\s', r'\S+$', r'[\w-]+', r'[^\d\s]+', r'(?i)k+', r'\bfox\b', r'(?P<a>\w)\d|é', r'[éa]+', r'.\u00e9?', r'(a|b)\1',
            r'(?<=a)b', r'x\{', r'(?a)\w+', r'[\x1c-\x1f]']
TEXTS = ['fox 12 a\x1cb', 'kK aabb x{ 7', 'é\u00a0K ١2 ſox aé', 'fox é', 'fox']

for order in (TEXTS, TEXTS[::-1]):
    for pattern in PATTERNS:
        compiled = re.compile(pattern)
        for text in order:
            found = compiled.search(text)
            print(pattern, ascii(text), found and (found.span(), ascii(found.groups())), ascii(compiled.findall(text)), bool(compiled.fullmatch(text)),
                  bool(compiled.match(text, 1)), ascii(compiled.sub('<>', text)))
    re.purge()
