// A size distribution on an input line, for commands and fixes that create particles.

#ifndef GRIST_PARTICLES_SIZE_KEYWORDS_H
#define GRIST_PARTICLES_SIZE_KEYWORDS_H

#include "particles/size_law.h"

namespace grist {

class WordReader;

// The words behind keyword size:
//   D   fixed D   uniform LOW HIGH   gaussian MEAN SIGMA   lognormal MEDIAN SIGMA
//   rosin_rammler D63 N   sieves D0 D1 SHARE1 D2 SHARE2 ...
// and behind them, in any order: limits LOW HIGH, by mass or by number. By default the last two
// laws are by mass.
SizeLaw read_size(WordReader &words);

}    // namespace grist

#endif
