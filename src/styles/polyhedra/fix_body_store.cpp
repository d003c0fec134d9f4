#include "styles/polyhedra/fix_body_store.h"

#include "styles/access/internal_fixes.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "atom.h"
#include "error.h"
#include "modify.h"

using namespace LAMMPS_NS;

FixBodyStore::FixBodyStore(LAMMPS *lmp, int narg, char **arg) : Fix(lmp, narg, arg)
{
  if (!is_internal_fix_made())
    error->all(FLERR, "Fix BODY/STORE is made by styles of polyhedra alone");
  atom->add_callback(Atom::GROW);    // those are also called with clear_bonus()
}

FixBodyStore::~FixBodyStore()
{
  if (modify->get_fix_by_id(id)) atom->delete_callback(id, Atom::GROW);
}

void FixBodyStore::clear_bonus()
{
  if (const AtomPolyhedra of(atom); of) of.bodies->mend_store();
}

void FixBodyStore::make(LAMMPS *lmp, const std::string &user)
{
  if (!lmp->modify->get_fix_by_id(ID) ||
      lmp->modify->get_fix_by_id(ID)->style != std::string("BODY/STORE"))
    make_internal_fix(lmp, user, ID, "all BODY/STORE");
}
