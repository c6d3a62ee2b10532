// Particles in boxes: a work-item for each particle, which goes over those of its box and the boxes around it.
// Not equal to the bit: `exp` is the device's own.
#pragma OPENCL FP_CONTRACT OFF

#define ALPHA 0.5

// The boxes near box b are near[first[b]] to near[first[b + 1] - 1].
kernel void feel(global const double *x, global const double *y, global const double *z, global const double *charge,
                 global const long *near, global const long *first, global double *energy, global double *fx,
                 global double *fy, global double *fz, long each) {
    long i = get_global_id(0), box = i / each;
    double a2 = 2.0 * ALPHA * ALPHA;
    double e = 0.0, ax = 0.0, ay = 0.0, az = 0.0;
    for (long k = first[box]; k < first[box + 1]; k++)
        for (long j = near[k] * each; j < (near[k] + 1) * each; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
            double pull = exp(-a2 * (dx * dx + dy * dy + dz * dz));
            double strength = 2.0 * pull * charge[j];
            e += charge[j] * pull;
            ax += strength * dx;
            ay += strength * dy;
            az += strength * dz;
        }
    energy[i] = e;
    fx[i] = ax;
    fy[i] = ay;
    fz[i] = az;
}
