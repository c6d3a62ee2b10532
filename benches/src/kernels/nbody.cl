// Bodies that pull at one another: a work-item for each body, which goes over all others.
#pragma OPENCL FP_CONTRACT OFF

#define SOFTENING 0.01
#define DT 0.001

kernel void pull(global const double *x, global const double *y, global const double *z, global const double *mass,
                 global double *vx, global double *vy, global double *vz, long n) {
    long i = get_global_id(0);
    double ax = 0.0, ay = 0.0, az = 0.0;
    for (long j = 0; j < n; j++) {
        double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        double square = dx * dx + dy * dy + dz * dz + SOFTENING;
        double strength = mass[j] / (square * sqrt(square));
        ax += dx * strength;
        ay += dy * strength;
        az += dz * strength;
    }
    vx[i] += ax * DT;
    vy[i] += ay * DT;
    vz[i] += az * DT;
}

kernel void move(global double *x, global double *y, global double *z, global const double *vx, global const double *vy,
                 global const double *vz) {
    long i = get_global_id(0);
    x[i] += vx[i] * DT;
    y[i] += vy[i] * DT;
    z[i] += vz[i] * DT;
}
