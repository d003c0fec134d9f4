// The history of a contact as the row of numbers that LAMMPS moves between ranks and writes to restart files.

#ifndef LMP_CONTACT_HISTORY_NUMBERS_H
#define LMP_CONTACT_HISTORY_NUMBERS_H

#include "contacts/overlap_contact.h"

#include <algorithm>

namespace LAMMPS_NS {

constexpr int HISTORY_NUMBERS = grist::ContactHistory::SIZE;

inline grist::ContactHistory load_history(const double *numbers)
{
  return {grist::Vector3d(numbers), grist::Vector3d(numbers + 3)};
}

inline void store_history(const grist::ContactHistory &history, double *numbers)
{
  std::copy_n(history.force.data(), 3, numbers);
  std::copy_n(history.twist.data(), 3, numbers + 3);
}

}    // namespace LAMMPS_NS

#endif
