// The cheapest ways up a wall: a work-item for each stone of a row, a launch for each row.

#pragma OPENCL FP_CONTRACT OFF

kernel void climb(global const long *pattern, global const long *best, global long *after, long row, long columns) {
    long c = get_global_id(0);
    long least = best[c];
    if (c > 0 && best[c - 1] < least)
        least = best[c - 1];
    if (c < columns - 1 && best[c + 1] < least)
        least = best[c + 1];
    after[c] = pattern[row * columns + c] + least;
}
