import pack
print(pack.NAME, pack.ONE, pack.first.up(), pack.inner_leaf.value(), pack.__package__, pack.first.__package__)
import pack.second as s
print(s.TWO, s.again is pack.first, s.v()[0], s.third.__name__)
from pack import second, inner
print(second is s, inner.base, inner.__name__, pack.inner.leaf is pack.inner_leaf, isinstance(pack.__path__, list))
import pack.inner.leaf
print(pack.inner.leaf.value()[1])
for src in ["from . import x", "from .a import b", "import pack.nothing", "from pack import nothing", "from pack.first import nothing", "import pack.deep", "from pack.inner.nothing import x"]:
    try: exec(src)
    except ImportError as e: print(type(e).__name__, str(e).split(" (")[0])
