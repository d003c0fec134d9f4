// A size distribution on an input line, for commands and fixes that create particles.

#ifndef LMP_SIZE_KEYWORDS_H
#define LMP_SIZE_KEYWORDS_H

#include "particles/size_law.h"

namespace LAMMPS_NS {

class InputWords;

// The words behind keyword size:
//   D   fixed D   uniform LOW HIGH   gaussian MEAN SIGMA   lognormal MEDIAN SIGMA
//   rosin_rammler D63 N   sieves D0 D1 SHARE1 D2 SHARE2 ...
// and behind them, in any order: limits LOW HIGH, by mass or by number. By default the last two
// laws are by mass.
grist::SizeLaw read_size(InputWords &words);

}    // namespace LAMMPS_NS

#endif
