/* The bodies of this rank as the contact kernels want them: shape, pose and angular velocity of each owned and ghost
   atom of atom_style body polyhedron. Shapes are looked up at rebuilds, the rest is worked out every step.
*/

#ifndef LMP_POLYHEDRON_BODIES_H
#define LMP_POLYHEDRON_BODIES_H

#include "geometry/overlap.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class Atom;
class Error;
class AtomVecBody;
class BodyPolyhedron;

class PolyhedronBodies {
 public:
  // An error, named by `user`, unless the atom style is body polyhedron.
  void connect(Atom *atom, Error *error, const std::string &user);

  // Atoms may have changed places. Refuses atoms that are no bodies.
  void look_up(int count);

  // Positions, orientations and velocities of the first `count` atoms.
  void update(int count);
  void update_one(int i);

  // Null: a sphere, of this radius.
  const grist::ConvexPolyhedron *shape(int i) const { return shapes[i]; }
  double radius(int i) const { return radii[i]; }
  const grist::Pose &pose(int i) const { return poses[i]; }

  // Of the material at a point, `arm` from the position of the body.
  grist::Vector3d velocity(int i, const grist::Vector3d &arm) const
  {
    return velocities[i] + spins[i].cross(arm);
  }

  const grist::Vector3d &spin(int i) const { return spins[i]; }

  // Any two of them, in the words of overlap.h.
  grist::Overlap overlap(int i, int j, grist::SeparatingPlane *remembered);
  grist::Overlap overlap(int i, const grist::HalfSpace &wall);

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
  std::vector<grist::Vector3d> velocities, spins;
  grist::OverlapWorkspace workspace;
};

}    // namespace LAMMPS_NS

#endif
