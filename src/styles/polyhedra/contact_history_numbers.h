// The history of a contact as the row of numbers that LAMMPS moves between ranks and writes to
// restart files.

#ifndef LMP_CONTACT_HISTORY_NUMBERS_H
#define LMP_CONTACT_HISTORY_NUMBERS_H

#include "overlaps/overlap_contact.h"

#include <algorithm>

namespace LAMMPS_NS {

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

}    // namespace LAMMPS_NS

#endif
