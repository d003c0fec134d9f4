#include "bonds/bond_numbers.h"

namespace grist {

static NumberRows<BondMaterial> make_numbers(bool with_friction)
{
  NumberRows<BondMaterial> all;
  const auto add = [&](const auto &rows) {
    for (const auto &row : rows) all.emplace_back(row);
  };
  for_each_part(BondTerms(), [&](auto term) {
    add(term.rows());
    if constexpr (std::is_same_v<decltype(term), BeamStrengths>)
      add(term.shear_rows(with_friction));
  });
  return all;
}

const NumberRows<BondMaterial> &bond_numbers(bool with_friction)
{
  static const NumberRows<BondMaterial> PLAIN = make_numbers(false),
                                        FRICTIONAL = make_numbers(true);
  return with_friction ? FRICTIONAL : PLAIN;
}

// The value that made a term act, for errors.
template <class TERM> static double value_of(TERM term, const BondMaterial &material)
{
  return NumberRow<BondMaterial>(term.rows().back()).of(material);
}

static void refuse_second_damage(const BondMaterial &material)
{
  std::vector<std::string> others;
  bool is_damaged = false;
  for_each_part(BondTerms(), [&](auto term) {
    if constexpr (term.IS_DAMAGE) {
      if (term.acts(material)) {
        require(!is_damaged, term.KEYWORD, value_of(term, material),
                "excludes " + listed(others, "and") + ": a bond has one kind of damage");
        is_damaged = true;
      }
      others.emplace_back(term.KEYWORD);
    }
  });
}

void check(const BondMaterial &material)
{
  check(bond_numbers(material.friction > 0.0), material);
  for_each_part(BondTerms(), [&](auto term) { term.check(material); });
  refuse_second_damage(material);
}

}    // namespace grist
