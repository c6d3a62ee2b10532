// Follows a disc through a noisy film: a work-item for each particle, one for the sums; four launches a picture.
// Not equal to the bit: `exp`, `log` and `cos` are the device's own.
#pragma OPENCL FP_CONTRACT OFF

#define MODULUS 2147483647L

double uniform_number(global long *seed, long i) {
    seed[i] = (1103515245L * seed[i] + 12345L) % MODULUS;
    return (double)(seed[i] + 1) / (double)MODULUS;
}

double normal(global long *seed, long i) {
    double u = uniform_number(seed, i);
    double v = uniform_number(seed, i);
    return sqrt(-2.0 * log(u)) * cos(6.283185307179586 * v);
}

kernel void weigh(global const long *film, global const long *disc_r, global const long *disc_c, global long *seed,
                  global double *rows, global double *columns, global double *weight, long from, long edge, long points) {
    long i = get_global_id(0);
    columns[i] += 1.0 + normal(seed, i);
    rows[i] += 0.5 + normal(seed, i);
    long row = (long)(rows[i] + 0.5), column = (long)(columns[i] + 0.5), brightness = 0;
    for (long k = 0; k < points; k++) {
        long r = row + disc_r[k], c = column + disc_c[k];
        if (0 <= r && r < edge && 0 <= c && c < edge) {
            long grey = film[from + r * edge + c];
            brightness += (grey - 100) * (grey - 100) - (grey - 228) * (grey - 228);
        }
    }
    weight[i] = exp(brightness / (2000.0 * points));
}

kernel void total(global const double *weight, global double *sum, long n) {
    double all = 0.0;
    for (long i = 0; i < n; i++)
        all += weight[i];
    sum[0] = all;
}

kernel void mean(global const double *rows, global const double *columns, global double *weight, global const double *sum,
                 global double *upto, global double *row_means, global double *column_means, long picture, long n) {
    double row = 0.0, column = 0.0, all = 0.0;
    for (long i = 0; i < n; i++) {
        weight[i] /= sum[0];
        row += rows[i] * weight[i];
        column += columns[i] * weight[i];
        all += weight[i];
        upto[i] = all;
    }
    row_means[picture] = row;
    column_means[picture] = column;
}

kernel void draw(global const double *upto, global const double *rows, global const double *columns,
                 global double *new_rows, global double *new_columns, long n) {
    long i = get_global_id(0), k = 0;
    double wanted = (i + 0.5) / n;
    while (k < n - 1 && upto[k] < wanted)
        k++;
    new_rows[i] = rows[k];
    new_columns[i] = columns[k];
}
