#include "mechanics/bond_energy.h"

namespace grist {

namespace {

using Place = Eigen::Map<const Vector3d>;

Place at(const double *vectors, int i)
{
  return Place(vectors + 3 * static_cast<size_t>(i));
}

Vector3d lane(const double (&v)[3][BOND_LANES], int l)
{
  return {v[0][l], v[1][l], v[2][l]};
}

BondDamping damping_of(const BondBlock &block, int l)
{
  return {block.damping[0][l], block.damping[1][l], block.damping[2][l]};
}

// Without masses and time, which neither slip nor drag asks for.
BondMotion motion_of(const BondBlock &block, int l, const BondedSpheres &spheres)
{
  const int a = block.a[l], b = block.b[l];
  BondMotion motion;
  motion.distance = at(spheres.x, b) - at(spheres.x, a);
  motion.radius_a = spheres.radius[a];
  motion.radius_b = spheres.radius[b];
  motion.velocity = at(spheres.v, b) - at(spheres.v, a);
  motion.spin_a = at(spheres.omega, a);
  motion.spin_b = at(spheres.omega, b);
  return motion;
}

double power(const BondDrag &drag, const BondSlip &slip)
{
  return drag.force.dot(slip.velocity) + drag.moment.dot(slip.turning);
}

}    // namespace

double stored_energy(const std::vector<BondBlock> &blocks,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres)
{
  double sum = 0.0;
  for (const BondBlock &block : blocks)
    for (int l = 0; l < BOND_LANES; l++) {
      const int a = block.a[l], b = block.b[l];
      if (!(block.live >> l & 1) || a >= spheres.owned) continue;
      const Vector3d distance = at(spheres.x, b) - at(spheres.x, a);
      const double length = distance.norm();
      const BondSection section(materials[block.type[l]], spheres.radius[a], spheres.radius[b],
                                block.length_initial[l]);
      const BondState state = {block.length_initial[l], distance / length,
                               lane(block.shear_force, l), lane(block.moment, l)};
      sum += elastic_energy(section, state, length);
    }
  return sum;
}

double elastic_power(const BondBlock &block, const BondBlockForces &on, int l,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres)
{
  const BondMotion motion = motion_of(block, l, spheres);
  const double taken = lane(on.force_a, l).dot(motion.velocity) -
      lane(on.torque_a, l).dot(motion.spin_a) - lane(on.torque_b, l).dot(motion.spin_b);
  const BondMaterial &material = materials[block.type[l]];
  if (material.damping == 0.0) return taken;
  return taken - power(bond_drag(material, damping_of(block, l), motion), bond_slip(motion));
}

}    // namespace grist
