#include "geometry/pair_planes.h"

#include <algorithm>

namespace grist {

static constexpr int NONE = -1;

// Slots of the table per row, at least.
static constexpr std::size_t SPARE = 2;

void PairPlanes::gather_known()
{
  known.reserve(static_cast<std::size_t>(known_count()));
  first_known.clear();
  for (std::size_t r = 0; r + 1 < rows.size(); r++) {
    first_known.push_back(static_cast<int>(known.size()));
    for (std::size_t k = rows[r].first; k < rows[r + 1].first; k++)
      if (planes[k].known()) known.push_back({partner_ids[k], planes[k]});
  }
  first_known.push_back(static_cast<int>(known.size()));
}

// Where the row of an id is in the table, or the empty slot where it would be.
std::size_t PairPlanes::slot(std::int64_t id) const
{
  static constexpr std::uint64_t SPREAD = 0x9E3779B97F4A7C15u;    // 2^64 over the golden ratio
  const std::size_t last = slots.size() - 1;
  std::size_t at = static_cast<std::size_t>((static_cast<std::uint64_t>(id) * SPREAD) >> 32) & last;
  while (slots[at] != NONE && rows[slots[at]].id != id) at = (at + 1) & last;
  return at;
}

// The rows of the last list by the numbers that their bodies have now.
void PairPlanes::find_rows(const std::vector<std::int64_t> &ids)
{
  std::size_t size = 1;
  while (size < SPARE * rows.size()) size *= 2;
  slots.assign(size, NONE);
  for (std::size_t r = 0; r + 1 < rows.size(); r++)
    if (first_known[r] < first_known[r + 1]) slots[slot(rows[r].id)] = static_cast<int>(r);
  row_of.resize(ids.size());
  std::transform(ids.begin(), ids.end(), row_of.begin(),
                 [this](std::int64_t id) { return slots[slot(id)]; });
}

const PairPlanes::Known *PairPlanes::find(int row, std::int64_t partner) const
{
  if (row == NONE) return nullptr;
  for (int k = first_known[row]; k < first_known[row + 1]; k++)
    if (known[k].partner == partner) return &known[k];
  return nullptr;
}

// The separating plane that a pair had in the last list, if it was there.
SeparatingPlane PairPlanes::kept(int i, int j, const std::vector<std::int64_t> &ids,
                                 const std::vector<const ConvexPolyhedron *> &shapes,
                                 const std::vector<Pose> &poses) const
{
  SeparatingPlane plane;
  if (const Known *same = find(row_of[i], ids[j])) {
    plane = same->plane;
    if (rows[row_of[i]].shape == shapes[i]) return plane;
  } else if (const Known *turned = find(row_of[j], ids[i])) {
    const Vector3d in_space = poses[j].rotation * turned->plane.normal;
    plane.normal = -(poses[i].rotation.transpose() * in_space);
  }
  if (plane.known()) plane.offset = greatest_distance(*shapes[i], plane.normal);
  return plane;
}

void PairPlanes::renew(const PairRows &list, const std::vector<std::int64_t> &ids,
                       const std::vector<const ConvexPolyhedron *> &shapes,
                       const std::vector<Pose> &poses)
{
  gather_known();
  if (!known.empty()) find_rows(ids);

  std::size_t entries = 0;
  for (int r = 0; r < list.count; r++) entries += list.partners_of[list.with_row[r]];
  partner_ids.clear();
  planes.clear();
  partner_ids.reserve(entries);
  planes.reserve(entries);
  first_plane.assign(ids.size(), 0);
  for (int r = 0; r < list.count; r++) {
    const int i = list.with_row[r];
    first_plane[i] = planes.size();
    for (int n = 0; n < list.partners_of[i]; n++) {
      const int j = list.rows[i][n] & list.partner_mask;
      partner_ids.push_back(ids[j]);
      if (known.empty() || !shapes[i] || !shapes[j])
        planes.emplace_back();
      else
        planes.push_back(kept(i, j, ids, shapes, poses));
    }
  }

  rows.clear();
  rows.reserve(static_cast<std::size_t>(list.count) + 1);
  for (int r = 0; r < list.count; r++) {
    const int i = list.with_row[r];
    rows.push_back({ids[i], shapes[i], first_plane[i]});
  }
  rows.push_back({0, nullptr, planes.size()});
  std::vector<Known>().swap(known);    // as large as the planes
}

int PairPlanes::known_count() const
{
  return static_cast<int>(std::count_if(
      planes.begin(), planes.end(), [](const SeparatingPlane &plane) { return plane.known(); }));
}

double PairPlanes::memory_usage() const
{
  return static_cast<double>(
      rows.capacity() * sizeof(Row) + partner_ids.capacity() * sizeof(std::int64_t) +
      planes.capacity() * sizeof(SeparatingPlane) + first_plane.capacity() * sizeof(std::size_t) +
      known.capacity() * sizeof(Known) +
      (first_known.capacity() + slots.capacity() + row_of.capacity()) * sizeof(int));
}

}    // namespace grist
