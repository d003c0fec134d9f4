#include "styles/polyhedra/polyhedron_bodies.h"

#include "atom_vec_body.h"
#include "comm.h"
#include "common/preconditions.h"
#include "error.h"
#include "lammps.h"
#include "styles/access/lammps_compat.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "common/constants.h"
#include "geometry/sphere_overlap.h"
#include "rigid/rigid_block.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using grist::Overlap;
using grist::Vector3d;

static constexpr double SAME_INERTIA = 1e-6;    // files may round masses

void PolyhedronBodies::connect(Atom *atom_in, Error *error_in, const std::string &user_in)
{
  atom = atom_in;
  error = error_in;
  user = user_in;
  const AtomPolyhedra found(atom);
  avec = found.avec;
  bodies = found.bodies;
  if (!bodies) error->all(FLERR, "{} needs atom_style body polyhedron", user);
}

double PolyhedronBodies::least_radius_share() const
{
  assert(bodies);
  double least = 1.0;
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->body[i] >= 0)
      least = std::min(least, atom->radius[i] / bodies->radius(&avec->bonus[atom->body[i]]));
  return least;
}

double PolyhedronBodies::match_inertias()
{
  assert(bodies);
  double densest = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (atom->body[i] < 0) continue;
    AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
    const grist::BodyShape shape = bodies->shape(&bonus);
    const double largest = shape ? greatest_of(shape.principal_moments()) / shape.volume()
                                 : grist::sphere_inertia(1.0, bodies->radius(&bonus));
    const double now = std::max({bonus.inertia[0], bonus.inertia[1], bonus.inertia[2]});
    const double factor = atom->rmass[i] * largest / now;
    if (!(std::fabs(factor - 1.0) > SAME_INERTIA)) continue;
    for (double &moment : bonus.inertia) moment *= factor;
    for (int d = 0; d < 3; d++) atom->angmom[i][d] *= factor;
    const double volume = shape ? shape.volume() : grist::sphere_volume(bodies->radius(&bonus));
    densest = std::max(densest, atom->rmass[i] / volume);
  }
  return densest;
}

// Commands may have changed radii and masses since the shapes were made.
void PolyhedronBodies::check(LAMMPS *lmp)
{
  const double mine = least_radius_share();
  double least = 1.0;
  MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE, MPI_MIN, lmp->world);
  if (!(least >= SAME_RADIUS))
    error->all(
        FLERR,
        "{}: the radius of a body is {:.4g} times that of its shape (expected at least 1, as "
        "contacts are found by radii: leave out set diameter)",
        user, least);
  const double densest = match_inertias();
  double density = 0.0;
  MPI_Allreduce(&densest, &density, 1, MPI_DOUBLE, MPI_MAX, lmp->world);
  if (density > 0.0 && lmp->comm->me == 0)
    utils::logmesg(lmp,
                   "  masses of bodies were set: their density is at most {:.6g} (set density "
                   "takes the bounding sphere for the body: use set mass)\n",
                   density);
}

void PolyhedronBodies::find_shapes(int count)
{
  assert(bodies && count <= atom->nlocal + atom->nghost);
  shapes.resize(count);
  radii.resize(count);
  poses.resize(count);
  omegas.resize(count);
  has_compounds = false;
  int parts = 0;
  for (int i = 0; i < count; i++) {
    const int n = atom->body[i];
    if (n < 0) error->one(FLERR, "{}: atom {} is not a body", user, atom->tag[i]);
    const grist::BodyShape shape = bodies->shape(&avec->bonus[n]);
    shapes[i] = shape.convex;
    radii[i] = shape ? shape.radius() : bodies->radius(&avec->bonus[n]);
    if (shape.compound) {
      if (!has_compounds) compounds.assign(count, {nullptr, 0});
      has_compounds = true;
      compounds[i] = {shape.compound, parts};
      parts += shape.compound->part_count();
    }
    if (!(atom->radius[i] >= SAME_RADIUS * radii[i]))
      error->one(
          FLERR,
          "{}: body {} has the radius {:g}, and its shape {:g} (expected at least that of the "
          "shape, by which contacts are found: no set diameter, no fix adapt diameter)",
          user, atom->tag[i], atom->radius[i], radii[i]);
  }
  if (!has_compounds) compounds.clear();
  part_poses.resize(parts);
  part_spheres.resize(parts);
  for (const auto &[shape, first] : compounds)
    for (int n = 0; shape && n < shape->part_count(); n++)
      part_spheres[first + n].radius = shape->parts()[n].shape.radius();
}

