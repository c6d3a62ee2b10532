// Prices of European options, averaged over scenarios: a work-item for each option.
// Not equal to the bit: `exp` and `log` are the device's own.
#pragma OPENCL FP_CONTRACT OFF

double normal(double x) {
    double a = fabs(x), k = 1.0 / (1.0 + 0.2316419 * a);
    double tail = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    tail *= 0.3989422804014327 * exp(-0.5 * a * a);
    return x < 0.0 ? tail : 1.0 - tail;
}

kernel void prices(global const double *spot, global const double *strike, global const double *volatility,
                   global const double *years, global const uchar *call, global double *mean, long scenarios) {
    long i = get_global_id(0);
    double total = 0.0;
    for (long s = 0; s < scenarios; s++) {
        double rate = 0.01 + 0.05 * s / scenarios;
        double spread = volatility[i] * sqrt(years[i]);
        double drift = (rate + 0.5 * volatility[i] * volatility[i]) * years[i];
        double d1 = (log(spot[i] / strike[i]) + drift) / spread;
        double d2 = d1 - spread;
        double later = strike[i] * exp(-rate * years[i]);
        total += call[i] ? spot[i] * normal(d1) - later * normal(d2) : later * normal(-d2) - spot[i] * normal(-d1);
    }
    mean[i] = total / scenarios;
}
