// What an insertion had room for, component by component, for messages.

#ifndef GRIST_STYLES_FEEDS_INSERTION_SHARES_H
#define GRIST_STYLES_FEEDS_INSERTION_SHARES_H

#include "particles/feed_mix.h"

#include <cstddef>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// Number and mass of each component: of the first `found` particles, of all that were tried.
std::string insertion_shares(const grist::FeedMix &mix,
                             const std::vector<grist::FeedParticle> &tried, size_t found);

}    // namespace LAMMPS_NS

#endif
