// The lowest modes of a free cluster: inertia relief holds while contacts last longer than its
// first period.

#ifndef GRIST_RELIEF_VIBRATION_H
#define GRIST_RELIEF_VIBRATION_H

#include "relief/inertia_relief.h"

#include <vector>

namespace grist {

// Angular frequencies without damping, ascending, to a relative 1e-6; the six rigid modes do not
// count. As many as `count` and the cluster has. By inverse iteration of a subspace (Bathe 1971).
std::vector<double> lowest_frequencies(const InertiaRelief &relief, int count);

}    // namespace grist

#endif
