#include "mechanics/contact_memory.h"

#include <algorithm>

namespace grist {

// `kept` is not part of the pool.
void ContactMemory::store(Row &row, const Kept *kept, int count)
{
  if (count > row.capacity) {
    row.first = static_cast<int>(pool.size());
    row.capacity = count;
    pool.resize(pool.size() + count);
  }
  row.count = count;
  std::copy_n(kept, count, pool.begin() + row.first);
}

void ContactMemory::copy(int from, int to)
{
  scratch.assign(begin(from), begin(from) + count(from));
  store(rows[to], scratch.data(), static_cast<int>(scratch.size()));
}

void ContactMemory::append(int sphere, const Kept &kept)
{
  scratch.assign(begin(sphere), begin(sphere) + count(sphere));
  scratch.push_back(kept);
  store(rows[sphere], scratch.data(), static_cast<int>(scratch.size()));
}

ContactMemory::Kept *ContactMemory::update(int sphere, const std::vector<SurfaceContact> &contacts)
{
  Row &row = rows[sphere];
  const int size = static_cast<int>(contacts.size());
  const auto same = [&] {
    return row.count == size &&
        std::equal(contacts.begin(), contacts.end(), begin(sphere),
                   [](const SurfaceContact &now, const Kept &kept) {
                     return now.surface == kept.surface;
                   });
  };
  if (!same()) {
    scratch.clear();
    for (const SurfaceContact &contact : contacts) {
      const Kept *end = begin(sphere) + row.count;
      const Kept *old = std::find_if(begin(sphere), end, [&contact](const Kept &kept) {
        return kept.surface == contact.surface;
      });
      scratch.push_back(old != end ? *old : Kept{contact.surface, {}});
    }
    store(row, scratch.data(), size);
  }
  return pool.data() + row.first;
}

void ContactMemory::compact(int spheres)
{
  scratch.clear();
  for (int i = 0; i < static_cast<int>(rows.size()); i++) {
    Row &row = rows[i];
    if (i >= spheres) row.count = 0;
    const int first = static_cast<int>(scratch.size());
    scratch.insert(scratch.end(), begin(i), begin(i) + row.count);
    row = {first, row.count, row.count};
  }
  pool.swap(scratch);
}

double ContactMemory::memory_usage() const
{
  return static_cast<double>(rows.capacity() * sizeof(Row) +
                             (pool.capacity() + scratch.capacity()) * sizeof(Kept));
}

}    // namespace grist
