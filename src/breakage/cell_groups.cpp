#include "breakage/cell_groups.h"

#include "common/preconditions.h"
#include "compounds/division.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace grist {

// A common face of less area, over the tolerance and the size of the smaller cell, connects
// nothing.
static constexpr double LEAST_JOINT = 100.0;

// Faces that are farther apart than this part of the radius of the larger cell connect nothing, so
// that a piece, which may be much smaller than the body, is connected by its own measure, too
// (compound_shape.cpp).
static constexpr double LARGEST_GAP = 5e-9;

// Fragments are of the least volume except rounding, and for splinters that were not cut off.
static constexpr double LEAST_VOLUME_KEPT = 0.99;

namespace {

class Grouping {
 public:
  Grouping(const std::vector<PieceCell> &cells, const GroupLimits &limits);
  std::vector<std::vector<int>> run();

 private:
  struct Group {
    double volume;
    std::map<int, double> areas;    // with neighbors
  };
  const std::vector<PieceCell> &cells;
  const GroupLimits &limits;
  std::vector<int> group_of;    // of each cell: its first cell
  std::map<int, Group> groups;

  void join_cells(const std::vector<CellJoint> &joints);
  void measure(const std::vector<CellJoint> &joints);
  int smallest_with_neighbors() const;
  void join(int small);
};

}    // namespace

static Division division_of(const std::vector<PieceCell> &cells, double tolerance)
{
  std::vector<BodyCell> of_division;
  for (const PieceCell &cell : cells) {
    ConvexPolyhedron shape = ConvexPolyhedron::from_vertices(cell.corners);
    const Pose place = shape.placement();
    of_division.push_back({std::move(shape), place, cell.fragment, BodyCell::NO_PLATE});
  }
  return {std::move(of_division), tolerance};
}

// The largest distance of a corner of a face from the plane of the other one.
static double gap_between(const CellFace &a, const CellFace &b)
{
  double gap = 0.0;
  for (const Vector3d &corner : a.polygon.corners)
    gap = std::max(gap, std::abs(b.plane.distance(corner)));
  for (const Vector3d &corner : b.polygon.corners)
    gap = std::max(gap, std::abs(a.plane.distance(corner)));
  return gap;
}

// Of the joints, those that connect.
static std::vector<char> strong_joints(const Division &division)
{
  std::vector<std::vector<CellFace>> faces;
  for (int k = 0; k < division.count(); k++) faces.push_back(faces_of(division[k]));
  std::vector<char> strong;
  for (const CellJoint &joint : division.joints()) {
    const double of_a = division[joint.a].shape.radius(), of_b = division[joint.b].shape.radius();
    strong.push_back(norm(area_vector(joint.polygon)) >
                         LEAST_JOINT * division.tolerance() * std::min(of_a, of_b) &&
                     gap_between(faces[joint.a][joint.face_a], faces[joint.b][joint.face_b]) <
                         LARGEST_GAP * std::max(of_a, of_b));
  }
  return strong;
}

Grouping::Grouping(const std::vector<PieceCell> &cells, const GroupLimits &limits) :
    cells(cells), limits(limits), group_of(cells.size())
{
  assert(!cells.empty() && limits.most >= 2 && limits.tolerance > 0.0);
  std::iota(group_of.begin(), group_of.end(), 0);
  const Division division = division_of(cells, limits.tolerance);
  const std::vector<char> strong = strong_joints(division);
  std::vector<CellJoint> joints;
  for (size_t k = 0; k < strong.size(); k++)
    if (strong[k]) joints.push_back(division.joints()[k]);
  join_cells(joints);
  measure(joints);
}

void Grouping::join_cells(const std::vector<CellJoint> &joints)
{
  for (const CellJoint &joint : joints) {
    const int a = group_of[joint.a], b = group_of[joint.b];
    if (a == b || cells[joint.a].fragment != cells[joint.b].fragment) continue;
    std::replace(group_of.begin(), group_of.end(), std::max(a, b), std::min(a, b));
  }
}

void Grouping::measure(const std::vector<CellJoint> &joints)
{
  for (size_t k = 0; k < cells.size(); k++) groups[group_of[k]].volume += cells[k].volume;
  for (const CellJoint &joint : joints) {
    const int a = group_of[joint.a], b = group_of[joint.b];
    if (a == b) continue;
    const double area = norm(area_vector(joint.polygon));
    groups[a].areas[b] += area;
    groups[b].areas[a] += area;
  }
}

std::vector<std::vector<int>> Grouping::run()
{
  while (groups.size() > 2) {
    const int small = smallest_with_neighbors();
    const bool is_one_too_many = groups.size() > static_cast<size_t>(limits.most);
    if (small < 0 ||
        (!is_one_too_many && groups[small].volume >= LEAST_VOLUME_KEPT * limits.least_volume))
      break;
    join(small);
  }
  std::map<std::pair<int, int>, std::vector<int>> sorted;
  for (size_t k = 0; k < cells.size(); k++) {
    const int first = group_of[k];
    sorted[{cells[first].fragment, first}].push_back(static_cast<int>(k));
  }
  std::vector<std::vector<int>> result;
  for (auto &group : sorted) result.push_back(std::move(group.second));
  return result;
}

// -1: none of them has neighbors.
int Grouping::smallest_with_neighbors() const
{
  int small = -1;
  double least = 0.0;
  for (const auto &[number, group] : groups)
    if (!group.areas.empty() && (small < 0 || group.volume < least)) {
      small = number;
      least = group.volume;
    }
  return small;
}

void Grouping::join(int small)
{
  const Group joining = groups[small];
  const int to = std::max_element(joining.areas.begin(), joining.areas.end(),
                                  [](const auto &a, const auto &b) { return a.second < b.second; })
                     ->first;
  groups.erase(small);
  groups[to].volume += joining.volume;
  for (const auto &[other, area] : joining.areas) {
    groups[other].areas.erase(small);
    if (other == to) continue;
    groups[other].areas[to] += area;
    groups[to].areas[other] += area;
  }
  std::replace(group_of.begin(), group_of.end(), small, to);
}

std::vector<std::vector<int>> connected_groups(const std::vector<PieceCell> &cells,
                                               const GroupLimits &limits)
{
  return Grouping(cells, limits).run();
}

}    // namespace grist
