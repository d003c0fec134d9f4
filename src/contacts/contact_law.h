// A contact law: coefficients as users give them, and the law in the form that is evaluated. What
// it is made of stands in contact_part.h.

#ifndef GRIST_CONTACTS_CONTACT_LAW_H
#define GRIST_CONTACTS_CONTACT_LAW_H

#include "contacts/contact_part.h"

#include <array>
#include <cassert>

namespace grist {

// The number of a law of springs in its list (contact_parts.h).
enum class ContactKind : int {};

// How the forces follow from springs, dashpots and friction (contact_kernel.h).
enum class ContactForm { CONSISTENT, STOCK };

// What a contact has one part of each. Part 0 of a list is none.
enum ContactOptionNumber { ROLLING_PART, TWISTING_PART, COHESION_PART, CONTACT_OPTIONS };

// The most numbers of one part; one that has more does not compile (contact_parts.h).
constexpr int MOST_GIVEN = 4, MOST_NUMBERS = 5, MOST_REMEMBERED = 3;

struct ChosenPart {
  int part = 0;
  std::array<double, MOST_GIVEN> numbers = {};    // of its rows

  bool operator==(const ChosenPart &other) const
  {
    return part == other.part && numbers == other.numbers;
  }
};

// Coefficients for two materials in contact, for any law.
struct ContactCoefficients {
  static constexpr double HUANG = -1.0;

  double restitution = 1.0;    // e, above 0, at most 1
  double friction = 0.0;       // of sliding, >= 0
  double damping_ratio =
      0.0;    // C_t / C_n, >= 0; HUANG: by huang2020 Eq. 27, where the law has it
  std::array<ChosenPart, CONTACT_OPTIONS> parts = {};

  std::array<int, CONTACT_OPTIONS> part_numbers() const
  {
    std::array<int, CONTACT_OPTIONS> numbers = {};
    for (int option = 0; option < CONTACT_OPTIONS; option++) numbers[option] = parts[option].part;
    return numbers;
  }
};

// The numbers of a law of springs that a user gives, in the order of its rows.
constexpr int MOST_ELASTIC = 3;
using Elasticity = std::array<double, MOST_ELASTIC>;

struct ElasticKeyword {
  const char *name;
  double initial;    // not a number: must be given
  NumberRange range;
  Quantity quantity;

  constexpr ElasticKeyword(const char *name, double initial, NumberRange range, Quantity quantity) :
      name(name), initial(initial), range(range), quantity(quantity)
  {
  }
};

struct ElasticKeywords {
  const ElasticKeyword *first = nullptr;
  int count = 0;

  template <int COUNT>
  constexpr ElasticKeywords(const ElasticKeyword (&rows)[COUNT]) : first(rows), count(COUNT)
  {
    static_assert(COUNT <= MOST_ELASTIC, "raise MOST_ELASTIC");
  }
  const ElasticKeyword *begin() const { return first; }
  const ElasticKeyword *end() const { return first + count; }
  const ElasticKeyword &operator[](int k) const
  {
    assert(k >= 0 && k < count);
    return first[k];
  }
};

struct LawDescription {
  const char *name;    // pair_style NAME
  ElasticKeywords elasticity;
  bool by_material;        // elasticity belongs to a material; if not, to a pair of materials
  double damping_ratio;    // of ContactCoefficients where none is given
};

// Springs and dashpot of a contact at its overlap.
struct ContactSprings {
  double normal;     // F_n = force - damping v_n, with v_n < 0 when approaching
  double damping;    // C_n; C_t is damping_ratio times as much
  double shear;      // K_t
  double force;      // normal d, unless springs yield
};

// What every law of springs has; the meaning of the first three: see its springs().
struct SpringNumbers {
  double normal = 0.0, tangential = 0.0, damping = 0.0;
  double damping_ratio = 0.0;    // C_t / C_n
  double friction = 0.0;
};

// The law between two materials, in the form that is evaluated.
struct ContactLaw : SpringNumbers {
  // Numbers of the law of springs itself, and of each option; zero where a pair has none.
  static constexpr int SPRINGS_OWN = CONTACT_OPTIONS, SLOTS = CONTACT_OPTIONS + 1;
  std::array<std::array<double, MOST_NUMBERS>, SLOTS> numbers = {};
  std::array<int, CONTACT_OPTIONS> parts = {};
  ContactKind kind{};
  ContactForm form = ContactForm::CONSISTENT;

  bool operator==(const ContactLaw &other) const;
};

// Where the numbers of a SphereContactHistory stand among those that are kept: behind the shear, part
// after part of those in use.
struct HistoryLayout {
  int roll = -1, memory = -1, twist = -1;    // -1: not kept
  int remembered = 0;                        // numbers from `memory` on
  int width = 3;

  // Behind the shear kernels read three more numbers at once, or none.
  constexpr HistoryLayout(bool rolls, int remembered, bool twists) : remembered(remembered)
  {
    if (rolls || (twists && remembered == 0)) {
      roll = width;
      width += 3;
    }
    if (remembered > 0) {
      memory = width;
      width += width == 3 && remembered < 3 ? 3 : remembered;
    }
    if (twists) twist = width++;
  }
  static constexpr HistoryLayout all() { return {true, MOST_REMEMBERED, true}; }
  bool operator==(const HistoryLayout &as) const
  {
    return roll == as.roll && memory == as.memory && twist == as.twist &&
        remembered == as.remembered;
  }
};

// What all contacts of a block have in common. Parts: those of every law that has any.
struct ContactMode {
  ContactKind kind;
  int rolling;
  ContactForm form;
  int cohesion;
  double dt;
  bool advance;                 // false: shear and roll come out as they would be limited now
  bool beside_bonds = false;    // overlaps count from a reference; without cohesion only
  int twisting = 0;             // CONSISTENT only

  HistoryLayout history() const;
};

// Throws std::invalid_argument, with keyword and value in the text, for a value out of range.
void check(const ElasticKeyword &keyword, double value);

// For two types for which no pair is given: geometric means.
Elasticity mixed(const Elasticity &a, const Elasticity &b);

// Share z of critical damping that gives a linear oscillator this restitution e. STOCK: -ln e /
// sqrt(pi^2 + ln^2 e), of an oscillator that is held until its length is 0 again. CONSISTENT: it is
// released as soon as its force is 0, so that e = exp(-(pi - 2 p) tan p) with z = sin p, or exp(-2
// q coth q) with z = cosh q.
double critical_share(double restitution, ContactForm form);

}    // namespace grist

#endif
