#include "styles/interfaces/order_of_fixes.h"

#include "common/word_reader.h"
#include "styles/access/styles_with.h"
#include "styles/interfaces/energy_traffic.h"

#include "error.h"
#include "fmt/format.h"
#include "utils.h"

#include <algorithm>
#include <cassert>
#include <cctype>

using namespace LAMMPS_NS;
using namespace FixConst;

namespace {

struct Place {
  const char *name, *does;
  std::vector<FixPlace> behind;    // places that must come before
};

// By FixPlace.
const std::vector<Place> &places()
{
  static const std::vector<Place> ALL = {
      {"bond_style", "keeps bonds", {}},
      {"fix liquid", "keeps films and bridges", {}},
      {"particles come and go", "adds or removes particles", {FixPlace::BONDS, FixPlace::LIQUID}},
      {"forces", "acts on forces", {}},
      {"readers of forces", "reads the forces of all others", {FixPlace::FORCES}},
      {"reports", "acts at the end of a step", {}},
      {"fix checkpoint", "saves what all others have done", {FixPlace::REPORTS}}};
  return ALL;
}

bool stands_at(Fix *fix, FixPlace place)
{
  const auto *ordered = dynamic_cast<const OrderedFix *>(fix);
  if (ordered && ordered->place() == place) return true;
  const auto *energy = dynamic_cast<const EnergyStyle *>(fix);
  switch (place) {
    case FixPlace::PARTICLES:
      return !ordered && (fix->pre_exchange_migrate || dynamic_cast<const EnergyTraffic *>(fix));
    case FixPlace::FORCES:
      return (fix->setmask() & POST_FORCE) && !(energy && energy->only_reads_forces());
    case FixPlace::REPORTS:
      return (fix->setmask() & END_OF_STEP) && !(ordered && ordered->place() > place);
    default: return false;
  }
}

// What `fix` does because of which `first` must come before it; null if either may come first.
const char *why_behind(Fix *first, Fix *fix)
{
  for (size_t n = 0; n < places().size(); n++)
    for (const FixPlace before : places()[n].behind)
      if (first != fix && stands_at(first, before) && stands_at(fix, FixPlace(n)))
        return places()[n].does;
  return nullptr;
}

// Fixes that styles make for themselves keep their order; that of bonds stands for the bond style.
bool is_of_input(const Fix *fix)
{
  const bool is_internal = isupper(static_cast<unsigned char>(fix->style[0])) ||
      utils::strmatch(fix->id, "^GRIST_");
  return !is_internal || dynamic_cast<const OrderedFix *>(fix);
}

std::string id_of(const Fix *fix)
{
  const auto *ordered = dynamic_cast<const OrderedFix *>(fix);
  return ordered && ordered->place() == FixPlace::BONDS ? places()[0].name : fix->id;
}

std::string named(const Fix *fix)
{
  const std::string id = id_of(fix);
  return id == fix->id ? fmt::format("fix {} of style {}", id, fix->style) : id;
}

std::string named(const std::vector<Fix *> &fixes)
{
  if (fixes.size() == 1) return named(fixes[0]);
  std::vector<std::string> ids;
  for (const Fix *fix : fixes) ids.push_back(id_of(fix));
  return "fixes " + grist::listed(ids, "and");
}

// Each as early as it may be, so that those keep their order that may.
std::vector<Fix *> in_order(std::vector<Fix *> fixes)
{
  std::vector<Fix *> sorted;
  while (!fixes.empty()) {
    const auto next = std::find_if(fixes.begin(), fixes.end(), [&](Fix *fix) {
      return std::none_of(fixes.begin(), fixes.end(),
                          [fix](Fix *other) { return why_behind(other, fix); });
    });
    assert(next != fixes.end());    // `behind` has earlier places alone
    sorted.push_back(*next);
    fixes.erase(next);
  }
  return sorted;
}

}    // namespace

void LAMMPS_NS::check_order_of_fixes(LAMMPS *lmp)
{
  std::vector<Fix *> fixes;
  for (Fix *fix : fixes_of(*lmp->modify))
    if (is_of_input(fix)) fixes.push_back(fix);
  std::string problems;
  for (auto fix = fixes.begin(); fix != fixes.end(); ++fix) {
    const char *why = nullptr;
    std::vector<Fix *> late;
    for (auto other = fix + 1; other != fixes.end(); ++other)
      if (const char *does = why_behind(*other, *fix)) {
        why = does;
        late.push_back(*other);
      }
    if (why)
      problems += fmt::format("{}{} must come before {}, which {}", problems.empty() ? "" : "; ",
                              named(late), named(*fix), why);
  }
  if (problems.empty()) return;
  std::string order;
  for (const Fix *fix : in_order(fixes)) order += (order.empty() ? "" : ", ") + id_of(fix);
  lmp->error->all(FLERR, "Order of fixes: {} (right order: {})", problems, order);
}

std::vector<std::string> LAMMPS_NS::names_of_places()
{
  std::vector<std::string> names;
  for (const Place &place : places()) names.emplace_back(place.name);
  return names;
}
