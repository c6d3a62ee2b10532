# packages: Pygments==2.19.2
# Colours source text of three languages as HTML.
import timing
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

PYTHON = """
class Point(Base):
    # A place.
    def __init__(self, x=0x1F, y=1.5e3):
        self.x, self.y = x, y  # both

    @property
    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5 if self.x is not None else f"{self.y!r:>10}"
"""
C = """
#include <stdio.h>
static int add(int a, const char *b) { /* sum */
    for (int i = 0; i < 10; i++) a += b[i] * 2; // all
    return a ? printf("%d\\n", a) : 'x';
}
"""
JSON = '{"a": [1, 2.5, true, null, "text \\u00e9"], "b": {"c": []}}\n'


def main():
    out = []
    for name, text in (("python", PYTHON), ("c", C), ("json", JSON)):
        html = highlight(text * 40, get_lexer_by_name(name), HtmlFormatter())
        out.append("%d %s" % (len(html), html[:200]))
    return "\n".join(out)


timing.run(main)
