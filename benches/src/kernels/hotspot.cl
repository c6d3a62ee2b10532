// The temperature of a chip: a work-item for each point, a launch for each step.
#pragma OPENCL FP_CONTRACT OFF

#define AMBIENT 80.0
#define HEAT 0.5
#define ALONG 0.1
#define ACROSS 0.12
#define UP 0.0001

kernel void heat(global const double *power, global const double *before, global double *after, long rows, long columns) {
    long c = get_global_id(0), r = get_global_id(1), at = r * columns + c;
    double here = before[at];
    double north = r > 0 ? before[at - columns] : here;
    double south = r < rows - 1 ? before[at + columns] : here;
    double west = c > 0 ? before[at - 1] : here;
    double east = c < columns - 1 ? before[at + 1] : here;
    double change = HEAT * power[at] + ALONG * (east + west - 2.0 * here);
    change += ACROSS * (north + south - 2.0 * here) + UP * (AMBIENT - here);
    after[at] = here + change;
}