void PolyhedronBodies::place_parts(int i)
{
  const auto &[shape, first] = compounds[i];
  if (!shape) return;
  for (int n = 0; n < shape->part_count(); n++) {
    part_poses[first + n] = poses[i] * shape->parts()[n].place;
    part_spheres[first + n].center = part_poses[first + n].position;
  }
}

grist::PlacedBody PolyhedronBodies::placed(int i) const
{
  const grist::BodyShape of = shape(i);
  return {of.compound,
          of.convex,
          &poses[i],
          of.compound ? part_poses.data() + compounds[i].first : nullptr,
          of.compound ? part_spheres.data() + compounds[i].first : nullptr,
          radii[i]};
}

// Eight at once; LAMMPS has w of a quaternion first, the kernel last.
void PolyhedronBodies::update(int count)
{
  assert(count >= 0 && count <= static_cast<int>(shapes.size()));
  using grist::RIGID_BLOCK;
  grist::TurningBodies lanes;
  for (int first = 0; first < count; first += RIGID_BLOCK) {
    const int here = std::min(RIGID_BLOCK, count - first);
    for (int n = 0; n < RIGID_BLOCK; n++) {
      const int i = first + (n < here ? n : 0);
      const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
      for (int k = 0; k < 4; k++) lanes.q[k][n] = bonus.quat[(k + 1) % 4];
      for (int k = 0; k < 3; k++) {
        lanes.momentum[k][n] = atom->angmom[i][k];
        lanes.moments[k][n] = bonus.inertia[k];
      }
    }
    grist::turn(lanes, 0.0);
    for (int n = 0; n < here; n++) {
      const int i = first + n;
      poses[i].position = grist::vector_at(atom->x[i]);
      for (int k = 0; k < 3; k++) {
        omegas[i][k] = lanes.omega[k][n];
        for (int m = 0; m < 3; m++) poses[i].rotation(k, m) = lanes.axes[k][m][n];
      }
    }
  }
  for (int i = 0; has_compounds && i < count; i++) place_parts(i);
}

void PolyhedronBodies::update_one(int i)
{
  assert(i >= 0 && i < static_cast<int>(shapes.size()));
  AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  poses[i] = grist::Pose::from_quaternion(grist::vector_at(atom->x[i]), bonus.quat);
  const Vector3d moments{bonus.inertia[0], bonus.inertia[1], bonus.inertia[2]};
  omegas[i] =
      grist::angular_velocity(poses[i].rotation, grist::vector_at(atom->angmom[i]), moments);
  if (has_compounds) place_parts(i);
}

Overlap PolyhedronBodies::overlap(int i, int j, grist::SeparatingPlane *remembered)
{
  assert(i != j && std::max(i, j) < static_cast<int>(shapes.size()) && !is_compound_pair(i, j));
  const Vector3d &a = poses[i].position, &b = poses[j].position;
  if (shapes[i] && shapes[j])
    return grist::overlap(*shapes[i], poses[i], *shapes[j], poses[j], workspace, remembered);
  if (shapes[i]) return grist::overlap(*shapes[i], poses[i], b, radii[j]);
  if (shapes[j]) return grist::overlap(a, radii[i], *shapes[j], poses[j]);
  return grist::overlap(a, radii[i], b, radii[j]);
}

bool PolyhedronBodies::find_contact(int i, int j, grist::SeparatingPlane *remembered,
                                    Overlap &result)
{
  assert(i != j && std::max(i, j) < static_cast<int>(shapes.size()));
  grist::OverlapStatus status;
  if (shapes[i] && shapes[j]) {
    status = grist::find_overlap(*shapes[i], poses[i], *shapes[j], poses[j], workspace, remembered,
                                 result);
  } else {
    result = overlap(i, j, remembered);
    status = result.status;
  }
  return status == grist::OverlapStatus::OVERLAPPING && result.area > 0.0;
}

Overlap PolyhedronBodies::overlap(int i, const grist::HalfSpace &wall)
{
  assert(i >= 0 && i < static_cast<int>(shapes.size()));
  assert(grist::is_unit(wall.normal));
  if (shapes[i]) return grist::overlap(*shapes[i], poses[i], wall, workspace);
  return grist::overlap(poses[i].position, radii[i], wall);
}

double PolyhedronBodies::memory_usage() const
{
  return static_cast<double>(
      compounds.capacity() * sizeof(Compound) + part_poses.capacity() * sizeof(grist::Pose) +
      part_spheres.capacity() * sizeof(grist::PartSphere) + shapes.capacity() * sizeof(void *) +
      radii.capacity() * sizeof(double) + poses.capacity() * sizeof(grist::Pose) +
      omegas.capacity() * sizeof(Vector3d));
}
