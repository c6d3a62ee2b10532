# Collisions among simulated aircraft: motions are sorted into the squares of a grid they cross, kept in a balanced tree, and tested in pairs.
import sys
import time

from math import cos, floor, sin, sqrt

RADIUS = 1.0
SQUARE = 10.0
CRAFT = 60


class Vector:
    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __sub__(self, o):
        return Vector(self.x - o.x, self.y - o.y, self.z - o.z)

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z

    def towards(self, o, t):
        return Vector(self.x + (o.x - self.x) * t, self.y + (o.y - self.y) * t, self.z + (o.z - self.z) * t)


class Node:
    """Of a tree whose heights differ by at most one between brothers."""

    def __init__(self, key, value):
        self.key = key
        self.value = value
        self.left = None
        self.right = None
        self.height = 1


def height(node):
    return 0 if node is None else node.height


def measured(node):
    node.height = 1 + max(height(node.left), height(node.right))
    return node


def rotate_right(node):
    top = node.left
    node.left, top.right = top.right, node
    measured(node)
    return measured(top)


def rotate_left(node):
    top = node.right
    node.right, top.left = top.left, node
    measured(node)
    return measured(top)


def balanced(node):
    lean = height(node.left) - height(node.right)
    if lean > 1:
        if height(node.left.left) < height(node.left.right):
            node.left = rotate_left(node.left)
        return rotate_right(node)
    if lean < -1:
        if height(node.right.right) < height(node.right.left):
            node.right = rotate_right(node.right)
        return rotate_left(node)
    return measured(node)


class Tree:
    def __init__(self):
        self.root = None

    def get(self, key):
        node = self.root
        while node is not None:
            if key == node.key:
                return node
            node = node.left if key < node.key else node.right
        return None

    def put(self, key, value):
        def insert(node):
            if node is None:
                return Node(key, value)
            if key == node.key:
                node.value = value
                return node
            if key < node.key:
                node.left = insert(node.left)
            else:
                node.right = insert(node.right)
            return balanced(node)

        self.root = insert(self.root)

    def items(self):
        stack = []
        node = self.root
        while stack or node is not None:
            while node is not None:
                stack.append(node)
                node = node.left
            node = stack.pop()
            yield node.key, node.value
            node = node.right


class Motion:
    def __init__(self, sign, start, end):
        self.sign = sign
        self.start = start
        self.end = end

    def meeting(self, other):
        """Where two craft first come within two radii."""
        offset = self.start - other.start
        drift = (self.end - self.start) - (other.end - other.start)
        c = offset.dot(offset) - 4 * RADIUS * RADIUS
        t = 0.0
        if c > 0:
            a, b = drift.dot(drift), 2 * offset.dot(drift)
            discriminant = b * b - 4 * a * c
            if a == 0 or discriminant < 0:
                return None
            t = (-b - sqrt(discriminant)) / (2 * a)
            if not 0 <= t <= 1:
                return None
        return self.start.towards(self.end, t).towards(other.start.towards(other.end, t), 0.5)

    def squares(self):
        a, b = self.start, self.end
        for x in range(floor((min(a.x, b.x) - RADIUS) / SQUARE), floor((max(a.x, b.x) + RADIUS) / SQUARE) + 1):
            for y in range(floor((min(a.y, b.y) - RADIUS) / SQUARE), floor((max(a.y, b.y) + RADIUS) / SQUARE) + 1):
                yield x, y


class Detector:
    def __init__(self):
        self.known = {}

    def collisions(self, frame):
        motions = [Motion(sign, self.known.get(sign, place), place) for sign, place in frame]
        self.known = dict(frame)
        grid = Tree()
        for motion in motions:
            for square in motion.squares():
                node = grid.get(square)
                if node is None:
                    grid.put(square, [motion])
                else:
                    node.value.append(motion)
        paired = set()
        for _, here in grid.items():
            for i, a in enumerate(here):
                for b in here[i + 1 :]:
                    place = a.meeting(b)
                    if place is not None and (a.sign, b.sign) not in paired:
                        paired.add((a.sign, b.sign))
                        yield place


def frame_at(time):
    """Pairs of craft weave about a common line; some of them are out of sight at times."""
    frame = []
    for i in range(0, CRAFT, 2):
        if (i + floor(time * 10)) % 22 != 0:
            frame.append((i, Vector(time, cos(time) * 2 + i * 3, 10.0)))
        frame.append((i + 1, Vector(time, sin(time) * 2 + i * 3, 10.0)))
    return frame


def main(n):
    detector = Detector()
    count = 0
    total = 0.0
    for f in range(n):
        for place in detector.collisions(frame_at(f / 10)):
            count += 1
            total += place.x + place.y
    return f"collisions {count} sum {total:.4f}"


n = int(sys.argv[1]) if len(sys.argv) > 1 else 20
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
