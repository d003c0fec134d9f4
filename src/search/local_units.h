// Units of a contact search from cluster ids, where clusters may be there in several periodic
// images.
//
// A unit is the spheres of one cluster in one periodic image, owned spheres and ghosts. Ghosts that
// are images of the same elements one period on are a unit of their own. The units do not affect
// which pairs are found, only how fast: pair_search.h finds pairs of different units, unit_pairs.h
// pairs of one unit.
//
// Units are numbered in the order of their first spheres. A sphere alone is of unit -1. Clusters
// are looked up in a table, so that the time depends little on the order of spheres. Where all
// spheres are of the same clusters as in the last call and nothing is periodic, the units are those
// of the last call.

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

  // How many periods a vector spans: row d times the vector, for each direction that is periodic;
  // else zeros.
  struct Periods {
    double inverse[3][3] = {};
  };

  // `clusters`: of each sphere, 0 or less for a sphere of no cluster. `centers`: x y z x y z ...
  void make(int count, const std::int64_t *clusters, const double *centers, const Periods &periods);

  // How often units were found: the same number, the same units of the same spheres.
  long version() const { return times_found; }

  const std::vector<int> &numbers() const { return number; }      // unit of each sphere
  const std::vector<Unit> &units() const { return unit_list; }    // those of two spheres and more
  const std::vector<int> &elements() const { return element; }    // spheres of a unit, ascending
  int pieces() const
  {
    return piece_count;
  }    // in which units lie in memory: as many as units at best
  std::size_t memory() const;

 private:
  // Spheres that follow each other, of one cluster and image.
  struct Run {
    std::int64_t cluster;
    int first, count;
    int group;
  };
  // Runs that make up a unit: spheres of one cluster and image.
  struct Group {
    std::int64_t cluster;
    int first, count;    // its first sphere, and how many it has
    int next;            // the next image of the cluster, -1 if there is none
    int unit;            // -1: a sphere alone
  };
  struct Image {
    std::int64_t x, y, z;
  };

  const double *centers = nullptr;
  Periods periods;
  bool periodic = false;

  std::vector<std::int64_t> known_clusters;    // of the spheres of the last call
  bool is_known = false;                       // nothing was periodic then
  long times_found = 0;

  std::vector<Run> runs;        // in order of spheres
  std::vector<Group> groups;    // in order of their first spheres
  std::vector<int> table;       // by hash of the cluster: its first group, -1 if none
  std::size_t clusters_known = 0;
  std::vector<int> number, element;
  std::vector<Unit> unit_list;
  int piece_count = 0;

  bool are_known(int count, const std::int64_t *clusters) const;
  void find_runs(int count, const std::int64_t *clusters);
  void group_runs();
  int add_group(const Run &run);
  int group_of_cluster(const Run &run);
  int group_of_image(int group, const Run &run);
  std::size_t slot_of(std::int64_t cluster) const;
  void grow_table();
  void number_groups(int count);
  Image image_of(int sphere, int anchor) const;
};

}    // namespace grist

#endif
