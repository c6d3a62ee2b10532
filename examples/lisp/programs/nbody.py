import sys
import time
from math import sqrt


class Body:
    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx * 365.24, vy * 365.24, vz * 365.24
        self.mass = mass * 39.47841760435743


def planets():
    return [
        Body(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
        Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
             0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023, 0.000954791938424326609),
        Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
             -0.00276742510726411021, 0.00499852801234917238, 0.0000230417297573763929, 0.000285885980666130812),
        Body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
             0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556, 0.0000436624404335156298),
        Body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
             0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870, 0.0000515138902046611451),
    ]


def pull(a, b, dt):
    dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
    d2 = dx * dx + dy * dy + dz * dz
    mag = dt / (d2 * sqrt(d2))
    ma, mb = a.mass * mag, b.mass * mag
    a.vx -= dx * mb
    a.vy -= dy * mb
    a.vz -= dz * mb
    b.vx += dx * ma
    b.vy += dy * ma
    b.vz += dz * ma


def advance(all, n, dt):
    for i in range(n):
        a = all[i]
        for j in range(i + 1, n):
            pull(a, all[j], dt)
    for i in range(n):
        a = all[i]
        a.x += dt * a.vx
        a.y += dt * a.vy
        a.z += dt * a.vz


def energy(all, n):
    e = 0.0
    for i in range(n):
        a = all[i]
        e += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
        for j in range(i + 1, n):
            b = all[j]
            dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
            e -= a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return e


def workload(steps):
    all = planets()
    for _ in range(steps):
        advance(all, 5, 0.01)
    return "%.9f" % energy(all, 5)


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    repeats = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for k in range(1, max(repeats, 1) + 1):
        start = time.perf_counter()
        answer = workload(size)
        if repeats:
            sys.stderr.write("iter %d %.6f\n" % (k, time.perf_counter() - start))
    print(answer)
