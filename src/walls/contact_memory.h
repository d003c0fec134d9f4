// The histories of contacts with walls. Each sphere has a row of contacts. A contact has the number
// of its surface (wall_surface.h) and the history of the contact law: an array of as many numbers
// as the law needs (the width).
//
// A sphere without contacts takes three integers of memory. The rows lie one after another in a
// pool. A row that becomes longer moves to the end of the pool. keep_only() closes the gaps.

#ifndef GRIST_WALLS_CONTACT_MEMORY_H
#define GRIST_WALLS_CONTACT_MEMORY_H

#include "common/archive.h"
#include "common/preconditions.h"
#include "walls/wall_surface.h"

#include <vector>

namespace grist {

// How a row marks a surface whose number is of before (mark_former).
inline int former_surface(int surface)
{
  return -1 - surface;
}

class ContactMemory {
 public:
  // Before any contact is stored.
  void set_width(int numbers)
  {
    assert(numbers >= 0 && surfaces.empty());
    stride = numbers;
  }
  int width() const { return stride; }

  // New spheres have no contacts.
  void resize(int spheres) { rows.resize(spheres, {0, 0, 0}); }

  int count(int sphere) const
  {
    assert(sphere >= 0 && sphere < static_cast<int>(rows.size()));
    return rows[sphere].count;
  }

  // The most that one sphere has ever had here.
  int most_contacts() const { return most; }

  int surface(int sphere, int k) const
  {
    assert(k >= 0 && k < count(sphere));
    return surfaces[rows[sphere].first + k];
  }
  const double *history(int sphere, int k) const
  {
    assert(k >= 0 && k < count(sphere));
    return at(rows[sphere].first + k);
  }

  // Null: no contact with this surface.
  const double *find(int sphere, int surface_in) const
  {
    for (int k = 0; k < count(sphere); k++)
      if (surface(sphere, k) == surface_in) return history(sphere, k);
    return nullptr;
  }

  void clear(int sphere)
  {
    assert(sphere >= 0 && sphere < static_cast<int>(rows.size()));
    rows[sphere].count = 0;
  }
  void copy(int from, int to);
  void append(int sphere, int surface, const double *history);

  // The contacts of a sphere become these, with their histories one after another.
  void replace(int sphere, const std::vector<int> &contacts, const std::vector<double> &numbers);

  // After surfaces got other numbers: those of this row are of before until contacts are stored.
  void mark_former(int sphere)
  {
    for (int k = 0; k < count(sphere); k++) {
      int &surface = surfaces[rows[sphere].first + k];
      surface = former_surface(surface);
    }
  }

  // Replaces the contacts of a sphere by those with these surfaces, in their order. A contact with a surface of the row
  // keeps its history. Another one takes, of the histories that are left, the one with the highest
  // continuation rank. All others begin with zeros. Returns the histories, one after another. They
  // may be written to until the next call.
  double *update(int sphere, const int *contacts, int count, const WallSurface &wall);
  // Whether the histories at these places are those of the surfaces of as many contacts.
  bool are_at(const int *places, const int *contacts, int count) const
  {
    int differs = 0;
    for (int k = 0; k < count; k++) differs |= surfaces[places[k]] ^ contacts[k];
    return differs == 0;
  }
  double *update(int sphere, const std::vector<WallContact> &contacts, const WallSurface &wall);

  // Where the histories of a sphere begin, in units of the width, and the history at such a place.
  // It is the same until the contacts of the sphere change or keep_only() is called.
  int place(int sphere) const { return rows[sphere].first; }
  double *history_at(int place) { return at(place); }

  // Whether contact k of the last update() began in it: it has taken no history.
  bool began(int k) const
  {
    assert(!surfaces_changed || (k >= 0 && k < static_cast<int>(taken_from.size())));
    return surfaces_changed && taken_from[k] < 0;
  }

  // Clears the rows of all other spheres and closes the gaps. `spheres` in ascending order.
  void keep_only(const std::vector<int> &spheres);

  // A row for another rank or a restart file, with the first `numbers` of each history; others are
  // zero where it is read. It takes at most size_of(count, numbers) doubles.
  void transfer(Archive &archive, int sphere, int numbers);
  static int size_of(int count, int numbers) { return 3 + count * (1 + numbers); }

  double memory_usage() const;

 private:
  struct Row {
    int first, count, capacity;
  };
  int stride = 0, most = 0;
  std::vector<Row> rows;
  std::vector<int> surfaces, scratch_surfaces;    // the pool
  std::vector<double> histories, scratch_histories;
  bool surfaces_changed = false;    // by the last update
  std::vector<int> asked;
  std::vector<int> taken_from;    // then, by contact: index in the row before, or -1

  double *at(int n) { return histories.data() + static_cast<size_t>(n) * stride; }
  const double *at(int n) const { return histories.data() + static_cast<size_t>(n) * stride; }
  void match(const Row &row, const int *contacts, int count, const WallSurface &wall);
  void gather(const Row &row);
  void store(Row &row);
};

}    // namespace grist

#endif
