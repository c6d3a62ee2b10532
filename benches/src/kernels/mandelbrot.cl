// After how many steps each point of a part of the plane has left the circle of radius two: a work-item for each point.
#pragma OPENCL FP_CONTRACT OFF

#define LIMIT 100

kernel void steps(global long *image, long n) {
    long column = get_global_id(0), row = get_global_id(1);
    double cr = 3.0 * column / n - 2.0, ci = 2.0 * row / n - 1.0;
    double zr = 0.0, zi = 0.0;
    long k;
    for (k = 0; k < LIMIT; k++) {
        if (zr * zr + zi * zi > 4.0)
            break;
        double next = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = next;
    }
    image[row * n + column] = k;
}
