// What spheres remember of the walls that they touch: for each sphere a row of contacts, each with the number of
// its surface (wall_surface.h) and the history of the contact law.
//
// Only spheres that touch take memory beyond three integers: the rows stand one after another in a pool. A row that
// becomes longer moves to the pool's end; compact() takes the gaps out.

#ifndef GRIST_MECHANICS_CONTACT_MEMORY_H
#define GRIST_MECHANICS_CONTACT_MEMORY_H

#include "mechanics/hertz_mindlin.h"
#include "mechanics/wall_surface.h"

#include <vector>

namespace grist {

class ContactMemory {
 public:
  struct Kept {
    int surface;
    SphereContactHistory history;
  };

  // Spheres from here on have no contacts.
  void resize(int spheres) { rows.resize(spheres, {0, 0, 0}); }

  int count(int sphere) const { return rows[sphere].count; }
  const Kept *begin(int sphere) const { return pool.data() + rows[sphere].first; }

  void clear(int sphere) { rows[sphere].count = 0; }
  void copy(int from, int to);
  void append(int sphere, const Kept &kept);

  // Makes the row of a sphere that of these contacts, in their order: what was remembered of a surface stays, the
  // rest is zero. The row may be written to until the next call.
  Kept *update(int sphere, const std::vector<SurfaceContact> &contacts);

  // Keeps the rows of the first `spheres` only.
  void compact(int spheres);

  double memory_usage() const;

 private:
  struct Row {
    int first, count, capacity;
  };
  std::vector<Row> rows;
  std::vector<Kept> pool, scratch;

  void store(Row &row, const Kept *kept, int count);
};

}    // namespace grist

#endif
