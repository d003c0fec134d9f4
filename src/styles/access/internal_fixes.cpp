#include "styles/access/internal_fixes.h"

#include "error.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"
#include "utils.h"

#include <cassert>

using namespace LAMMPS_NS;

static constexpr const char *PLACEHOLDER = "DUMMY";    // style

namespace {

bool is_made = false;

// Ends with its block, also by an exception.
class Making {
 public:
  Making()
  {
    assert(!is_made);
    is_made = true;
  }
  ~Making() { is_made = false; }
  Making(const Making &) = delete;
  Making &operator=(const Making &) = delete;
};

[[noreturn]] void end_without(LAMMPS *lmp, const std::string &user, const std::string &id)
{
  lmp->error->all(FLERR, "{}: its fix {} was removed (leave out unfix)", user, id);
}

std::string style_in(const std::string &words)
{
  return utils::split_words(words).at(1);
}

}    // namespace

bool LAMMPS_NS::is_internal_fix_made()
{
  return is_made;
}

Fix *LAMMPS_NS::make_internal_fix(LAMMPS *lmp, const std::string &user, const std::string &id,
                                  const std::string &words)
{
  assert(id.compare(0, 6, "GRIST_") == 0);
  refuse_other_fix(lmp, user, id, style_in(words));
  const Making making;
  return lmp->modify->add_fix(id + " " + words);
}

Fix *LAMMPS_NS::replace_internal_fix(LAMMPS *lmp, const std::string &user, const std::string &old,
                                     const std::string &id, const std::string &words)
{
  assert(id.compare(0, 6, "GRIST_") == 0);
  refuse_other_fix(lmp, user, old, PLACEHOLDER);
  refuse_other_fix(lmp, user, id, style_in(words));
  if (!lmp->modify->get_fix_by_id(old)) end_without(lmp, user, id);
  const Making making;
  return lmp->modify->replace_fix(old.c_str(), id + " " + words, 1);
}

void LAMMPS_NS::refuse_other_fix(LAMMPS *lmp, const std::string &user, const std::string &id,
                                 const std::string &style)
{
  const Fix *fix = lmp->modify->get_fix_by_id(id);
  if (fix && style != fix->style)
    lmp->error->all(FLERR,
                    "{}: fix {} is of style {} (IDs that begin with GRIST_ are those of fixes that "
                    "Grist makes, give another one)",
                    user, id, fix->style);
}

void LAMMPS_NS::require_internal_fix(LAMMPS *lmp, const std::string &user, const std::string &id,
                                     const Fix *fix)
{
  if (!fix || lmp->modify->get_fix_by_id(id) != fix) end_without(lmp, user, id);
}
