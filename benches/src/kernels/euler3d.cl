// Air around a wing: a work-item for each cell; a launch that remembers the state, then two for each of three stages.
#pragma OPENCL FP_CONTRACT OFF

#define STAGES 3
#define FACES 4
#define WING (-1)
#define FAR (-2)
#define GAMMA 1.4

double pressure(double density, double mx, double my, double mz, double energy) {
    return (GAMMA - 1.0) * (energy - 0.5 * (mx * mx + my * my + mz * mz) / density);
}

kernel void keep(global const double *volume, global const double *density, global const double *mx,
                 global const double *my, global const double *mz, global const double *energy, global double *old_density,
                 global double *old_mx, global double *old_my, global double *old_mz, global double *old_energy,
                 global double *factor) {
    long i = get_global_id(0);
    double d = density[i], x = mx[i], y = my[i], z = mz[i], e = energy[i];
    old_density[i] = d;
    old_mx[i] = x;
    old_my[i] = y;
    old_mz[i] = z;
    old_energy[i] = e;
    double sound = sqrt(GAMMA * pressure(d, x, y, z, e) / d);
    double speed = sqrt(x * x + y * y + z * z) / d;
    factor[i] = 0.2 * volume[i] / (speed + sound);
}

// `far` is the density, momentum and energy far away.
kernel void flow(global const long *neighbour, global const double *nxs, global const double *nys, global const double *nzs,
                 global const double *far, global const double *density, global const double *mx, global const double *my,
                 global const double *mz, global const double *energy, global double *d_density, global double *d_mx,
                 global double *d_my, global double *d_mz, global double *d_energy) {
    long i = get_global_id(0);
    double d = density[i], x = mx[i], y = my[i], z = mz[i], e = energy[i];
    double p = pressure(d, x, y, z, e);
    double fastest = sqrt(GAMMA * p / d) + sqrt(x * x + y * y + z * z) / d;
    double dd = 0.0, dx = 0.0, dy = 0.0, dz = 0.0, de = 0.0;
    for (long f = i * FACES; f < (i + 1) * FACES; f++) {
        long k = neighbour[f];
        double nx = nxs[f], ny = nys[f], nz = nzs[f];
        if (k == WING) {
            dx -= p * nx;
            dy -= p * ny;
            dz -= p * nz;
            continue;
        }
        double d2, x2, y2, z2, e2;
        if (k == FAR) {
            d2 = far[0], x2 = far[1], y2 = far[2], z2 = far[3], e2 = far[4];
        } else {
            d2 = density[k], x2 = mx[k], y2 = my[k], z2 = mz[k], e2 = energy[k];
        }
        double p2 = pressure(d2, x2, y2, z2, e2);
        double fastest2 = sqrt(GAMMA * p2 / d2) + sqrt(x2 * x2 + y2 * y2 + z2 * z2) / d2;
        double area = sqrt(nx * nx + ny * ny + nz * nz);
        double mixing = 0.5 * area * (fastest2 > fastest ? fastest2 : fastest);
        double through = (x * nx + y * ny + z * nz) / d;
        double through2 = (x2 * nx + y2 * ny + z2 * nz) / d2;
        dd += mixing * (d2 - d) - 0.5 * (d * through + d2 * through2);
        dx += mixing * (x2 - x) - 0.5 * (x * through + x2 * through2 + (p + p2) * nx);
        dy += mixing * (y2 - y) - 0.5 * (y * through + y2 * through2 + (p + p2) * ny);
        dz += mixing * (z2 - z) - 0.5 * (z * through + z2 * through2 + (p + p2) * nz);
        de += mixing * (e2 - e) - 0.5 * ((e + p) * through + (e2 + p2) * through2);
    }
    d_density[i] = dd;
    d_mx[i] = dx;
    d_my[i] = dy;
    d_mz[i] = dz;
    d_energy[i] = de;
}

kernel void advance(global const double *volume, global const double *factors, global const double *old_density,
                    global const double *old_mx, global const double *old_my, global const double *old_mz,
                    global const double *old_energy, global const double *d_density, global const double *d_mx,
                    global const double *d_my, global const double *d_mz, global const double *d_energy,
                    global double *density, global double *mx, global double *my, global double *mz, global double *energy,
                    long stage) {
    long i = get_global_id(0);
    double factor = factors[i] / (volume[i] * (STAGES - stage));
    density[i] = old_density[i] + factor * d_density[i];
    mx[i] = old_mx[i] + factor * d_mx[i];
    my[i] = old_my[i] + factor * d_my[i];
    mz[i] = old_mz[i] + factor * d_mz[i];
    energy[i] = old_energy[i] + factor * d_energy[i];
}
