#include "styles/liquid/liquid_checks.h"

#include "contacts/contact_laws.h"
#include "styles/access/run_checks.h"
#include "styles/access/styles_with.h"
#include "styles/contacts/pair_sphere_contact.h"
#include "styles/interfaces/order_of_fixes.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"

namespace LAMMPS_NS {

void check_place_for_liquid(LAMMPS *lmp, const std::string &user)
{
  if (!lmp->atom->radius_flag)
    lmp->error->all(FLERR, "{}: atom style {} has no radius (expected spheres)", user,
                    lmp->atom->get_style());
  if (lmp->modify->get_fix_by_style("^liquid$").size() > 0)
    lmp->error->all(FLERR, "{}: there is one already (unfix it first)", user);
}

static void check_pair_style(LAMMPS *lmp, const std::string &user)
{
  const auto *pair = pair_with<PairSphereContact>(lmp);
  if (!pair)
    lmp->error->all(FLERR, "{}: pair_style {} (expected {})", user,
                    lmp->force->pair ? lmp->force->pair_style : "none", grist::listed_springs());
  const auto &cohesion = grist::cohesion_part(pair->coefficients().part(grist::COHESION_PART));
  if (cohesion.acts_apart)
    lmp->error->all(FLERR, "{}: cohesion {} (expected {}, which end at touch)", user, cohesion.name,
                    grist::names_of_cohesion(false));
  if (!lmp->force->newton_pair)
    lmp->error->all(FLERR, "{}: newton off for pairs (expected on: each bridge has one owner)",
                    user);
}

void check_run_of_liquid(LAMMPS *lmp, const Fix *fix, const std::string &user)
{
  refuse_respa(lmp, user);
  refuse_rerun(lmp, user,
               "films and bridges follow from all steps, frames hold none: leave out fix " +
                   std::string(fix->id));
  refuse_tiled_newton(lmp, user);
  check_pair_style(lmp, user);
  if (!lmp->atom->tag_enable || lmp->atom->map_style == Atom::MAP_NONE)
    lmp->error->all(FLERR, "{}: no map of atoms (add atom_modify map yes before the box)", user);
  check_order_of_fixes(lmp);
}

}    // namespace LAMMPS_NS
