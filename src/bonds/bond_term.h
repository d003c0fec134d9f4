// What a bond is made of. A term is a struct of static functions in a header of its own, the only
// one that knows its keyword, its coefficients, what it remembers of a bond, and what it does to
// loads, strength and energy. The list of terms is bond_terms.h; kernels, teams, single bonds,
// restart and data files, migration, parcels and units are made from it.
//
// This is a term that does nothing: each one says what it does otherwise, by the same names.

#ifndef GRIST_BONDS_BOND_TERM_H
#define GRIST_BONDS_BOND_TERM_H

#include "common/number_row.h"
#include "common/parts.h"
#include "common/space.h"

#include <cstdint>
#include <string>
#include <vector>

namespace grist {

struct BondMaterial;
struct BondSection;
struct BondState;
struct BondGrowth;

// What strengths may depend on besides the material.
struct BondSite {
  std::int64_t id_a, id_b;
  double temperature;    // mean of both ends
};

// What the springs of a bond carry, without damage. On a, as in BondState.
template <class Number> struct SpringLoads {
  Number tension;
  Vector3<Number> shear, moment;
};

// The springs in one step: what they carry after it if nothing else acts, and what of that this step
// has added. Displacement or rotation over load of each: 1/(k_n A), 1/(k_s A), 1/(k_n I), 1/(k_s J).
template <class Number> struct SpringStep {
  SpringLoads<Number> loads, added;
  Vector3<Number> normal;
  Number stretching, shearing, bending, twisting;

  // The work of loads `one` on the displacements of loads `other`; half of it with itself is the
  // energy.
  [[gnu::always_inline]] Number work(const SpringLoads<Number> &one,
                                     const SpringLoads<Number> &other) const
  {
    const Number twist = dot(one.moment, normal) * dot(other.moment, normal);
    return stretching * (one.tension * other.tension) + shearing * dot(one.shear, other.shear) +
        bending * (dot(one.moment, other.moment) - twist) + twisting * twist;
  }
};

template <class TERM> struct BondTerm {
  /* what a user gives: `of` is the material, which has the coefficients of all terms */

  struct Coefficients {};
  static NumberRows<BondMaterial> rows() { return {}; }

  // Keywords that are no rows of numbers, (to, words, of), and their words (of), as they are read.
  template <class... Any> static void add_keywords(Any &&...) {}
  template <class... Any> static std::string words(const Any &...) { return {}; }

  template <class... Any> static bool acts(const Any &...) { return false; }    // (of)
  static constexpr const char *KEYWORD = "";                                    // that makes it act
  static constexpr bool IS_DAMAGE = false;       // excludes other damage
  static constexpr const char *NOT_HELD = "";    // why clusters with it cannot be held rigid
  static void check(const BondMaterial &) {}     // throws std::invalid_argument

  /* strength */

  // (of, factor): both strengths become `factor` times what they were.
  template <class... Any> static void scale_strength(Any &&...) {}

  // Factor of both strengths, by where a bond is (of, site).
  template <class... Any> static float strength_at(const Any &...) { return 1.0f; }
  static constexpr bool FOLLOWS_IDS = false, FOLLOWS_TEMPERATURE = false;

  /* what it remembers of a bond: plain numbers, which travel with it */

  template <class Number> struct Memory {
  };
  static constexpr Memory<double> NEW = {};

  // Factors of both strengths (memory), and of the stiffness of all springs but under pressure
  // (section, memory); part of the length that no force has (memory).
  template <class Number, class Any> static Number strength_left(const Any &)
  {
    return Number{} + 1.0;
  }
  template <class... Any> static double stiffness_kept(const Any &...) { return 1.0; }
  static constexpr bool HAS_SLACK = false;    // template <class Number> Number slack(memory)

  // Damage, 0 to 1 (section, memory); whether the cluster of a bond may be held (state).
  template <class... Any> static double damage(const Any &...) { return 0.0; }
  static bool may_be_held(const BondState &) { return true; }
  static constexpr const char *WHILE_HELD = "";    // what its bonds do not do

  // Why a bond of this length cannot have it (of, initial length); empty if it can.
  template <class... Any> static std::string refusal(const Any &...) { return {}; }

  // What it needs of a bond besides its memory, from material and initial length.
  struct OfBond {};
  static OfBond of_bond(const BondMaterial &, double) { return {}; }

  /* what it does in a step */

  // What kernels read of a material in steps of the length dt: a struct of doubles.
  template <class Number> struct Numbers {
  };
  static Numbers<double> numbers(const BondMaterial &, double) { return {}; }

  // Whether it changes what the springs carry:
  //   template <class Shared, class Number>
  //   Number advance(const Numbers<Shared> &, SpringStep<Number> &, Memory<Number> &)
  // which returns the energy that is lost so, as in dashpots.
  static constexpr bool ADVANCES = false;

  // Whether it follows the share of its present strength that a bond uses:
  //   template <class Number> auto watch(const Number &share, Memory<Number> &)
  // in all bonds that have memories; it returns the ones that grow() must look at.
  static constexpr bool WATCHES = false;

  // At the end of the step of a bond that has reached a strength or that watch() has found.
  static void grow(BondGrowth &) {}

  // Energy that a bond has taken until it breaks (memory), if that is not what it stores (section).
  static bool takes_energy(const BondSection &) { return false; }
  template <class Any> static double taken(const Any &) { return 0.0; }
};

}    // namespace grist

#endif
