/* Bonded clusters that are held as rigid bodies: how they become bodies at a rebuild, and how they
   are released, deformed and in balance with their loads, in the step in which a bond comes near
   its strength.

   Vocabulary: held, released, unloaded as in watched_clusters.h; other terms as in rigid_bodies.h.
*/

#ifndef LMP_HELD_BODIES_H
#define LMP_HELD_BODIES_H

#include "styles/rigid/contact_periods.h"
#include "styles/rigid/held_clusters.h"
#include "styles/rigid/loads_on_held.h"
#include "styles/rigid/rigid_reach.h"

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

// Numbers of clusters whose owner this rank has.
struct HoldCounts {
  struct Totals {                              // since the fix was defined
    double releases = 0.0, held_once = 0.0;    // held_once: clusters that are or have been held
  } totals;
  double held_now = 0.0, held_steps = 0.0, steps = 0.0;    // held_steps: the sum of held_now

  // The mean of held_now over the steps of this run.
  double mean_held() const { return steps > 0 ? held_steps / steps : held_now; }
};

class HeldBodies : protected Pointers {
 public:
  struct Parts {
    RigidBodies &bodies;
    ClusterMotion &motion;
    RigidReach &reach;
    WatchedClusters &watched;
    HoldCounts &counts;
  };
  HeldBodies(LAMMPS *lmp, const std::string &user, const HoldSettings &settings,
             const Parts &parts);

  // For restart files.
  HeldShapes shapes;

  // Unloaded clusters become bodies. Collective; after ghosts are known.
  void form(int groupbit);

  // Around RigidBodies::attach().
  bool has_news() const { return periods.is_known(); }
  void attach();

  // After lists are made: the bonds of clusters that are held since then rest.
  void rest_bonds();

  // Once all forces of a step are known: releases the held clusters in which a bond comes near its
  // strength. Ranks that share a cluster exchange messages; all ranks do so in one of some steps.
  struct Released {
    bool any_here;    // elements of this rank are free now

    // On all ranks: a bond of a cluster broke that is free since lists were made; they lack its
    // pairs.
    bool lists_are_old;
  };
  Released release_loaded();
  void record_break(tagint end)
  {
    if (free_since_rebuild.count(end) > 0) has_broken = true;
  }

  // What counts in contacts: the body of an owned atom, -1 for none and for held ones, whose
  // elements touch with their own masses as they do when they are bonded.
  const std::vector<int> &bodies_in_contacts() const { return contact_body_of; }

  // The energy that this rank's clusters have got since the last call where they began or ceased to
  // be held: of bonds and motion, less the work of the loads on the way.
  double take_energy() { return std::exchange(energy, 0.0); }

 private:
  RigidBodies &bodies;
  ClusterMotion &motion;
  RigidReach &reach;
  WatchedClusters &watched;
  HoldCounts &counts;
  HeldClusters clusters;
  LoadsOnHeld loads;
  ContactPeriods periods;
  std::vector<int> contact_body_of;
  std::vector<int> going_to_rest;    // owned atoms that are held since the last rebuild
  std::unordered_set<tagint>
      free_since_rebuild;     // elements of clusters that this rank had a part of
  bool has_broken = false;    // a bond between such elements
  double energy = 0.0;

  double form(const HeldCluster &cluster);
  double kinetic_energy_of(int i) const;
  double bond_energy_of(int i) const;
  bool release_overloaded();
  grist::ReleasedState release(const LoadedCluster &on);
  void place_ghosts(tagint tag, const grist::Vector3d &moved, const grist::Vector3d &velocity,
                    const grist::Vector3d &omega) const;
  void activate_bonds(const LoadedCluster &on, const grist::ReleasedState &state);
  void compare_periods(const std::vector<LoadedCluster> &freed);
  bool ask_all_ranks();
};

}    // namespace LAMMPS_NS

#endif
