// A matrix as the product of two triangles: for each place on the diagonal a launch for the column below it and one for all right of that.
#pragma OPENCL FP_CONTRACT OFF

kernel void column(global double *a, long k, long n) {
    long i = k + 1 + get_global_id(0);
    a[i * n + k] /= a[k * n + k];
}

kernel void rest(global double *a, long k, long n) {
    long j = k + 1 + get_global_id(0), i = k + 1 + get_global_id(1);
    a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
