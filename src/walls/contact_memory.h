// What spheres remember of the walls that they touch: for each sphere a row of contacts, each with the number of
// its surface (wall_surface.h) and the history of the contact law, so many numbers as the law wants (the width).
//
// Only spheres that touch take memory beyond three integers: the rows stand one after another in a pool. A row that
// becomes longer moves to the pool's end; compact() takes the gaps out.

#ifndef GRIST_WALLS_CONTACT_MEMORY_H
#define GRIST_WALLS_CONTACT_MEMORY_H

#include "walls/wall_surface.h"

#include <vector>

namespace grist {

class ContactMemory {
 public:
  // Of a history, before anything is remembered.
  void set_width(int numbers) { stride = numbers; }
  int width() const { return stride; }

  // Spheres from here on have no contacts.
  void resize(int spheres) { rows.resize(spheres, {0, 0, 0}); }

  int count(int sphere) const { return rows[sphere].count; }
  int surface(int sphere, int k) const { return surfaces[rows[sphere].first + k]; }
  const double *history(int sphere, int k) const { return at(rows[sphere].first + k); }

  void clear(int sphere) { rows[sphere].count = 0; }
  void copy(int from, int to);
  void append(int sphere, int surface, const double *history);

  // Makes the row of a sphere that of these contacts, in their order. What was remembered of a surface stays; a
  // contact with a surface that nothing is remembered of goes on with what is left of the nearest kin; the rest is
  // zero. Returns the histories, one behind the other, to be written to until the next call.
  double *update(int sphere, const std::vector<SurfaceContact> &contacts, const WallSurface &wall);

  // Keeps the rows of the first `spheres` only.
  void compact(int spheres);

  double memory_usage() const;

 private:
  struct Row {
    int first, count, capacity;
  };
  int stride = 0;
  std::vector<Row> rows;
  std::vector<int> surfaces, scratch_surfaces;    // the pool
  std::vector<double> histories, scratch_histories;
  std::vector<int> taken_from;    // of the contacts of an update: which of the row before, or -1

  double *at(int n) { return histories.data() + static_cast<size_t>(n) * stride; }
  const double *at(int n) const { return histories.data() + static_cast<size_t>(n) * stride; }
  bool has_surfaces(const Row &row, const std::vector<SurfaceContact> &contacts) const;
  void match(const Row &row, const std::vector<SurfaceContact> &contacts, const WallSurface &wall);
  void gather(const Row &row);
  void store(Row &row);
};

}    // namespace grist

#endif
