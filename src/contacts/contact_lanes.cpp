#include "contacts/contact_lanes.h"

#include "contacts/block_kernel.h"

#include <cmath>

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

namespace {

using contact_kernel::Contact;
using contact_kernel::Vector;

// Two spheres. BESIDE_BONDS: overlaps count from a reference.
template <bool BESIDE_BONDS> struct Spheres {
  static constexpr bool IS_WALL = false;
  static double radius(const ContactBlock &block, int n)
  {
    const double a = block.radius_a[n], b = block.radius_b[n];
    return a * b / (a + b);
  }

  // With one division for all quotients. In a loop of its own, as roots and quotients take long:
  // there those of more lanes are under way at once.
  static void measure(ContactBlock &block, int lanes)
  {
    for (int n = 0; n < lanes; n++) {
      const Vector apart = load_lane(block.apart, n);
      const double distance = std::sqrt(dot(apart, apart));
      block.distance[n] = distance;
      block.inverse[n] =
          1.0 / (distance * (block.radius_a[n] + block.radius_b[n]) * block.mass_sum[n]);
    }
  }

  template <class MODE> static Contact contact_of(const ContactBlock &block, int n)
  {
    const Vector apart = load_lane(block.apart, n);
    const double radius_a = block.radius_a[n], radius_b = block.radius_b[n];
    const double sum = radius_a + radius_b, mass_sum = block.mass_sum[n];
    const double distance = block.distance[n], inverse = block.inverse[n];

    Contact contact;
    contact.normal = inverse * sum * mass_sum * apart;
    contact.radius = radius_a * radius_b * (inverse * distance * mass_sum);
    contact.mass = block.mass_product[n] * (inverse * distance * sum);
    contact.overlap = sum - distance;
    contact.radius_a = radius_a;
    contact.radius_b = radius_b;
    contact.arm_a = radius_a - 0.5 * contact.overlap;
    contact.arm_b = radius_b - 0.5 * contact.overlap;
    if constexpr (BESIDE_BONDS) {
      const double counted = contact.overlap - block.reference[n];
      contact.overlap = counted > 0.0 ? counted : 0.0;
    }
    contact.velocity = load_lane(block.velocity, n);
    contact.omega_a = load_lane(block.omega_a, n);
    contact.omega_b = load_lane(block.omega_b, n);
    contact.normal_turn = inverse * sum * mass_sum;
    contact.normal_rate = normal_rate_of_pair(contact);
    contact_kernel::load_parts<MODE>(block, n, contact);
    return contact;
  }

  static double lever(const Contact &contact) { return contact.normal_turn; }

  template <class MODE> static void turn_springs(ContactBlock &, int, double) {}
};

// visit(partner, MODE)
template <class Visit> void with_partner(const ContactMode &mode, const Visit &visit)
{
  with_mode(mode, [&](auto of) {
    using MODE = decltype(of);
    if constexpr (std::is_same_v<typename MODE::Cohesion, NoCohesion>)
      if (mode.beside_bonds) return visit(Spheres<true>(), of);
    visit(Spheres<false>(), of);
  });
}

void evaluate_block(ContactBlock &block, int count, const ContactMode &mode,
                    LossBlock<ContactEntries> *losses)
{
  with_partner(mode, [&](auto partner, auto of) {
    contact_kernel::evaluate_block<decltype(partner), decltype(of)>(block, count, mode, losses);
  });
}

void find_heat(const ContactBlock &block, int count, const ContactMode &mode, double *held,
               double *radius)
{
  with_partner(mode, [&](auto partner, auto of) {
    contact_kernel::find_heat<decltype(partner), decltype(of)>(block, count, held, radius);
  });
}

constexpr ContactLanes TABLE = {evaluate_block, find_heat};

}    // namespace
}    // namespace GRIST_INSTRUCTION_SET

const ContactLanes ContactLanes::GRIST_INSTRUCTION_SET = TABLE;

}    // namespace grist
