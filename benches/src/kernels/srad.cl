// Takes the speckles from a picture: a work-item for each point, one for the corner that tells the noise, three launches a step.
// Not equal to the bit: `log` is the device's own, and `exp`, with which the picture is made, is that of the host.
#pragma OPENCL FP_CONTRACT OFF

#define CORNER 16
#define LAMBDA 0.5

kernel void noise(global const double *grey, global double *q, long columns) {
    double total = 0.0, squares = 0.0;
    for (long r = 0; r < CORNER; r++)
        for (long c = 0; c < CORNER; c++) {
            double here = grey[r * columns + c];
            total += here;
            squares += here * here;
        }
    double mean = total / (CORNER * CORNER);
    q[0] = (squares / (CORNER * CORNER) - mean * mean) / (mean * mean);
}

kernel void slopes(global const double *grey, global const double *q, global double *norths, global double *souths,
                   global double *wests, global double *easts, global double *coefficient, long rows, long columns) {
    long c = get_global_id(0), r = get_global_id(1), at = r * columns + c;
    double here = grey[at], q0 = q[0];
    double north = grey[max(r - 1, 0L) * columns + c] - here;
    double south = grey[min(r + 1, rows - 1) * columns + c] - here;
    double west = grey[r * columns + max(c - 1, 0L)] - here;
    double east = grey[r * columns + min(c + 1, columns - 1)] - here;
    double slope = (north * north + south * south + west * west + east * east) / (here * here);
    double bend = (north + south + west + east) / here;
    double part = 1.0 + 0.25 * bend;
    double much = (0.5 * slope - 0.0625 * bend * bend) / (part * part);
    double freely = 1.0 / (1.0 + (much - q0) / (q0 * (1.0 + q0)));
    if (freely < 0.0)
        freely = 0.0;
    else if (freely > 1.0)
        freely = 1.0;
    norths[at] = north;
    souths[at] = south;
    wests[at] = west;
    easts[at] = east;
    coefficient[at] = freely;
}

kernel void exchange(global double *grey, global const double *norths, global const double *souths,
                     global const double *wests, global const double *easts, global const double *coefficient, long rows,
                     long columns) {
    long c = get_global_id(0), r = get_global_id(1), at = r * columns + c;
    double here = coefficient[at];
    double flow = here * norths[at] + coefficient[min(r + 1, rows - 1) * columns + c] * souths[at];
    flow += here * wests[at] + coefficient[r * columns + min(c + 1, columns - 1)] * easts[at];
    grey[at] += 0.25 * LAMBDA * flow;
}

kernel void back(global double *grey) {
    long at = get_global_id(0);
    grey[at] = log(grey[at]) * 255.0;
}
