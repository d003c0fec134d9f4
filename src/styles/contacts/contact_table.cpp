#include "styles/contacts/contact_table.h"

#include "styles/contacts/contact_keywords.h"
#include "styles/parcels/fix_parcels.h"
#include "styles/state/restart_block.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;
using grist::ContactForm;
using grist::ContactKind;

static constexpr int TABLE_RESTART_VERSION = 7;

ContactTable::ContactTable(LAMMPS *lmp, ContactKind kind, std::string user) :
    Pointers(lmp), kind(kind), user(std::move(user)), types(atom->ntypes),
    pairs(static_cast<size_t>(types) * types,
          {0, default_elasticity(kind), default_coefficients(kind), {}})
{
}

template <class Visit> void ContactTable::for_each_pair(const Visit &visit)
{
  for (int i = 1; i <= types; i++)
    for (int j = i; j <= types; j++) visit(i, j, pair(i, j));
}

template <class Visit> void ContactTable::for_each_pair(const Visit &visit) const
{
  for (int i = 1; i <= types; i++)
    for (int j = i; j <= types; j++) visit(i, j, pair(i, j));
}

static std::string text_of_types(int i, int j)
{
  return i == j ? fmt::format("type {}", i) : fmt::format("types {} and {}", i, j);
}

// ---- pair_coeff I J keyword value ...

void ContactTable::read(int narg, char **arg)
{
  if (narg < 3) utils::missing_cmd_args(FLERR, "pair_coeff", error);
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, types, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, types, jlo, jhi, error);
  const ContactKeywords given(lmp, user, kind, narg, arg, 2);
  if (const auto law = given.form())
    error->all(FLERR, "{}: {} in pair_coeff (expected in pair_style, as all pairs have the same)",
               user, stock_text(*law));
  const bool by_material = grist::description(kind).by_material;

  int count = 0;
  for (int i = ilo; i <= ihi; i++)
    for (int j = std::max(jlo, i); j <= jhi; j++) {
      if (by_material) {
        given.set(pair(i, i).elasticity);
        given.set(pair(j, j).elasticity);
      } else {
        given.set(pair(i, j).elasticity);
      }
      given.set(pair(i, j).coefficients);
      given.set(pair(i, i).heat);
      given.set(pair(j, j).heat);
      pair(i, j).has_friction |= given.has("friction");
      pair(i, j).has_restitution |= given.has("restitution");
      // Materials alone do not say how two different types act on each other.
      if (i == j || !by_material || given.has_coefficients()) pair(i, j).given = 1;
      count++;
    }
  if (count == 0)
    error->all(FLERR, "{}: no pair of types in {} {} (expected I <= J)", user, arg[0], arg[1]);
}

void ContactTable::check() const
{
  const bool by_material = grist::description(kind).by_material;
  for_each_pair([&](int i, int j, const PairOfTypes &at) {
    if (by_material ? i != j : !at.given) return;
    if (const char *missing = missing_keyword(kind, at.elasticity))
      error->all(FLERR, "{}: no {} for {} (pair_coeff)", user, missing, text_of_types(i, j));
  });
}

void ContactTable::mix(int i, int j)
{
  assert(i < j && !is_given(i, j));
  const PairOfTypes &a = pair(i, i), &b = pair(j, j);
  if (!mixable(a.coefficients, b.coefficients))
    error->all(FLERR,
               "{}: no coefficients for types {} and {}, and laws of different kind do not mix",
               user, i, j);
  pair(i, j).coefficients = mixed(a.coefficients, b.coefficients);
  pair(i, j).has_friction = a.has_friction && b.has_friction;
  pair(i, j).has_restitution = a.has_restitution && b.has_restitution;
  if (!grist::description(kind).by_material)
    pair(i, j).elasticity = grist::mixed(a.elasticity, b.elasticity);
}

// "types 1 and 2", and how many more there are; empty for none.
std::string ContactTable::pairs_without(bool PairOfTypes::*number) const
{
  std::string first;
  int more = -1;
  for_each_pair([&](int i, int j, const PairOfTypes &at) {
    if (at.*number) return;
    if (first.empty()) first = text_of_types(i, j);
    more++;
  });
  return more > 0 ? fmt::format("{} and {} more pairs", first, more) : first;
}

