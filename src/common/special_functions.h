// Functions of statistics that the standard library does not have, to rounding.

#ifndef GRIST_COMMON_SPECIAL_FUNCTIONS_H
#define GRIST_COMMON_SPECIAL_FUNCTIONS_H

namespace grist {

// The standard normal distribution: the share below z, and the z that has a share p below it,
// 1e-300 <= p < 1.
double normal_share(double z);
double normal_quantile(double p);

// I_x(a, b) = 1/B(a, b) integral of t^(a-1) (1-t)^(b-1) dt from 0 to x; a, b > 0; 0 below 0, 1 above 1.
double incomplete_beta(double a, double b, double x);

}    // namespace grist

#endif
