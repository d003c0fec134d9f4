/* Messages between ranks about rigid clusters, through the owner of each (rigid_bodies.h): every
   rank with a ghost of the owner has a message for it. Messages are added up at the owner's rank,
   or sent from there to all ghosts.
*/

#ifndef LMP_OWNER_MESSAGES_H
#define LMP_OWNER_MESSAGES_H

#include "pointers.h"

#include "common/number_archive.h"

#include <cassert>
#include <vector>

namespace LAMMPS_NS {

class OwnerMessages : protected Pointers {
 public:
  // `fix` hands its communication on to this class.
  OwnerMessages(LAMMPS *lmp, class Fix *fix, class AtomVecBondedCluster *avec);

  // After ghosts or elements have changed: which atoms are owners.
  void find_owners();
  bool is_owner(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(slots.size()));
    return slots[i] >= 0;
  }

  // Messages of a struct that can be sent (common/number_archive.h), all zero.
  template <class Message> void begin() { begin(grist::count_of_numbers<Message>()); }
  template <class Message> void write(int owner, const Message &message)
  {
    grist::write_numbers(message, place_of(owner));
  }
  template <class Message> Message read(int owner) const
  {
    return grist::read_numbers<Message>(place_of(owner));
  }

  void gather();          // adds the messages of ghosts to those of their owners
  void spread();          // copies messages to all ghosts
  void spread_flags();    // which ghosts are elements; then find_owners()

  // Whether `here` is true on all ranks. Collective.
  bool all_agree(bool here) const;

  int pack_forward(int n, const int *list, double *buffer) const;
  void unpack_forward(int n, int first, const double *buffer);
  int pack_reverse(int n, int first, double *buffer) const;
  void unpack_reverse(int n, const int *list, const double *buffer);
  double memory_usage() const
  {
    return static_cast<double>(numbers.capacity() * sizeof(double) +
                               slots.capacity() * sizeof(int));
  }

 private:
  class Fix *fix;
  class AtomVecBondedCluster *avec;
  int size = 0;    // of a message
  bool sends_flags = false;
  std::vector<int>
      slots;    // by atom, owned and ghost: of owners, the number of their message; -1 for others
  int owners = 0;
  std::vector<double> numbers;    // message by message

  void begin(int message_size);
  double *place_of(int owner)
  {
    assert(is_owner(owner) && size > 0);
    return &numbers[static_cast<size_t>(slots[owner]) * size];
  }
  const double *place_of(int owner) const
  {
    assert(is_owner(owner) && size > 0);
    return &numbers[static_cast<size_t>(slots[owner]) * size];
  }
};

}    // namespace LAMMPS_NS

#endif
