#include "bonds/bond_energy.h"

namespace grist {

namespace {

// Without masses and time, which neither slip nor drag asks for.
BondMotion motion_of(const BondBlock &block, int l, const BondedSpheres &spheres)
{
  const int a = block.a[l], b = block.b[l];
  BondMotion motion;
  motion.distance = vector_at(spheres.x, b) - vector_at(spheres.x, a);
  motion.radius_a = spheres.radius[a];
  motion.radius_b = spheres.radius[b];
  motion.velocity = vector_at(spheres.v, b) - vector_at(spheres.v, a);
  motion.spin_a = vector_at(spheres.omega, a);
  motion.spin_b = vector_at(spheres.omega, b);
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
      const Vector3d distance = vector_at(spheres.x, b) - vector_at(spheres.x, a);
      const double length = distance.norm();
      const BondSection section(materials[block.type[l]], spheres.radius[a], spheres.radius[b],
                                block.length_initial[l]);
      const BondState state = {block.length_initial[l], distance / length,
                               lane_vector(block.shear_force, l), lane_vector(block.moment, l)};
      sum += elastic_energy(section, state, length);
    }
  return sum;
}

double elastic_power(const BondBlock &block, const BondBlockForces &on, int l,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres)
{
  const BondMotion motion = motion_of(block, l, spheres);
  const double taken = lane_vector(on.force_a, l).dot(motion.velocity) -
      lane_vector(on.torque_a, l).dot(motion.spin_a) -
      lane_vector(on.torque_b, l).dot(motion.spin_b);
  const BondMaterial &material = materials[block.type[l]];
  if (material.damping == 0.0) return taken;
  return taken - power(bond_drag(material, block.damping_of(l), motion), bond_slip(motion));
}

}    // namespace grist
