// For each place the nearest of many stations: a work-item for each place.
#pragma OPENCL FP_CONTRACT OFF

kernel void nearest(global const double *latitude, global const double *longitude, global const double *place_latitude,
                    global const double *place_longitude, global long *station, global double *distance, long n) {
    long p = get_global_id(0), best = -1;
    double least = 1e300;
    for (long s = 0; s < n; s++) {
        double dy = latitude[s] - place_latitude[p];
        double dx = longitude[s] - place_longitude[p];
        double away = sqrt(dx * dx + dy * dy);
        if (away < least) {
            best = s;
            least = away;
        }
    }
    station[p] = best;
    distance[p] = least;
}
