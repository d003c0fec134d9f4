// The contact law of overlapping bodies on an input line: `volume|energy K`, then the keywords
// restitution, hysteretic, damping, friction, ratio, regularised, tangential.

#ifndef LMP_OVERLAP_LAW_KEYWORDS_H
#define LMP_OVERLAP_LAW_KEYWORDS_H

#include "styles/commands/input_words.h"

#include "overlaps/overlap_contact.h"

#include <vector>

namespace LAMMPS_NS {

// Normal law and stiffness; all else by default.
grist::OverlapContactLaw read_normal_law(InputWords &words);

// They read from `words` into `law`.
std::vector<Keyword> overlap_law_keywords(InputWords &words, grist::OverlapContactLaw &law);

}    // namespace LAMMPS_NS

#endif
