# A ray tracer: spheres and a checkered floor, with shadows and reflections.
import sys
import time

from math import sqrt

EPSILON = 1e-5


class Vector:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, o):
        return Vector(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o):
        return Vector(self.x - o.x, self.y - o.y, self.z - o.z)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def __neg__(self):
        return Vector(-self.x, -self.y, -self.z)

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z

    @property
    def length(self):
        return sqrt(self.dot(self))

    def normalized(self):
        return self * (1.0 / self.length)

    def reflected(self, normal):
        return self - 2.0 * self.dot(normal) * normal


class Ray:
    def __init__(self, origin, direction):
        self.origin = origin
        self.direction = direction.normalized()

    def at(self, t):
        return self.origin + self.direction * t


class Surface:
    shine = 0.2

    def __init__(self, color):
        self.color = color

    def color_at(self, point):
        return self.color


class Mirror(Surface):
    shine = 0.6


class Checkered(Surface):
    shine = 0.1

    def __init__(self, color, other):
        super().__init__(color)
        self.other = other

    def color_at(self, point):
        return self.color if (int(point.x // 1.0) + int(point.z // 1.0)) % 2 == 0 else self.other


class Sphere:
    def __init__(self, centre, radius, surface):
        self.centre = centre
        self.radius = radius
        self.surface = surface

    def hit(self, ray):
        to_centre = self.centre - ray.origin
        along = to_centre.dot(ray.direction)
        square = self.radius * self.radius - to_centre.dot(to_centre) + along * along
        if square < 0.0:
            return None
        t = along - sqrt(square)
        return t if t > EPSILON else None

    def normal(self, point):
        return (point - self.centre).normalized()


class Floor:
    def __init__(self, height, surface):
        self.height = height
        self.surface = surface
        self.up = Vector(0.0, 1.0, 0.0)

    def hit(self, ray):
        if ray.direction.y >= -EPSILON:
            return None
        t = (self.height - ray.origin.y) / ray.direction.y
        return t if t > EPSILON else None

    def normal(self, point):
        return self.up


class Scene:
    def __init__(self, things, lights):
        self.things = things
        self.lights = lights

    def nearest(self, ray):
        best, found = None, None
        for thing in self.things:
            t = thing.hit(ray)
            if t is not None and (best is None or t < best):
                best, found = t, thing
        return best, found

    def is_lit(self, point, light):
        way = light - point
        t, _ = self.nearest(Ray(point, way))
        return t is None or t > way.length

    def color(self, ray, depth=0):
        t, thing = self.nearest(ray)
        if thing is None:
            return Vector(0.2, 0.4, 0.6 + 0.3 * ray.direction.y)
        point = ray.at(t)
        normal = thing.normal(point)
        surface = thing.surface
        bright = 0.15
        for light in self.lights:
            if self.is_lit(point, light):
                bright += max(0.0, (light - point).normalized().dot(normal)) * 0.5
        color = bright * surface.color_at(point)
        if depth < 3:
            mirrored = self.color(Ray(point, ray.direction.reflected(normal)), depth + 1)
            color = color * (1.0 - surface.shine) + mirrored * surface.shine
        return color


def main(n):
    spheres = [Sphere(Vector(i - 2.0, 0.5 + (i % 3) * 0.6, 4.0 + i % 2), 0.5, (Surface, Mirror)[i % 2](Vector(0.3 + i * 0.1, 0.9 - i * 0.1, 0.4))) for i in range(5)]
    floor = Floor(0.0, Checkered(Vector(1.0, 1.0, 1.0), Vector(0.1, 0.1, 0.1)))
    scene = Scene([*spheres, floor], [Vector(-4.0, 6.0, 0.0), Vector(5.0, 3.0, -2.0)])
    eye = Vector(0.0, 1.2, -1.0)
    total = 0.0
    rows = []
    for y in range(n):
        row = []
        for x in range(n):
            c = scene.color(Ray(eye, Vector((x - n / 2) / n, (n / 2 - y) / n, 1.0)))
            gray = (c.x + c.y + c.z) / 3
            total += gray
            row.append(" .:-=+*#%@"[min(9, int(gray * 10))])
        rows.append("".join(row))
    return "\n".join(row[:: max(n // 32, 1)][:32] for row in rows[:: max(n // 16, 1)][:16]) + f"\n{total:.6f}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 16
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
