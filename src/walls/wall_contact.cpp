#include "walls/wall_contact.h"

#include "common/preconditions.h"
#include <algorithm>

namespace grist {

void WallContacts::grow()
{
  constexpr int LEAST = 128;
  const int more = std::max(LEAST, 2 * room);
  std::vector<double> wider(static_cast<size_t>(ROWS) * more);
  for (int k = 0; k < ROWS; k++)
    std::copy_n(numbers.begin() + k * room, count, wider.begin() + k * more);
  numbers.swap(wider);
  surfaces.resize(more);
  room = more;
}

void WallContacts::move(int from, int to)
{
  assert(from >= 0 && from < room && to >= 0 && to < room);
  surfaces[to] = surfaces[from];
  const int rows = images ? ROWS : IMAGE;
  for (int k = 0; k < rows; k++) numbers[k * room + to] = numbers[k * room + from];
}

void WallContacts::drop_first(int contacts)
{
  assert(contacts >= 0 && contacts <= count);
  for (int k = contacts; k < count; k++) move(k, k - contacts);
  count -= contacts;
}

}    // namespace grist
