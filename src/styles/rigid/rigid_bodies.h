/* The rigid clusters of this rank: their motion, and the places of their elements.

   Vocabulary:
   owner     of a body: its element with the smallest atom id, which is the id of the cluster. The rank that owns it keeps the
             body when atoms migrate, and sums forces.
   copy      a body that has elements on this rank and its owner on another. It goes through the same motion with the same
             numbers, so that it needs nothing of the owner's rank but the sum of forces.
   place     of an element: in the principal axes of its body, from the centre of mass
   shift     of an element: the periods between it and its body, where a periodic border cuts the body
*/

#ifndef LMP_RIGID_BODIES_H
#define LMP_RIGID_BODIES_H

#include "pointers.h"

#include "energy/sphere_rates.h"
#include "rigid/rigid_block.h"
#include "rigid/rigid_elements.h"
#include "styles/integrate/fix_leapfrog_sphere.h"
#include "styles/rigid/body_mail.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace LAMMPS_NS {

class RigidBodies : protected Pointers {
 public:
  static constexpr int MOST_NUMBERS = 31;    // of one atom, when it migrates

  // `fix` hands its communication on to this class; `user` begins error texts.
  RigidBodies(LAMMPS *lmp, class Fix *fix, const std::string &user);

  // At the start of a run; between pre_neighbor and post_neighbor the bond style is hidden.
  void set_bond_style(const class BondParallel *style) { bond_style = style; }

  // After ghosts are known: elements that are new become bodies, and all elements of this rank find theirs. Collective.
  void update(int groupbit);

  // The same at the start of a run, when commands may have moved, changed or deleted elements: they are the truth then.
  void update_at_setup(int groupbit);

  // One pass over all bodies of this rank. `half`: half a step, in units of momentum per force. Collective.
  void pass(FixLeapfrogSphere::Pass what, double dt, double half, const double *gravity);

  // 1 for owned atoms that are elements.
  const std::vector<char> &is_element() const { return element_flags; }

  // Of owned atoms, -1 for none; and the masses of these bodies.
  const std::vector<int> &bodies_of_atoms() const { return body_of; }
  const std::vector<double> &masses() const { return body_masses; }

  // The distance from an owner to the far side of its body that the ghost cutoff must span.
  double reach() const { return greatest_reach; }
  void set_reach(double reach) { greatest_reach = reach; }

  // Bodies whose owner this rank has: number, translational and rotational energy, in units of mass velocity^2.
  std::array<double, 3> own_totals() const;

  // For an energy balance: the rates of owned elements after another half step of the forces as they are now. Collective.
  void complete_step(double half, const double *gravity, std::vector<grist::SphereRates> &rates);

  // What an element has besides the energy of its mass as a point: twice that energy over its mass, at an angular velocity.
  double spin_energy(int i, const grist::Vector3d &omega) const;

  // Atoms, as LAMMPS moves them.
  void grow(int nmax);
  void copy(int i, int j);
  void clear(int i);
  int pack(int i, double *buffer) const;
  int unpack(int i, const double *buffer);

  BodyMail mail;

  double memory_usage() const;

 private:
  struct Body : grist::PosedBody {
    grist::Vector3d owner_place = grist::Vector3d::Zero();
    grist::Matrix3d spin = grist::Matrix3d::Zero();    // spin_matrix()
    int count = 0;                                     // elements on all ranks
    int owner = -1;                                    // atom, owned or ghost
    int first = 0, end = 0;                            // in `members`
    bool is_split = false;                             // has elements on several ranks
    bool is_shifted = false;                           // a periodic border cuts it
  };
  struct Member {
    grist::Vector3d place;
    int atom;
  };
  struct Load {
    grist::Vector3d force = grist::Vector3d::Zero(), torque = grist::Vector3d::Zero();
  };

  static constexpr int BODY_NUMBERS = 27;

  std::string user;
  class AtomVecBondedCluster *avec;
  const class BondParallel *bond_style = nullptr;
  grist::RigidShapes shapes;
  double greatest_reach = 0.0;

  std::vector<grist::Vector3d> places;    // by atom
  std::vector<int> kept;    // by atom: of an owner, its body in `bodies`; -1 for others

  std::vector<Body> bodies;
  std::vector<Member> members;            // body by body
  std::vector<grist::Vector3d> shifts;    // of members; used where is_shifted
  std::vector<int> body_of;               // by owned atom
  std::vector<char> element_flags;
  std::vector<double> body_masses;

  class FixBondState *bond_state() const;
  bool has_rigid_bond(int i) const;
  void form_new(int groupbit);
  std::vector<int> mark_new(int groupbit);
  void count_elements(const std::vector<int> &fresh);
  void make_bodies();
  void make_body(int owner, const std::vector<int> &candidates);
  void dissolve();
  tagint incomplete_cluster();
  bool elements_are_in_place() const;

  void attach();
  void send_bodies();
  int find_body(int i, std::vector<Body> &now, std::unordered_map<tagint, int> &known);
  void list_members();
  void set_places(const std::vector<int> &fresh);
  static void write(const Body &body, double *out);
  static Body read(const double *in);
  void find_shifts(Body &body);

  grist::Vector3d nearest_period(grist::Vector3d difference) const;
  void exchange_loads();
  Load load_of(const Body &body) const;
  Load whole_load_of(const Body &body, const grist::Vector3d &weight);
  void kick(Body &body, double half, const grist::Vector3d &weight, bool twice);
  void move_elements(const Body &body, bool has_moved) const;
  [[noreturn]] void error_not_whole(tagint cluster) const;
};

}    // namespace LAMMPS_NS

#endif
