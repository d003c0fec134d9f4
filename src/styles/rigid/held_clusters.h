/* Selects the bonded clusters that are held rigid until they are loaded, and stores their shapes.

   Vocabulary:
   held      moved as a rigid body; the bonds rest (is_rigid -1)
   released  has been held, and is bonded again since a bond came near its strength
   lost      released, and has lost a bond since: nothing is known of its shape, so that it stays
             bonded for good
   unloaded  of an atom: no bond of it has been loaded above the share for return for some periods
             of its cluster, or it is new
   shape     relief/held_shape.h; all ranks know all shapes, under the same numbers
   record    data that ranks exchange of an element of a cluster that lies on several of them
*/

#ifndef LMP_HELD_CLUSTERS_H
#define LMP_HELD_CLUSTERS_H

#include "pointers.h"

#include "bonds/bond_block.h"
#include "common/number_archive.h"
#include "relief/held_shape.h"

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct HoldSettings {
  bool on = false;
  double release = 0.5;    // share of a bond's strength
  double back = -1.0;      // below this share a cluster becomes rigid again; < 0: half of `release`
  double compression = 0.3;    // weight of compression against tension
};

// A cluster that is to be held from now on.
struct HeldCluster {
  tagint id;
  int count, shape;
  grist::ShapeScale scale;
  double weakest;    // strength factor of its weakest bond
  grist::RigidBody motion;
  std::vector<std::pair<int, int>> elements;    // owned atoms, and their numbers in the shape
};

class HeldClusters : protected Pointers {
 public:
  HeldClusters(LAMMPS *lmp, const std::string &user, const HoldSettings &settings);

  const HoldSettings &settings() const { return set; }

  // At the start of a run.
  void set_bond_style(const class BondParallel *style);

  // The clusters, with an element on this rank, that are to be held from now on. Collective; after
  // ghosts are known.
  std::vector<HeldCluster> find(int groupbit);

  const grist::HeldShape &shape(int n) const { return shapes[n]; }
  int shape_count() const { return static_cast<int>(shapes.size()); }

  // Both strengths of the bonds of a shape, as pressures in units of force/length^2.
  const grist::BondMaterial &material(int shape) const;
  double strength_factor(int shape, tagint tag_a, tagint tag_b) const;

  // By atom.
  int element(int i) const { return marks[i].element; }
  bool was_held(int i) const { return marks[i].element >= 0; }
  void hold(int i, int element) { marks[i] = {0.0, 0.0, element, 0}; }
  void keep_bonded(int i);

  // Marks the owned atoms of a cluster as released; their bonds are watched from now on.
  void release(const std::vector<int> &atoms, const grist::ShapeScale &scale, int shape);

  // After a rebuild: which released clusters this rank has a part of. Those that are lost are not
  // watched.
  void find_watched();

  // Looks at the bonds of released clusters.
  void watch_bonds();
  int watched_count() const { return static_cast<int>(watched.size()); }

  // Atoms, as LAMMPS moves them.
  static constexpr int NUMBERS = 4;
  void grow(int nmax) { marks.resize(nmax); }
  void copy(int i, int j) { marks[j] = marks[i]; }
  void clear(int i) { marks[i] = {}; }
  void pack(int i, double *buffer) const;
  void unpack(int i, const double *buffer);

  // All shapes, for a restart file.
  std::vector<double> pack_shapes() const;
  void unpack_shapes(const std::vector<double> &numbers);

  double memory_usage() const;

 private:
  static constexpr double NEVER = std::numeric_limits<double>::infinity();
  struct Mark {
    double unloaded_from = 0.0;    // step; NEVER: stays bonded
    double wait = 0.0;             // steps without load before it is unloaded; 0: never held
    int element = -1;
    int bonds = 0;    // when it was released
    template <class Archive, class Of> static void transfer(Archive &archive, Of &mark)
    {
      archive(mark.unloaded_from, mark.wait, mark.element, mark.bonds);
    }
  };
  struct Partner {
    tagint tag;
    int type;
    double length;    // initial; 0: new
    template <class Archive, class Of> static void transfer(Archive &archive, Of &partner)
    {
      archive(partner.tag, partner.type, partner.length);
    }
  };
  struct Record {
    tagint cluster, tag;
    bool is_unloaded, was_held;
    grist::RigidElement element;
    std::vector<Partner> partners;
    int atom = -1;    // of this rank
    template <class Archive, class Of> static void transfer(Archive &archive, Of &record)
    {
      auto &e = record.element;
      archive(record.cluster, record.tag, record.is_unloaded, record.was_held, e.position,
              e.velocity, e.omega, e.radius, e.mass);
    }
  };
  using Part = std::vector<int>;    // owned atoms of a cluster
  struct Watched {
    Part atoms;
    size_t loaded = 0;    // where in `atoms` a bond was loaded at the last look
  };

  std::string user;
  HoldSettings set;
  class AtomVecBondedCluster *avec;
  const class BondParallel *bond_style = nullptr;
  std::vector<grist::HeldShape> shapes;
  std::vector<Mark> marks;    // by atom
  std::vector<Watched> watched;
  bool has_warned = false;

  class FixBondState *bond_state() const;
  bool is_released(int i) const;
  std::vector<double> lost_clusters() const;
  void keep_bonded(const std::vector<double> &clusters);
  bool is_candidate(int i, int groupbit) const;
  bool is_closed(const Part &part) const;
  Record record_of(int i, bool is_unloaded) const;
  std::map<tagint, std::vector<Record>> records_of(const std::map<tagint, Part> &parts,
                                                   int groupbit);
  static void pack(const Record &record, std::vector<double> &out);
  static Record unpack(const double *&in);

  struct Whole {    // a cluster that may be held
    std::vector<grist::RigidElement> elements;
    std::vector<grist::ShapeBond> bonds;
    int type = 0;
  };
  std::vector<double> settle(std::map<tagint, std::vector<Record>> &clusters, bool propose,
                             std::vector<HeldCluster> &found);
  void complete(tagint id, const std::vector<Record> &records, const Whole &whole,
                HeldCluster &cluster);
  bool put_together(std::vector<Record> &records, Whole &whole) const;
  bool find_shape(const Whole &whole, HeldCluster &cluster) const;
  static bool may_define(const std::vector<Record> &records, const Whole &whole);
  bool is_within_reach(const Whole &whole);
  void add_shapes(const std::vector<double> &proposed);
  void use_materials();
  bool is_loaded(const class BondStates &states, int i) const;
  double share_of_bond(const grist::BondBlocks &bonds, int n) const;
};

}    // namespace LAMMPS_NS

#endif
