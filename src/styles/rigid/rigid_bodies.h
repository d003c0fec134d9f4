/* The rigid clusters of this rank: their motion, and the places of their elements.

   Vocabulary:
   owner     of a body: its element with the smallest atom id, which is the id of the cluster. The
             rank that owns it keeps the body when atoms migrate, and sums forces.
   copy      a body that has elements on this rank and its owner on another. It goes through the
             same motion with the same numbers, so that it needs nothing of the owner's rank but the
             sum of forces.
   place     of an element: in the principal axes of its body, from the centre of mass
   shift     of an element: the periods between it and its body, where a periodic border cuts the
             body
   held      a body that is a bonded cluster while it is hardly loaded (held_clusters.h)
*/

#ifndef LMP_RIGID_BODIES_H
#define LMP_RIGID_BODIES_H

#include "pointers.h"

#include "energy/sphere_rates.h"
#include "rigid/rigid_block.h"
#include "rigid/rigid_elements.h"
#include "styles/integrate/fix_leapfrog_sphere.h"
#include "styles/rigid/held_clusters.h"
#include "styles/rigid/owner_messages.h"

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class RigidBodies : protected Pointers {
 public:
  static constexpr int MOST_NUMBERS =
      35 + HeldClusters::NUMBERS;    // of one atom, when it migrates

  // `fix` hands its communication on to this class; `user` begins error texts.
  RigidBodies(LAMMPS *lmp, class Fix *fix, const std::string &user);

  // Holds bonded clusters rigid, from the next update on.
  void hold(const HoldSettings &settings);
  bool holds() const { return held != nullptr; }

  // At the start of a run; between pre_neighbor and post_neighbor the bond style is hidden.
  void set_bond_style(class BondParallel *style);

  // After ghosts are known: elements that are new become bodies, and all elements of this rank find
  // theirs. Collective.
  void update(int groupbit);

  // The same at the start of a run, when commands may have moved, changed or deleted elements: they
  // are the truth then.
  void update_at_setup(int groupbit);

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

  // One pass over all bodies of this rank. `half`: half a step, in units of momentum per force.
  // Collective.
  void pass(FixLeapfrogSphere::Pass what, double dt, double half, const double *gravity);

  // 1 for owned atoms that are elements; empty if there are none.
  std::vector<char> is_element() const;

  // Body of each owned atom, -1 for none.
  const std::vector<int> &bodies_of_atoms() const { return body_of; }

  // What counts in contacts: the body of an owned atom, -1 for none and for held ones, whose
  // elements touch with their own masses as they do when they are bonded; and the masses of these
  // bodies.
  const std::vector<int> &bodies_in_contacts() const { return held ? contact_body_of : body_of; }
  const std::vector<double> &masses() const { return body_masses; }

  // Numbers of clusters whose owner this rank has: those held now, and counts since the fix was
  // defined.
  double own_held() const { return held_now; }
  double own_releases() const { return counts.releases; }
  double own_held_once() const { return counts.held_once; }

  // The mean of own_held() over the steps of this run.
  double own_mean_held() const { return steps > 0 ? held_steps / steps : held_now; }
  void begin_mean() { held_steps = steps = 0.0; }

  // What has been counted on all ranks, for a restart file. Collective; on the first rank.
  struct Counts {
    double releases = 0.0, held_once = 0.0;    // held_once: clusters that are or have been held
  };
  Counts counts_of_all() const;
  void set_counts(const Counts &all) { counts = all; }

  int watched_clusters() const { return held ? held->watched_count() : 0; }

  // The energy that this rank's clusters have got since the last call where they began or ceased to
  // be held: of bonds and motion, less the work of the loads on the way.
  double take_held_energy() { return std::exchange(held_energy, 0.0); }

  // Shapes of all held clusters, for a restart file.
  std::vector<double> shapes_of_held() const;
  void set_shapes_of_held(const std::vector<double> &numbers);

  // The distance from an owner to the far side of its body that the ghost cutoff must span.
  double reach() const { return greatest_reach; }
  void set_reach(double reach) { greatest_reach = reach; }

  // A distance that spans each bonded cluster that may be held, at the start of a run. Collective.
  double size_of_present() const;

  // Bodies whose owner this rank has: number, translational and rotational energy, in units of mass
  // velocity^2.
  std::array<double, 3> own_totals() const;

  // For an energy balance: the rates of owned elements after another half step of the forces as
  // they are now. Collective.
  void complete_step(double half, const double *gravity, std::vector<grist::SphereRates> &rates);

  // The energy of an element at an angular velocity, besides that of its mass as a point: twice
  // this energy over its mass.
  double spin_energy(int i, const grist::Vector3d &omega) const;

  // Atoms, as LAMMPS moves them.
  void grow(int nmax);
  void copy(int i, int j);
  void clear(int i);
  int pack(int i, double *buffer) const;
  int unpack(int i, const double *buffer);

  OwnerMessages messages;

  double memory_usage() const;

 private:
  struct Body : grist::PosedBody {
    grist::Vector3d owner_place = grist::Vector3d::Zero();
    grist::Matrix3d spin = grist::Matrix3d::Zero();    // spin_matrix()
    int count = 0;                                     // elements on all ranks
    int owner = -1;                                    // atom, owned or ghost
    int first = 0, end = 0;                            // in `members`
    bool is_split = false;                             // has elements on several ranks
    int owner_rank = 0,
        copies = 0;             // of a split one: who owns it, and how many other ranks have a part
    bool is_shifted = false;    // a periodic border cuts it

    // Fields of a held cluster.
    int shape = -1;    // -1: rigid for good
    grist::ShapeScale scale;
    double weakest = 1.0;        // strength factor of its weakest bond
    bool is_released = false;    // since the last rebuild

    // What does not follow from the elements here.
    template <class Archive, class Of> static void transfer(Archive &archive, Of &body)
    {
      auto &motion = body.motion;
      archive(motion.mass, motion.moments, motion.position, motion.velocity,
              motion.angular_momentum, motion.orientation, body.owner_place);
      for (int k = 0; k < 3; k++) archive(body.spin(k, k));
      for (int k = 0; k < 3; k++) {
        archive(body.spin(k, (k + 1) % 3));
        if constexpr (Archive::READS) body.spin((k + 1) % 3, k) = body.spin(k, (k + 1) % 3);
      }
      archive(body.count, body.shape, body.scale.length, body.scale.mass, body.weakest);
    }
  };
  struct Member {
    grist::Vector3d place;
    int atom;
    int element;    // number in the shape of a held cluster
  };
  struct Load {
    grist::Vector3d force = grist::Vector3d::Zero(), torque = grist::Vector3d::Zero();
    template <class Archive, class Of> static void transfer(Archive &archive, Of &load)
    {
      archive(load.force, load.torque);
    }
  };

  // Messages through owners, besides Load and Body.
  struct Count {
    int elements = 0;
    template <class Archive, class Of> static void transfer(Archive &archive, Of &count)
    {
      archive(count.elements);
    }
  };
  struct Sharing {
    int owner_rank = 0, copies = 0;
    template <class Archive, class Of> static void transfer(Archive &archive, Of &sharing)
    {
      archive(sharing.owner_rank, sharing.copies);
    }
  };
  struct LoadOnHeld {
    Load load;
    grist::BondStress bound = {0.0, 0.0};
    bool is_at_risk = false;
    template <class Archive, class Of> static void transfer(Archive &archive, Of &on)
    {
      Load::transfer(archive, on.load);
      archive(on.bound.tension, on.bound.shear, on.is_at_risk);
    }
  };
  enum Kind { ELEMENT = 1, OWNER = 2, HELD = 4, MARKED = 8 };    // bits, of an atom that migrates

  std::string user;
  class AtomVecBondedCluster *avec;
  class BondParallel *bond_style = nullptr;
  std::unique_ptr<HeldClusters> held;    // or null
  grist::RigidShapes shapes;
  double greatest_reach = 0.0;

  std::vector<grist::Vector3d> places;    // by atom
  std::vector<int> kept;    // by atom: of an owner, its body in `bodies`; -1 for others

  std::vector<Body> bodies;
  std::vector<Member> members;            // body by body
  std::vector<grist::Vector3d> shifts;    // of members; used where is_shifted
  std::vector<int> body_of;               // by owned atom
  std::vector<int> contact_body_of;
  std::vector<char> element_flags;
  std::vector<int> going_to_rest;    // owned atoms that are held since the last rebuild
  std::vector<Load> loads;           // of bodies, once known in a step
  bool loads_are_known = false;
  std::unordered_set<tagint>
      free_since_rebuild;                      // elements of clusters that this rank had a part of
  bool has_broken = false;                     // a bond between such elements
  bool any_held = false, any_split = false;    // at the last rebuild, on any rank
  Counts counts;
  double held_now = 0.0, held_steps = 0.0, steps = 0.0;    // held_steps: the sum of held_now
  double held_energy = 0.0;
  struct LeastContact {    // of clusters released since ranks last compared theirs
    bool is_known = false;
    double ratio = HUGE_VAL,
           period = 0.0;    // of the time of a contact to the first period, which follows
  } least_contact;
  bool has_warned_of_period = false;
  bigint next_look_at_periods = 0;
  std::vector<double> body_masses;

  class FixBondState *bond_state() const;
  bool has_rigid_bond(int i) const;
  void form_held(int groupbit);
  void form_held(const HeldCluster &cluster);
  double kinetic_energy_of(int i) const;
  double bond_energy_of(int i) const;
  void form_new(int groupbit);
  std::vector<int> mark_new(int groupbit);
  void count_elements(const std::vector<int> &fresh);
  void count_one(int owner);
  void make_bodies();
  void make_body(int owner, const std::vector<int> &candidates);
  void dissolve();
  tagint incomplete_cluster();
  bool elements_are_in_place() const;

  void attach();
  void find_what_any_rank_has();
  void find_owner_ranks();
  void send_bodies();
  int find_body(int i, std::vector<Body> &now, std::unordered_map<tagint, int> &known);
  void list_members();
  void set_places(const std::vector<int> &fresh);
  void find_shifts(Body &body);

  struct OnHeld {    // on a held cluster
    int body;
    std::vector<grist::ElementLoad> loads;    // in its axes, as those of its shape
    std::vector<tagint> tags;                 // of all elements
  };
  std::vector<int> bodies_at_risk();
  bool is_at_risk(const Body &body, const grist::BondStress &bound) const;
  std::vector<OnHeld> loads_on(const std::vector<int> &chosen);
  struct LoadOnElement {
    tagint tag;
    int element;    // number in the shape
    grist::Vector3d force, torque;
  };
  std::vector<LoadOnElement> loads_here(const Body &body) const;
  std::map<tagint, std::vector<LoadOnElement>> share_loads(const std::vector<int> &chosen) const;
  double largest_share(const OnHeld &on) const;
  bool release(const std::vector<int> &at_risk);
  grist::ReleasedState release(const OnHeld &on);
  void place_ghosts(tagint tag, const grist::Vector3d &moved, const grist::Vector3d &velocity,
                    const grist::Vector3d &omega) const;
  void activate_bonds(const OnHeld &on, const grist::ReleasedState &state);
  bool ask_all_ranks();
  void compare_periods(const std::vector<OnHeld> &freed);
  void warn_of_period();
  void exchange_loads();
  void add_load(const Body &body, Load &sum, grist::BondStress &bound) const;
  Load load_of(const Body &body) const;
  Load whole_load_of(const Body &body, const grist::Vector3d &weight);
  void kick(Body &body, double half, const grist::Vector3d &weight, bool twice);
  void move_elements(const Body &body, bool has_moved) const;
  [[noreturn]] void error_not_whole(tagint cluster) const;
};

}    // namespace LAMMPS_NS

#endif
