# packages: pycparser==2.23
# Parses C and writes it again.
import timing
from pycparser import c_generator, c_parser

SOURCE = """
typedef struct node { int key; struct node *next; unsigned flags : 3; } node_t;
enum color { RED, GREEN = 4, BLUE };
static int find%d(node_t *list, int key, double (*f)(int, char *)) {
    for (node_t *n = list; n != 0; n = n->next) {
        if (n->key == key && !(n->flags & 0x1F)) { return (int) f(n->key << 2, "text"); }
        else switch (n->key %% 3) { case 0: key++; break; default: key -= sizeof(node_t) * 2; }
    }
    do { key = key > 10 ? key / 2 : -1; } while (key > 0);
    return a[key][3].b;
}
"""


def main():
    parser = c_parser.CParser()
    tree = parser.parse("".join(SOURCE.replace("node", "node%d" % i).replace("RED, GREEN = 4, BLUE", "R%d, B%d" % (i, i)).replace("color", "c%d" % i) % i for i in range(25)))
    text = c_generator.CGenerator().visit(tree)
    return "%d %s" % (len(text), text[:300])


timing.run(main)
