# Planets and the sun, step by step.
import sys
import time

PI = 3.141592653589793
SOLAR = 4 * PI * PI
DAYS = 365.24


class Body:
    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx * DAYS, vy * DAYS, vz * DAYS
        self.mass = mass * SOLAR


def bodies():
    sun = Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    jupiter = Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109, 0.00166007664274403694,
                   0.00769901118419740425, -0.0000690460016972063023, 0.000954791938424326609)
    saturn = Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381, -0.00276742510726411250,
                  0.00499852801234917238, 0.0000230417297573763929, 0.000285885980666130812)
    uranus = Body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734, 0.00296460137564761618,
                  0.00237847173959480950, -0.0000296589568540237556, 0.0000436624404335156298)
    neptune = Body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181, 0.00268067772490389322,
                   0.00162824170038242295, -0.0000951592254519715870, 0.0000515138902046611451)
    return [sun, jupiter, saturn, uranus, neptune]


def advance(system, dt):
    n = len(system)
    for i in range(n):
        a = system[i]
        for j in range(i + 1, n):
            b = system[j]
            dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
            square = dx * dx + dy * dy + dz * dz
            mag = dt / (square * square ** 0.5)
            bm, am = b.mass * mag, a.mass * mag
            a.vx -= dx * bm
            a.vy -= dy * bm
            a.vz -= dz * bm
            b.vx += dx * am
            b.vy += dy * am
            b.vz += dz * am
    for b in system:
        b.x += dt * b.vx
        b.y += dt * b.vy
        b.z += dt * b.vz


def energy(system):
    e = 0.0
    for i, a in enumerate(system):
        e += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
        for b in system[i + 1:]:
            dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
            e -= a.mass * b.mass / (dx * dx + dy * dy + dz * dz) ** 0.5
    return e


def main(n):
    system = bodies()
    px = py = pz = 0.0
    for b in system:
        px += b.vx * b.mass
        py += b.vy * b.mass
        pz += b.vz * b.mass
    sun = system[0]
    sun.vx, sun.vy, sun.vz = -px / SOLAR, -py / SOLAR, -pz / SOLAR
    before = energy(system)
    for _ in range(n):
        advance(system, 0.01)
    return "%.9f %.9f" % (before, energy(system))


n = int(sys.argv[1]) if len(sys.argv) > 1 else 200
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 1
for k in range(iterations):
    start = time.perf_counter()
    result = main(n)
    print("iter", k + 1, time.perf_counter() - start, file=sys.stderr)
print(result)
