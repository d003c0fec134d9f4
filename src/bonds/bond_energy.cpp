#include "bonds/bond_energy.h"

#include "bonds/bond_law.h"

namespace grist {

double stored_energy(const BondBlocks &bonds, const std::vector<BondMaterial> &materials,
                     const BondedSpheres &spheres, const SphereSelection &of)
{
  double sum = 0.0;
  for (size_t k = 0; k < bonds.blocks.size(); k++) {
    const BondBlock &block = bonds.blocks[k];
    for (int l = 0; l < BOND_LANES; l++) {
      const int a = block.a[l], b = block.b[l];
      if (!(block.live >> l & 1) || a >= spheres.owned || !of.has(a)) continue;
      const Vector3d distance = vector_at(spheres.x, b) - vector_at(spheres.x, a);
      const double length = norm(distance);
      const BondSection section(materials[block.type[l]], spheres.radius[a], spheres.radius[b],
                                block.length_initial[l]);
      const BondState state = {block.length_initial[l], distance / length,
                               lane_vector(block.shear_force, l), lane_vector(block.moment, l),
                               bonds.memories.empty() ? BondMemory() : bonds.memories[k].at(l)};
      sum += elastic_energy(section, state, length);
    }
  }
  return sum;
}

double elastic_power(const BondBlock &block, const BondBlockForces &on, int l,
                     const std::vector<BondMaterial> &materials, const BondedSpheres &spheres,
                     double dt)
{
  const int a = block.a[l], b = block.b[l];
  const Vector3d velocity = vector_at(spheres.v, b) - vector_at(spheres.v, a);
  const Vector3d omega_a = vector_at(spheres.omega, a), omega_b = vector_at(spheres.omega, b);
  const double total = dot(lane_vector(on.force_a, l), velocity) -
      dot(lane_vector(on.torque_a, l), omega_a) - dot(lane_vector(on.torque_b, l), omega_b);
  const BondMaterial &material = materials[block.type[l]];
  if (material.damping == 0.0) return total;

  const Vector3d distance = vector_at(spheres.x, b) - vector_at(spheres.x, a);
  const double length = norm(distance);
  const Vector3d normal = distance / length;
  const BondArms<double> arm(share_of_a(spheres.radius[a], spheres.radius[b]), length);
  const Vector3d rolling = arm.rolling(omega_a, omega_b), turning = omega_b - omega_a;
  const Vector3d midway = middle_normal<double>(distance, normal, velocity, dt);
  return total -
      damping_power(damping_coefficients(material, block.damping_of(l)),
                    BondSlip<double>(velocity, rolling, turning, midway), normal,
                    BondSlip<double>(velocity, rolling, turning, normal));
}

}    // namespace grist
