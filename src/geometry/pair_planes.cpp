#include "geometry/pair_planes.h"

#include "common/preconditions.h"

#include <algorithm>
#include <utility>

namespace grist {

static constexpr int NO_ROW = -1;

// Slots of the table per row, at least.
static constexpr std::size_t SPARE = 2;

namespace {

// Rows by the ids of their bodies.
class RowTable {
 public:
  explicit RowTable(const std::vector<std::int64_t> &ids, std::size_t rows) : ids(ids)
  {
    std::size_t size = 1;
    while (size < SPARE * (rows + 1)) size *= 2;
    slots.assign(size, NO_ROW);
  }
  void add(int row) { slots[slot(ids[row])] = row; }
  int row(std::int64_t id) const { return slots[slot(id)]; }    // NO_ROW: not there

 private:
  const std::vector<std::int64_t> &ids;
  std::vector<int> slots;

  // Where the row of an id is in the table, or the empty slot where it would be.
  std::size_t slot(std::int64_t id) const
  {
    static constexpr std::uint64_t SPREAD = 0x9E3779B97F4A7C15u;    // 2^64 over the golden ratio
    const std::size_t last = slots.size() - 1;
    std::size_t at =
        static_cast<std::size_t>((static_cast<std::uint64_t>(id) * SPREAD) >> 32) & last;
    while (slots[at] != NO_ROW && ids[slots[at]] != id) at = (at + 1) & last;
    return at;
  }
};

}    // namespace

// The plane to a partner, if it is known.
const SeparatingPlane *PairPlanes::Pairs::find(int row, std::int64_t partner) const
{
  if (row == NO_ROW) return nullptr;
  for (std::size_t k = rows[row].first; k < rows[row + 1].first; k++)
    if (ids[partners[k]] == partner && planes[k].known()) return &planes[k];
  return nullptr;
}

// The rows of the last list by the numbers that their bodies have now.
std::vector<int> PairPlanes::rows_of(const std::vector<std::int64_t> &ids, const Pairs &before)
{
  RowTable table(before.ids, static_cast<std::size_t>(before.row_count()));
  for (int r = 0; r < before.row_count(); r++)
    if (before.rows[r].first < before.rows[r + 1].first) table.add(r);
  std::vector<int> rows(ids.size());
  std::transform(ids.begin(), ids.end(), rows.begin(),
                 [&table](std::int64_t id) { return table.row(id); });
  return rows;
}

// The separating plane that a pair had in the last list, if it was there.
SeparatingPlane PairPlanes::kept(int i, int j, const Pairs &before,
                                 const std::vector<int> &row_before,
                                 const std::vector<const ConvexPolyhedron *> &shapes,
                                 const std::vector<Pose> &poses) const
{
  assert(is_number_of(i, shapes.size()) && is_number_of(j, shapes.size()));
  SeparatingPlane plane;
  if (const SeparatingPlane *same = before.find(row_before[i], now.ids[j])) {
    plane = *same;
    if (before.rows[row_before[i]].shape == shapes[i]) return plane;
  } else if (const SeparatingPlane *turned = before.find(row_before[j], now.ids[i])) {
    const Vector3d in_space = poses[j].rotation * turned->normal;
    plane.normal = -(transposed(poses[i].rotation) * in_space);
  }
  if (plane.known()) plane.offset = greatest_distance(*shapes[i], plane.normal);
  return plane;
}

void PairPlanes::renew(const PairRows &list, std::vector<std::int64_t> ids,
                       const std::vector<const ConvexPolyhedron *> &shapes,
                       const std::vector<Pose> &poses)
{
  assert(shapes.size() == ids.size() && poses.size() == ids.size());
  assert(list.count >= 0 && list.count <= static_cast<int>(ids.size()));
  const Pairs before = std::exchange(now, {});
  now.ids = std::move(ids);
  const bool any_known = std::any_of(before.planes.begin(), before.planes.end(),
                                     [](const SeparatingPlane &plane) { return plane.known(); });
  const std::vector<int> row_before = any_known ? rows_of(now.ids, before) : std::vector<int>();

  // Rows are as long as the list says, in the order of the numbers of bodies.
  int rows = 0;
  for (int r = 0; r < list.count; r++) rows = std::max(rows, list.with_row[r] + 1);
  std::vector<int> entries(static_cast<std::size_t>(rows), 0);
  for (int r = 0; r < list.count; r++)
    entries[list.with_row[r]] = list.partners_of[list.with_row[r]];
  std::size_t all = 0;
  now.rows.reserve(static_cast<std::size_t>(rows) + 1);
  for (int i = 0; i < rows; i++) {
    now.rows.push_back({shapes[i], all});
    all += static_cast<std::size_t>(entries[i]);
  }
  now.rows.push_back({nullptr, all});

  now.partners.reserve(all);
  now.planes.reserve(all);
  for (int i = 0; i < rows; i++)
    for (int n = 0; n < entries[i]; n++) {
      const int j = list.rows[i][n] & list.partner_mask;
      now.partners.push_back(j);
      if (any_known && shapes[i] && shapes[j])
        now.planes.push_back(kept(i, j, before, row_before, shapes, poses));
      else
        now.planes.emplace_back();
    }
}

int PairPlanes::known_count() const
{
  return static_cast<int>(
      std::count_if(now.planes.begin(), now.planes.end(),
                    [](const SeparatingPlane &plane) { return plane.known(); }));
}

double PairPlanes::memory_usage() const
{
  return static_cast<double>(
      now.ids.capacity() * sizeof(std::int64_t) + now.rows.capacity() * sizeof(Row) +
      now.partners.capacity() * sizeof(int) + now.planes.capacity() * sizeof(SeparatingPlane));
}

}    // namespace grist