void ContactTable::report_defaults()
{
  if (std::exchange(defaults_are_reported, true) || comm->me > 0) return;
  const std::string rough = pairs_without(&PairOfTypes::has_friction);
  const std::string elastic = pairs_without(&PairOfTypes::has_restitution);
  if (!rough.empty()) utils::logmesg(lmp, "  {}: friction was not given for {}: 0\n", user, rough);
  if (!elastic.empty())
    utils::logmesg(lmp, "  {}: restitution was not given for {}: 1, no loss\n", user, elastic);
}

void ContactTable::check_parts(ContactForm contact_form) const
{
  grist::CommonParts common;
  for_each_pair([&](int i, int j, const PairOfTypes &at) {
    if (!at.given) return;
    refuse_in_stock(lmp, user, kind, contact_form, at.coefficients);
    common.add(at.coefficients.part_numbers());
    if (common.clash >= 0)
      error->all(FLERR, "{}: {} in one run (types {} and {})", user, common.text_of_clash(), i, j);
  });
}

void ContactTable::complete(ContactForm contact_form)
{
  for (int i = 1; i <= types; i++)
    for (int j = i + 1; j <= types; j++)
      if (!is_given(i, j)) mix(i, j);
  make_laws(contact_form);
  report_defaults();
}

void ContactTable::make_laws(ContactForm contact_form)
{
  const bool by_material = grist::description(kind).by_material;
  const double ratio_before = std::exchange(parcel_ratio, FixParcels::scale(lmp).ratio());
  if (parcel_ratio < ratio_before)
    error->all(FLERR, "{}: its fix {} was removed (leave out unfix)", user, FixParcels::ID);
  all_laws.clear();
  common = {};
  for (int i = 1; i <= types; i++)
    for (int j = 1; j <= types; j++) {
      const PairOfTypes &at = pair(i, j);
      all_laws.push_back(law_between(lmp, kind, contact_form,
                                     by_material ? elasticity(i) : at.elasticity,
                                     by_material ? elasticity(j) : at.elasticity, at.coefficients,
                                     FixParcels::scale_of_contact(lmp, i, j)));
      common.add(at.coefficients.part_numbers());
    }
  one_law = std::all_of(all_laws.begin(), all_laws.end(),
                        [&](const grist::ContactLaw &law) { return law == all_laws.front(); });
}

double ContactTable::reach_beyond_touch(int type_i, int type_j, double radius_i,
                                        double radius_j) const
{
  assert(radius_i >= 0.0 && radius_j >= 0.0);
  if (!grist::cohesion_part(part(grist::COHESION_PART)).acts_apart || !(radius_i * radius_j > 0.0))
    return 0.0;
  return grist::reach(law(type_i, type_j), radius_i * radius_j / (radius_i + radius_j));
}

void ContactTable::transfer(grist::Archive &archive, ContactForm &contact_form)
{
  archive(contact_form);
  for_each_pair([&](int, int, PairOfTypes &at) {
    archive(at.given, at.elasticity);
    for_each_coefficient(at.coefficients, [&](auto &value) { archive(value); });
    archive(at.heat);
  });
}

void ContactTable::write_restart(FILE *file, ContactForm contact_form)
{
  RestartWriter out(TABLE_RESTART_VERSION);
  transfer(out, contact_form);
  FixParcels::write_restart(lmp, out);
  out.write(file);
}

ContactForm ContactTable::read_restart(FILE *file)
{
  RestartReader in(lmp, user, TABLE_RESTART_VERSION, file);
  ContactForm contact_form{};
  transfer(in, contact_form);
  FixParcels::read_restart(lmp, user, in);
  in.end();
  defaults_are_reported = true;    // by the run that wrote it
  return contact_form;
}

// ---- sections Pair Coeffs and PairIJ Coeffs of data files

void ContactTable::write_data(FILE *file) const
{
  for (int i = 1; i <= types; i++)
    utils::print(file, "{} {} {}{}\n", i, keywords_of(kind, elasticity(i)),
                 keywords_of(coefficients(i)), keywords_of(heat(i)));
}

void ContactTable::write_data_all(FILE *file) const
{
  const bool by_material = grist::description(kind).by_material;
  for_each_pair([&](int i, int j, const PairOfTypes &at) {
    utils::print(file, "{} {} {}{}{}\n", i, j,
                 i == j || !by_material ? keywords_of(kind, at.elasticity) + " " : "",
                 keywords_of(at.coefficients), i == j ? keywords_of(at.heat) : "");
  });
}
