// Bodies of atom_style body polyhedron, gathered for comparison.

#ifndef GRIST_TESTING_BODIES_H
#define GRIST_TESTING_BODIES_H

#include "common/space.h"
#include "testing/lammps_session.h"

#include <array>
#include <vector>

namespace grist::testing {

struct BodySnapshot {
  long tag;
  int type, shape_vertices;    // 0: a sphere
  int parts;                   // convex ones
  double mass, radius;
  std::array<double, 3> x, v, angmom, inertia;    // x without periodic wrapping
  std::array<double, 4> quat;
  std::vector<std::array<double, 3>> vertices;    // turned, relative to x

  double rotational_energy() const;

  // From a point to the nearest corner; the point is given relative to x, in space axes. Infinite
  // for a sphere.
  double distance_to_corner(const std::array<double, 3> &point) const;
};

// By id; complete on rank 0 only.
std::vector<BodySnapshot> bodies(LammpsSession &session);

double kinetic_energy(const std::vector<BodySnapshot> &bodies);    // also of rotation

struct BodyMomenta {
  Vector3d linear = Vector3d::zero(), angular = Vector3d::zero();    // about the origin
  double size = 0.0;                                                 // sum of mass times speed
};
BodyMomenta momenta(const std::vector<BodySnapshot> &bodies);

// Ghosts of this rank, one for each image; fields that ghosts do not have are meaningless.
std::vector<BodySnapshot> ghosts_of_rank(LammpsSession &session);

// Largest difference of x, v, angmom, radius, mass, inertia and turned vertices, each over its
// largest value. Infinite where ids, types or numbers of vertices differ.
double largest_difference(const std::vector<BodySnapshot> &one,
                          const std::vector<BodySnapshot> &two);

// A data file for atom_style body polyhedron: vertices in space axes about the point x, or a
// radius. Of a compound the vertices part after part, and how many each has.
struct BodyLine {
  double mass;
  std::array<double, 3> x;
  std::vector<std::array<double, 3>> vertices;
  double radius = 0.0;
  std::vector<int> parts = {};
};
void write_bodies(const std::string &path, const std::vector<BodyLine> &bodies, double low,
                  double high);

}    // namespace grist::testing

#endif
