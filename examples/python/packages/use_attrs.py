# packages: attrs==25.3.0
# Makes classes, and many instances of them that are checked, compared, hashed and changed.
import timing
import attr


@attr.s(auto_attribs=True, order=True, frozen=True)
class Point:
    x: int
    y: int = attr.ib(default=0, validator=attr.validators.instance_of(int))


@attr.define
class Shape:
    name: str = attr.field(converter=str)
    points: list = attr.Factory(list)
    size: float = 1.0


def main():
    total = 0
    shapes = []
    for i in range(4000):
        p = Point(i % 17, i % 5)
        shape = Shape(i, [p, attr.evolve(p, x=3)], size=i / 2)
        total += hash(p) % 2 >= 0 and p < Point(8, 2)
        shapes.append(shape)
    return "%d %r %r %r" % (total, shapes[5], sorted(set(s.points[0] for s in shapes))[:2], attr.asdict(shapes[7]))


timing.run(main)
