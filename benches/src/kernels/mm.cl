// The product of two square matrices: a work-item for each element.
#pragma OPENCL FP_CONTRACT OFF

kernel void multiply(global const double *a, global const double *b, global double *c, long n) {
    long j = get_global_id(0), i = get_global_id(1);
    double total = 0.0;
    for (long k = 0; k < n; k++)
        total += a[i * n + k] * b[k * n + j];
    c[i * n + j] = total;
}
