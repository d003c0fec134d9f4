// The plane walls of an input line: `plane px py pz nx ny nz`, `xplane lo hi`, `yplane lo hi`,
// `zplane lo hi`.

#ifndef LMP_PLANE_WORDS_H
#define LMP_PLANE_WORDS_H

#include "styles/commands/input_words.h"

#include "geometry/half_space.h"

#include <vector>

namespace LAMMPS_NS {

// They read from `words` and append to `walls`: half spaces whose normals point into the domain.
std::vector<Keyword> wall_plane_keywords(InputWords &words, std::vector<grist::HalfSpace> &walls);

}    // namespace LAMMPS_NS

#endif
