#include "styles/walls/polyhedra_on_mesh.h"

#include "common/preconditions.h"
#include "common/space.h"

using namespace LAMMPS_NS;
using grist::ContactMemory;
using grist::Matrix3d;
using grist::MeshWall;
using grist::Overlap;
using grist::PlateContact;
using grist::Pose;
using grist::Vector3d;
using grist::WallContact;

static Overlap turned(const Overlap &overlap, const Matrix3d &rotation)
{
  Overlap result = overlap;
  result.centroid = rotation * overlap.centroid;
  result.normal = rotation * overlap.normal;
  result.area_vector = rotation * overlap.area_vector;
  result.moment = rotation * overlap.moment;
  result.spread = grist::turned(rotation, overlap.spread);
  return result;
}

PolyhedraOnMesh::PolyhedraOnMesh(PolyhedronBodies &bodies, const MeshWall &wall, bool one_sided) :
    bodies(bodies), wall(wall), one_sided(one_sided),
    mesh(std::make_unique<grist::BodyMesh>(wall.mesh(), one_sided)),
    compound_histories(mesh->plates().count())
{
}

void PolyhedraOnMesh::refit()
{
  const grist::MeshPlates &before = mesh->plates();
  std::vector<int> plate_of(wall.mesh().own_triangles(), 0);
  for (int p = 0; p < before.count(); p++)
    for (const int t : before.own_triangles(p)) plate_of[t] = p;
  mesh = std::make_unique<grist::BodyMesh>(wall.mesh(), one_sided);
  const grist::MeshPlates &now = mesh->plates();
  compound_histories.set_surfaces(now.count());
  plates_before.assign(now.count(), {});
  for (int p = 0; p < now.count(); p++)
    for (const int t : now.own_triangles(p)) plates_before[p].insert(plate_of[t]);
}

void PolyhedraOnMesh::list(const std::vector<int> &atoms, double beyond_radius)
{
  of_list.assign(atoms.size(), NOT_LISTED);
  mesh->begin_list();
  for (size_t n = 0; n < atoms.size(); n++) {
    const int i = atoms[n];
    if (!bodies.shape(i)) continue;
    bodies.update_one(i);
    const Vector3d center = in_mesh(static_cast<int>(n), bodies.pose(i)).position;
    const int number = mesh->listed();
    if (mesh->list_if_near(center, bodies.radius(i) + beyond_radius)) of_list[n] = number;
  }
}

Pose PolyhedraOnMesh::in_mesh(int n, const Pose &pose) const
{
  const grist::Pose to_own = inverse(wall.frame());
  return {to_own * (pose.position + wall.image_shift(n)), to_own.rotation * pose.rotation};
}

const std::vector<PolyhedraOnMesh::Contact> &PolyhedraOnMesh::find(int n, int i)
{
  assert(n >= 0 && n < static_cast<int>(of_list.size()) && bodies.shape(i));
  contacts.clear();
  is_compound = bodies.shape(i).compound != nullptr;
  if (of_list[n] == NOT_LISTED) return contacts;
  if (is_compound) {
    find_compound(n, i);
    return contacts;
  }
  for (const PlateContact &found :
       mesh->find(of_list[n], *bodies.shape(i).convex, in_mesh(n, bodies.pose(i)), workspace))
    add_contact(n, i, found.overlap, found.plate, found.share);
  return contacts;
}

void PolyhedraOnMesh::find_compound(int n, int i)
{
  const grist::PlacedBody in_space = bodies.placed(i);
  parts.clear();
  for (int k = 0; k < in_space.part_count(); k++)
    parts.push_back(in_mesh(n, in_space.part_pose(k)));
  const Pose pose = in_mesh(n, *in_space.pose);
  const grist::PlacedBody body = {in_space.compound, nullptr, &pose,
                                  parts.data(),      nullptr, in_space.radius};
  int k = 0;
  for (const grist::CompoundContact &found : mesh->find(of_list[n], body, compound, workspace))
    add_contact(n, i, found.overlap, mesh->plate_of(k++, compound), found.share);
}

void PolyhedraOnMesh::add_contact(int n, int i, const Overlap &in_mesh, int plate, double share)
{
  const Overlap overlap = turned(in_mesh, wall.frame().rotation);
  const Vector3d image = bodies.pose(i).position + wall.image_shift(n);
  WallContact at = wall.contact_at(image + overlap.centroid, -overlap.normal);
  at.surface = plate;
  at.image = wall.image_shift(n);
  contacts.push_back({overlap, at, share});
}

void PolyhedraOnMesh::store(int i, ContactMemory &memory) const
{
  if (is_compound)
    compound_histories.store(i, memory);
  else
    memory.replace(i, surfaces, rows);
}

double *PolyhedraOnMesh::histories(int i, ContactMemory &memory)
{
  if (is_compound)
    return compound_histories.begin(i, memory, compound, [this](int before) {
      std::vector<int> now;
      for (size_t plate = 0; plate < plates_before.size(); plate++)
        if (plates_before[plate].count(before) > 0) now.push_back(static_cast<int>(plate));
      return now;
    });
  const int width = memory.width();
  rows.assign(contacts.size() * width, 0.0);
  known.assign(contacts.size(), 0);
  surfaces.clear();
  for (const Contact &contact : contacts) surfaces.push_back(contact.at.surface);
  for (size_t k = 0; k < contacts.size(); k++) {
    double *const row = rows.data() + k * width;
    int former = 0;
    for (int old = 0; old < memory.count(i); old++) {
      const int surface = memory.surface(i, old);
      if (surface >= 0 ? surface != surfaces[k]
                       : plates_before[surfaces[k]].count(grist::former_surface(surface)) == 0)
        continue;
      for (int n = 0; n < width; n++) row[n] += memory.history(i, old)[n];
      former++;
    }
    for (int n = 0; n < width && former > 1; n++) row[n] /= former;
    known[k] = former > 0;
  }
  mesh->continue_histories(rows.data(), known.data(), width);
  return rows.data();
}
