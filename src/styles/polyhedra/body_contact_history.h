// The histories of contacts of pair style polyhedron. In restart files they are of LAMMPS' style
// NEIGH_HISTORY, as they always were: so this class is made in place of LAMMPS' own under that name.

#ifndef LMP_BODY_CONTACT_HISTORY_H
#define LMP_BODY_CONTACT_HISTORY_H

#include "overlaps/overlap_contact.h"
#include "styles/state/partner_history.h"

#include <algorithm>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// The history of a contact as the row of numbers that LAMMPS moves between ranks and writes to
// restart files.
constexpr int HISTORY_NUMBERS = grist::ContactHistory::SIZE;
static_assert(HISTORY_NUMBERS == 9, "all numbers are loaded and stored");

inline grist::ContactHistory load_history(const double *numbers)
{
  return {grist::vector_at(numbers), grist::vector_at(numbers + 3), numbers[6], numbers[7],
          numbers[8]};
}

inline void store_history(const grist::ContactHistory &history, double *numbers)
{
  std::copy_n(history.force.data(), 3, numbers);
  std::copy_n(history.twist.data(), 3, numbers + 3);
  numbers[6] = history.peak;
  numbers[7] = history.work;
  numbers[8] = history.pressed;
}

// The history as seen from the other body.
inline void mirror_history(const double *numbers, double *other)
{
  constexpr int SIGNED = grist::ContactHistory::SIGNED;
  for (int k = 0; k < HISTORY_NUMBERS; k++) other[k] = k < SIGNED ? -numbers[k] : numbers[k];
}

// Histories of all pairs, in the order of the list; the second puts them back.
std::vector<double> histories(const class NeighList *list, const PartnerHistory *history);
void take_back(const double *from, const NeighList *list, PartnerHistory *history);

// Makes a fix with this ID in the place of another one in the order of fixes.
PartnerHistory *make_body_contact_history(class LAMMPS *lmp, const std::string &placeholder,
                                          const std::string &id);

}    // namespace LAMMPS_NS

#endif
