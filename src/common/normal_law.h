// The standard normal distribution, to rounding.

#ifndef GRIST_COMMON_NORMAL_LAW_H
#define GRIST_COMMON_NORMAL_LAW_H

namespace grist {

// The share below z, and the z that has a share p below it, 1e-300 <= p < 1.
double normal_share(double z);
double normal_quantile(double p);

}    // namespace grist

#endif
