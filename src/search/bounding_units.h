// Units of a contact search and what bounds them: the first step of multilevel_grid and
// two_level_grid.
//
// A unit is one cluster, one fragment or one single sphere; its elements are its spheres. Each unit
// gets a bounding sphere (huang2020, Eqs. 12, 13) and a box around its elements. The result is a
// list of
//
//   item     what the primary grid holds: a single sphere, or a group; with a bounding sphere and
//            an owner
//   group    all elements of one unit
//   owner    number of the unit, negative if it is one sphere; items of equal owner are not
//            compared
//
// A unit with too few elements is dissolved: its elements are items of their own. A unit with so
// many neighbours that comparing with all of them costs more than its bounding sphere saves is
// dissolved on request. Examples are units that a sphere fits badly (rods, plates, spheres far
// apart) in a dense packing, and a very large unit among small ones.
//
// A group's elements are read from the caller's arrays if they follow each other there, otherwise
// from a copy.
//
// The centre of a bounding sphere is that of the box rather than Eq. 12's centroid: it needs no
// volumes, Eq. 13 holds about any point, and the sphere is no larger for it in general.

#ifndef GRIST_SEARCH_BOUNDING_UNITS_H
#define GRIST_SEARCH_BOUNDING_UNITS_H

#include "search/center_box.h"
#include "search/pair_search.h"
#include "search/sphere_block.h"

#include <cstdint>
#include <vector>

namespace grist {

// Elements of a group, as many as `count`.
struct Elements {
  const double *centers, *radii;
  int radius_step;       // 0: the radius of the first is that of all
  const int *indices;    // null: they follow each other
  int first, count;

  double radius(int k) const { return radii[k * radius_step]; }
  int index(int k) const { return indices ? indices[k] : first + k; }
};

struct Group {
  int first, count;
  bool copied, equal_radii;
  double max_radius;
  CenterBox box;
};

class BoundingUnits {
 public:
  // Units of fewer elements are dissolved.
  explicit BoundingUnits(int min_elements) : min_elements(min_elements) {}

  // `spheres` must outlive all use of the result.
  void make(const SphereView &spheres);

  // Dissolves the groups that cost more than they save, by an estimate from the mean density of
  // items.
  void dissolve_crowded();

  // Dissolves groups by number.
  void dissolve(const std::vector<char> &which);

  // Whether there are no groups, and every sphere is an item, in order.
  bool plain() const { return all_single; }

  int count() const { return all_single ? view.count : items.count; }
  int units() const { return unit_count; }
  int groups() const { return static_cast<int>(group_list.size()); }

  // Arrays by item; a group's radius has a margin for rounding. Owners may be null.
  const double *centers() const { return all_single ? view.centers : items.centers.data(); }
  const double *radii() const { return all_single ? view.radii : items.radii.data(); }
  const int *owners() const
  {
    if (!all_single) return items.owners.data();
    return owners_matter ? view.units : nullptr;
  }

  SpherePoint point(int item) const
  {
    const double *center = centers() + 3 * static_cast<std::ptrdiff_t>(item);
    return {center[0], center[1], center[2], radii()[item]};
  }

  // Number of the group that an item is, negative for a single sphere.
  int group_number(int item) const { return all_single ? -1 : ~items.of[item]; }

  // The group that an item is, or null if it is a single sphere, with this index.
  const Group *group(int item) const
  {
    return all_single || items.of[item] >= 0 ? nullptr : &group_list[~items.of[item]];
  }
  int sphere(int item) const { return all_single ? item : items.of[item]; }
  Elements elements(const Group &group) const;

  std::size_t memory() const;

 private:
  struct Run {
    std::uint32_t unit;
    int first, count;
  };

  // The first `count` of each; there may be room for more.
  struct Items {
    std::vector<double> centers, radii;
    std::vector<int> owners, of;    // of: a sphere, or ~group
    int count = 0;

    void add(const double *center, double radius, int owner, int what);
    void grow();
  };

  void clear();
  bool all_are_small();
  bool add_units_in_order();
  void add_units_out_of_order();
  void find_runs();
  void add_unit(const Run *parts, int count);
  void add_group(int first, int count, bool copied);
  void add_sphere(int index, int owner)
  {
    items.add(view.center(index), view.radii[index], owner, index);
  }
  void copy(int first, int count);
  void pad_groups();
  void estimate_costs();

  int min_elements;
  SphereView view;
  bool all_single = true, owners_matter = false;
  int unit_count = 0;

  Items items;
  std::vector<Group> group_list;
  std::vector<double> copied_centers, copied_radii;
  std::vector<int>
      copied_indices;    // the first `copied_count` of each; there may be room for more
  int copied_count = 0;

  // While making.
  std::vector<Run> runs, sorted_runs;
  std::vector<int> starts;
  std::vector<double> cost_ratios;    // by group
  std::vector<char> chosen;
};

}    // namespace grist

#endif
