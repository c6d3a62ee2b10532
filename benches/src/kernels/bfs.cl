// How many edges each node of a graph is away from the first: a work-item for each node, two launches for each level.
// Several may write one cell; they write the same.
#pragma OPENCL FP_CONTRACT OFF

kernel void expand(global const long *first, global const long *count, global const long *edges, global uchar *active,
                   global uchar *reached, global const uchar *seen, global long *cost) {
    long i = get_global_id(0);
    if (!active[i])
        return;
    active[i] = 0;
    for (long e = first[i]; e < first[i] + count[i]; e++) {
        long node = edges[e];
        if (!seen[node]) {
            cost[node] = cost[i] + 1;
            reached[node] = 1;
        }
    }
}

kernel void settle(global uchar *active, global uchar *reached, global uchar *seen, global uchar *more) {
    long i = get_global_id(0);
    if (reached[i]) {
        active[i] = 1;
        seen[i] = 1;
        reached[i] = 0;
        more[0] = 1;
    }
}
