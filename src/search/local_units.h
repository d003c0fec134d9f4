// Units of a contact search from cluster ids, where clusters may be there in several periodic images.
//
// A unit is the spheres of one cluster in one periodic image, owned spheres and ghosts. Ghosts that are images of the
// same elements one period on are a unit of their own. The units do not affect which pairs are found, only how fast:
// pair_search.h finds pairs of different units, unit_pairs.h pairs of one unit.
//
// Units are numbered in the order of their first spheres. A sphere alone is of unit -1.

#ifndef GRIST_SEARCH_LOCAL_UNITS_H
#define GRIST_SEARCH_LOCAL_UNITS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace grist {

class LocalUnits {
 public:
  struct Unit {
    std::int64_t cluster;
    int first, count;    // in elements()
  };

  // How many periods a vector spans: row d times the vector, for each direction that is periodic; else zeros.
  struct Periods {
    double inverse[3][3] = {};
  };

  // `clusters`: of each sphere, 0 or less for a sphere of no cluster. `centers`: x y z x y z ...
  void make(int count, const std::int64_t *clusters, const double *centers, const Periods &periods);

  const std::vector<int> &numbers() const { return number; }      // unit of each sphere
  const std::vector<Unit> &units() const { return unit_list; }    // those of two spheres and more
  const std::vector<int> &elements() const { return element; }    // spheres of a unit, ascending
  std::size_t memory() const;

 private:
  // Spheres that follow each other, of one cluster and image.
  struct Run {
    std::int64_t cluster;
    int first, count;
    int group;    // of runs that make up a unit
  };
  struct OrderedRun {
    std::uint64_t cluster;
    int run;
  };
  struct Image {
    std::int64_t x, y, z;
    int group;
  };

  const double *centers = nullptr;
  Periods periods;
  bool periodic = false;

  std::vector<Run> runs;                     // in order of spheres
  std::vector<OrderedRun> order, scratch;    // runs by cluster
  std::vector<int> starts;
  std::vector<Image> images;
  std::vector<int> sizes, labels;    // by group
  std::vector<int> number, element;
  std::vector<Unit> unit_list;

  void find_runs(int count, const std::int64_t *clusters);
  void group_runs();
  void group_images(std::size_t begin, std::size_t end);
  void number_groups(int count);
  Image image_of(int sphere, int anchor) const;
};

}    // namespace grist

#endif
