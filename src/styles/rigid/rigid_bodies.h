/* The rigid clusters of this rank: their poses and momenta, and the places of their elements.

   Vocabulary:
   owner     of a body: its element with the smallest atom id, which is the id of the cluster. The
             rank that owns it keeps the body when atoms migrate, and sums forces.
   copy      a body that has elements on this rank and its owner on another. It goes through the
             same motion with the same numbers, so that it needs nothing of the owner's rank but the
             sum of forces.
   place     of an element: in the principal axes of its body, from the centre of mass
   shift     of an element: the periods between it and its body, where a periodic border cuts the
             body
   held      a body that is a bonded cluster while it is hardly loaded (held_bodies.h)
*/

#ifndef LMP_RIGID_BODIES_H
#define LMP_RIGID_BODIES_H

#include "pointers.h"

#include "common/archive.h"
#include "relief/held_shape.h"
#include "rigid/rigid_block.h"
#include "styles/rigid/owner_messages.h"
#include "styles/rigid/watched_clusters.h"

#include <cassert>
#include <string>
#include <unordered_map>
#include <vector>

namespace LAMMPS_NS {

// What holds clusters together in this run.
struct BondsOfRun {
  const class BondingStyle *style = nullptr;
  class FixBondState *state = nullptr;
  const std::vector<grist::BondMaterial> *laws = nullptr;    // by type; null: nothing can be held
};

class RigidBodies : protected Pointers {
 public:
  BondsOfRun bonds;    // set at the start of a run

  struct Body : grist::PosedBody {
    grist::Vector3d owner_place = grist::Vector3d::zero();
    grist::Matrix3d spin = grist::Matrix3d::zero();    // spin_matrix()
    int count = 0;                                     // elements on all ranks
    int owner = -1;                                    // atom, owned or ghost
    int first = 0, end = 0;                            // in members()
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
      archive(body.spin, body.count, body.shape, body.scale.length, body.scale.mass, body.weakest);
    }
  };
  struct Member {
    grist::Vector3d place;
    int atom;
    int element;    // number in the shape of a held cluster
  };

  // `fix` hands its communication on to `messages`; `user` begins error texts. watched: null if no
  // cluster is ever held.
  RigidBodies(LAMMPS *lmp, class Fix *fix, const std::string &user, WatchedClusters *watched);

  OwnerMessages messages;

  // Changes before attach().
  void mark(int i, int kind);    // owned atom i as an element without a body; kind: is_rigid
  void add(const Body &body);    // on the rank of its owner
  void send();                   // bodies to all ghosts of their owners
  void dissolve();               // no atom is an element from now on
  grist::Vector3d &place(int i)
  {
    assert(i >= 0 && i < static_cast<int>(places.size()));
    return places[i];
  }
  const Body *owned_body(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(kept.size()) &&
           kept[i] < static_cast<int>(bodies.size()));
    return kept[i] < 0 ? nullptr : &bodies[kept[i]];
  }

  // After ghosts are known and bodies are made: all elements of this rank find theirs. has_news:
  // all ranks have yet to get what this one knows of held clusters. Collective.
  void attach(bool has_news);
  bool any_split() const { return any_split_body; }    // on any rank, as attach() found it
  bool any_held() const { return any_held_body; }      // or news of them

  // All bodies with elements on this rank, or an owner.
  std::vector<Body> &all() { return bodies; }
  const std::vector<Member> &members() const { return member_list; }    // body by body
  const grist::Vector3d &shift(int n) const
  {
    assert(n >= 0 && n < static_cast<int>(shifts.size()));
    return shifts[n];
  }    // of a member

  // The elements of a body are free from now on.
  void release(Body &body);

  const std::vector<int> &bodies_of_atoms() const { return body_of; }    // owned ones; -1: none
  const std::vector<double> &masses() const { return body_masses; }
  std::vector<char> is_element() const;    // 1 for owned atoms that are; empty if there are none

  [[noreturn]] void error_not_whole(tagint cluster) const;

  // Numbers of the largest message through an owner.
  static int most_numbers_sent() { return grist::count_of_numbers<Body>(); }

  // Atoms, as LAMMPS moves them.
  static int most_numbers();    // of one atom
  void grow(int nmax);
  void copy(int i, int j);
  void clear(int i);
  void transfer(grist::Archive &archive, int i);
  double memory_usage() const;

 private:
  struct Sharing {    // a message through the owner
    int owner_rank = 0, copies = 0;
    template <class Archive, class Of> static void transfer(Archive &archive, Of &sharing)
    {
      archive(sharing.owner_rank, sharing.copies);
    }
  };
  struct Row {         // of an atom that migrates; what it has behind it
    int is_rigid;      // 0: no place
    bool is_marked;    // of a cluster that may be held
    bool owns_body;
  };

  std::string user;
  WatchedClusters *watched;    // or null
  class AtomVecBondedCluster *avec;

  std::vector<grist::Vector3d> places;    // by atom
  std::vector<int> kept;    // by atom: of an owner, its body in `bodies`; -1 for others

  std::vector<Body> bodies;
  std::vector<Member> member_list;
  std::vector<grist::Vector3d> shifts;    // of members; used where is_shifted
  std::vector<int> body_of;               // by owned atom
  std::vector<char> element_flags;
  std::vector<double> body_masses;
  bool any_held_body = false, any_split_body = false;

  int find_body(int i, std::vector<Body> &now, std::unordered_map<tagint, int> &known);
  void list_members();
  void find_shifts(Body &body);
  void find_what_any_rank_has(bool has_news);
  void find_owner_ranks();
};

}    // namespace LAMMPS_NS

#endif
