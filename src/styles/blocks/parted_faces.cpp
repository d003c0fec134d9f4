#include "styles/blocks/parted_faces.h"

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "styles/polyhedra/pair_polyhedron.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::Vector3d;

BondedBodies::PartedContact PartedFaces::contact_of(int a, int b,
                                                    const grist::FaceForces &last) const
{
  BondedBodies::PartedContact contact;
  const auto *pair = dynamic_cast<const PairPolyhedron *>(force->pair);
  const double pressure = -last.loads.force.z;
  if (!pair || !(pressure > 0.0)) return contact;
  const grist::Overlap overlap = bodies.overlap(a, b, nullptr);
  if (overlap.status != grist::OverlapStatus::OVERLAPPING) return contact;
  const double mass_a = atom->rmass[a] / force->ftm2v, mass_b = atom->rmass[b] / force->ftm2v;
  grist::ContactMotion at_rest = {};
  at_rest.mass = mass_a * mass_b / (mass_a + mass_b);
  grist::ContactHistory none;
  const grist::OverlapContactLaw &law = pair->law_of(atom->type[a], atom->type[b]);
  const double full = contact_parts(law, overlap, at_rest, none).elastic;
  if (!(full > 0.0)) return contact;
  contact.share = pressure / full;
  if (law.friction != grist::FrictionLaw::COULOMB) return contact;
  const Vector3d across = last.shear_a - dot(last.shear_a, overlap.normal) * overlap.normal;
  const double size = norm(across);
  if (size > 0.0) contact.friction = std::min(1.0 / contact.share, law.mu * full / size) * across;
  return contact;
}

// They go with their blocks, which may have migrated since.
void PartedFaces::find(std::vector<BlockBonds> &rows)
{
  for (int i = 0; i < atom->nlocal; i++) {
    std::vector<PartedBlock> &parted = rows[i].parted;
    for (PartedBlock &one : parted)
      if (!std::exchange(one.has_begun, 1)) add_stored(i, one);
    parted.erase(std::remove_if(parted.begin(), parted.end(),
                                [](const PartedBlock &one) { return one.how.share == 1.0; }),
                 parted.end());
  }
}

void PartedFaces::add_stored(int i, const PartedBlock &of)
{
  const auto *pair = dynamic_cast<const PairPolyhedron *>(force->pair);
  int j = atom->map(of.partner);
  if (!pair || j < 0) return;
  j = domain->closest_image(i, j);
  for (const int k : {i, j}) bodies.update_one(k);
  const grist::Overlap overlap = bodies.overlap(i, j, nullptr);
  if (overlap.status != grist::OverlapStatus::OVERLAPPING) return;
  grist::ContactHistory begins;
  begins.force = of.how.friction;
  const grist::OverlapEnergy energy =
      stored_energy(pair->law_of(atom->type[i], atom->type[j]), overlap, begins);
  const double share = 0.5 * of.how.share;
  stored.normal += share * energy.normal;
  stored.pressed += share * energy.pressed;
  stored.shear += share * energy.shear;
}
