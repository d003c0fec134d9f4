// Capped spring (lazarevic2002 Eqs. 4 and 20 to 22; hooke/history): the springs while d > 0. For
// -N_max / k_n <= d <= 0 a pull k_n |d| without dashpot, only while the spheres move apart: all
// work against it is lost. Nothing is remembered. While d > 0 the dashpot does not pull, and friction
// is by F_n; beyond touch there is none.

#ifndef GRIST_CONTACTS_CAPPED_H
#define GRIST_CONTACTS_CAPPED_H

#include "contacts/cohesion.h"
#include "contacts/hooke.h"

namespace grist {
inline namespace GRIST_INSTRUCTION_SET {

struct Capped : NoCohesion {
  static constexpr const char *NAME = "capped";
  static constexpr std::array<PartNumber, 1> ROWS = {{{"", ranges::NOT_NEGATIVE, Quantity::FORCE}}};
  struct Numbers {
    double most;    // N_max [force]
  };
  static constexpr bool IN_STOCK = false, ACTS_APART = true;
  template <class LAW> static constexpr bool SUITS = std::is_same_v<LAW, Hooke>;

  static bool pulls(const Numbers &own) { return own.most > 0.0; }

  template <class Law> static double reach(const Law &law, const Numbers &own, double)
  {
    return own.most > 0.0 ? own.most / law.normal : 0.0;
  }
  template <class Law>
  static bool acts_apart(const Law &law, const Numbers &own, double overlap, double radius, bool,
                         double normal_speed)
  {
    return normal_speed > 0.0 && -overlap <= reach(law, own, radius);
  }

  template <ContactForm FORM>
  static void bound(const NormalState &state, double overlap, double normal_speed,
                    contact_kernel::Force &on)
  {
    const double wanted = state.elastic - state.damping * normal_speed;
    const double apart = normal_speed > 0.0 ? state.elastic : 0.0;
    const double together = wanted > 0.0 ? wanted : 0.0;
    on.normal = overlap > 0.0 ? together : apart;
    on.pressing = overlap > 0.0 ? together : 0.0;
  }

  // The pull depends on the motion.
  static double conservative(const NormalState &state, double overlap)
  {
    return overlap > 0.0 ? state.elastic : 0.0;
  }
};

}    // namespace GRIST_INSTRUCTION_SET
}    // namespace grist

#endif
