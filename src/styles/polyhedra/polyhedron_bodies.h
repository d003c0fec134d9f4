/* The bodies of this rank as the contact kernels need them: shape, pose and motion of each owned
   and ghost atom of atom_style body polyhedron. Shapes are found at rebuilds of the neighbor lists,
   poses and motions in every step.
*/

#ifndef LMP_POLYHEDRON_BODIES_H
#define LMP_POLYHEDRON_BODIES_H

#include "atom.h"

#include "compounds/body_shape.h"
#include "compounds/compound_contacts.h"
#include "geometry/body_motion.h"
#include "geometry/overlap.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class Error;
class AtomVecBody;
class BodyPolyhedron;

class PolyhedronBodies {
 public:
  static constexpr double SAME_RADIUS = 1.0 - 1e-6;    // files may round radii

  // An error unless the atom style is body polyhedron; `user` begins errors.
  void connect(Atom *atom, Error *error, const std::string &user);

  // At the start of a run, for what commands may have changed since the last one. An error where an
  // owned atom has less than the radius of its shape: lists would miss contacts. Where masses were
  // set, moments of inertia and angular momentum follow, so that angular velocities are kept, and
  // the density is printed. Collective.
  void check(class LAMMPS *lmp);

  // Shapes of the first `count` atoms, after a rebuild. An error if one of them is not a body, or
  // its radius is less than that of its shape.
  void find_shapes(int count);

  // Poses and motions.
  void update(int count);
  void update_one(int i);

  // None for a sphere.
  grist::BodyShape shape(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(shapes.size()));
    return {shapes[i], has_compounds ? compounds[i].shape : nullptr};
  }

  // Whether there are bodies of several parts, and whether one of a pair is.
  bool have_compounds() const { return has_compounds; }
  bool is_compound_pair(int i, int j) const
  {
    return has_compounds && (compounds[i].shape || compounds[j].shape);
  }
  grist::PlacedBody placed(int i) const;
  double radius(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(shapes.size()));
    return radii[i];
  }

  // What overlaps of a body, and of two, are compared with.
  double overlap_scale(int i) const
  {
    const grist::BodyShape body = shape(i);
    return body ? body.overlap_scale() : radius(i);
  }
  double overlap_scale(int i, int j) const { return std::min(overlap_scale(i), overlap_scale(j)); }

  const grist::Pose &pose(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(shapes.size()));
    return poses[i];
  }

  // Convex shapes and poses of all atoms at the last update.
  const std::vector<const grist::ConvexPolyhedron *> &all_shapes() const { return shapes; }
  const std::vector<grist::Pose> &all_poses() const { return poses; }

  // Velocity of the material at a point, `arm` from the position of the body.
  grist::Vector3d velocity(int i, const grist::Vector3d &arm) const
  {
    return grist::velocity_at(velocity(i), omegas[i], arm);
  }
  grist::Vector3d velocity(int i) const
  {
    return grist::vector_at(atom->v[i]);
  }    // of its position
  const grist::Vector3d &omega(int i) const
  {
    assert(i >= 0 && i < static_cast<int>(shapes.size()));
    return omegas[i];
  }

  // Overlap of two convex polyhedra, two spheres, or one of each; a is body i (overlap.h).
  grist::Overlap overlap(int i, int j, grist::SeparatingPlane *remembered);
  grist::Overlap overlap(int i, const grist::HalfSpace &wall);

  // Contacts of a pair of which one is a compound.
  const std::vector<grist::CompoundContact> &
  find_contacts(int i, int j, grist::CompoundContacts &contacts, grist::PartPlanes &planes)
  {
    return contacts.find(placed(i), placed(j), workspace, planes);
  }

  // True if they have a volume and a contact area in common; only then the result means anything.
  bool find_contact(int i, int j, grist::SeparatingPlane *remembered, grist::Overlap &result);

  double memory_usage() const;

 private:
  Atom *atom = nullptr;
  Error *error = nullptr;
  AtomVecBody *avec = nullptr;
  BodyPolyhedron *bodies = nullptr;
  std::string user;
  std::vector<const grist::ConvexPolyhedron *> shapes;
  std::vector<double> radii;
  std::vector<grist::Pose> poses;
  std::vector<grist::Vector3d> omegas;
  struct Compound {
    const grist::CompoundShape *shape;    // null: another body
    int first;                            // of its parts among all
  };
  bool has_compounds = false;
  std::vector<Compound> compounds;        // empty where there are none
  std::vector<grist::Pose> part_poses;    // in space
  std::vector<grist::PartSphere> part_spheres;
  grist::OverlapWorkspace workspace;

  double least_radius_share() const;
  double match_inertias();    // the largest density of a body whose mass was changed; 0: none was
  void place_parts(int i);
};

}    // namespace LAMMPS_NS

#endif
