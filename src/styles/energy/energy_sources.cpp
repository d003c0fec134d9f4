#include "styles/energy/energy_sources.h"

#include "styles/interfaces/bonded_elements.h"

#include "styles/access/lammps_access.h"

#include "common/constants.h"
#include "contacts/contact_laws.h"
#include "styles/access/styles_with.h"

#include "bond.h"
#include "error.h"
#include "fix_gravity.h"
#include "fix_nve_sphere.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;

// Hooks at which a fix may change forces, velocities or positions.
static constexpr int FORCE_OR_MOTION_HOOKS =
    INITIAL_INTEGRATE | POST_INTEGRATE | PRE_FORCE | PRE_REVERSE | POST_FORCE | FINAL_INTEGRATE;

// Styles that change atoms, their motion or the box at other hooks.
static const char *const CHANGE_MOTION_ELSEWHERE[] = {
    "^pour",      "^deposit$", "^evaporate", "^momentum",
    "^temp/",     "^heat$",    "^ehex",      "^thermal/conductivity",
    "^viscosity", "^deform",   "^press/",    "^adapt",
    "^gcmc",      "^widom",    "^atom/swap", "^bond/",
    "^box/relax", "^recenter"};

// Pair styles of contacts of which only the forces are known.
static const char *const OTHER_PAIRS[] = {"^granular", "^gran/"};

// Styles that act before or when forces are known and do no work.
static const char *const WITHOUT_WORK[] = {"enforce2d", "store/force", "checkpoint"};
// It works on spheres that move all the same, as elements of a rigid cluster that is frozen in part
// do. Contacts lose what they lose without it.
static const char *const FREEZE = "freeze";

namespace {

bool is_style(const Fix *fix, const char *style)
{
  return strcmp(fix->style, style) == 0;
}

bool changes_no_energy(Fix *fix)
{
  if (std::any_of(std::begin(WITHOUT_WORK), std::end(WITHOUT_WORK),
                  [fix](const char *style) { return is_style(fix, style); }))
    return true;
  return !(fix->setmask() & FORCE_OR_MOTION_HOOKS) && !fix->rigid_flag &&
      std::none_of(std::begin(CHANGE_MOTION_ELSEWHERE), std::end(CHANGE_MOTION_ELSEWHERE),
                   [fix](const char *pattern) { return utils::strmatch(fix->style, pattern); });
}

void check_run(LAMMPS *lmp, const std::string &user)
{
  if (lmp->update->whichflag == 2)
    lmp->error->all(FLERR, "{}: a minimization has no energy balance (uncompute or unfix it first)",
                    user);
  if (strcmp(lmp->update->integrate_style, "verlet") != 0)
    lmp->error->all(FLERR, "{}: run_style {} (expected verlet)", user,
                    lmp->update->integrate_style);
}

bool is_other_pair(const Force *force)
{
  return std::any_of(std::begin(OTHER_PAIRS), std::end(OTHER_PAIRS), [force](const char *pattern) {
    return utils::strmatch(force->pair_style, pattern);
  });
}

// Whether it changes atoms by adding to forces alone.
bool only_adds_forces(Fix *fix)
{
  return (fix->setmask() & FORCE_OR_MOTION_HOOKS) == POST_FORCE && !fix->rigid_flag &&
      std::none_of(std::begin(CHANGE_MOTION_ELSEWHERE), std::end(CHANGE_MOTION_ELSEWHERE),
                   [fix](const char *pattern) { return utils::strmatch(fix->style, pattern); });
}

// Whether the fix is of a style of which forces and motion are enough.
bool add_other(Fix *fix, EnergySources &sources)
{
  if (is_style(fix, "pour") || is_style(fix, "deposit"))
    sources.inserters.push_back(fix);
  else if (is_style(fix, "move"))
    sources.driven |= fix->groupbit;
  else if (only_adds_forces(fix))
    sources.other_fixes = true;
  else
    return false;
  return true;
}

// Fixes that have neither contacts nor bodies store nothing, unless they say so.
template <class Style> bool stores_energy(const Style *style)
{
  return !std::is_same_v<Style, Fix> || dynamic_cast<const ContactStyle *>(style) ||
      dynamic_cast<const BodyMotion *>(style) ||
      dynamic_cast<const EnergyStyle *>(style)->has_own_energy();
}

// Whether it is a style that reports its energy.
template <class Style> bool add_style(Style *of_run, EnergySources &sources)
{
  auto *style = dynamic_cast<EnergyStyle *>(of_run);
  if (!style || !style->energy_refusal().empty()) return false;
  if (stores_energy(of_run)) {
    sources.styles.push_back(style);
    sources.read_later.add(of_run);
  }
  if (auto *contacts = dynamic_cast<ContactStyle *>(style)) sources.contacts.push_back(contacts);
  if (auto *traffic = dynamic_cast<EnergyTraffic *>(style)) sources.traffic.push_back(traffic);
  style->add_atom_motion(sources.motion);
  return true;
}

void find_forces(LAMMPS *lmp, const std::string &user, OtherStyles others, EnergySources &sources)
{
  const auto reject = [lmp, &user](const char *kind, const char *style,
                                   const std::string &expected) {
    lmp->error->all(FLERR, "{}: {} {} cannot report its energy (expected {})", user, kind, style,
                    expected);
  };
  const Force *force = lmp->force;
  if (force->pair && !add_style(force->pair, sources) && strcmp(force->pair_style, "zero") != 0) {
    sources.other_pair = others == OtherStyles::ALLOWED && is_other_pair(force);
    if (!sources.other_pair)
      reject("pair_style", force->pair_style,
             others == OtherStyles::ALLOWED
                 ? grist::listed_springs({"polyhedron", "granular", "gran/*", "zero", "none"})
                 : grist::listed_springs({"polyhedron", "zero", "none"}));
  }
  if (force->bond && !add_style(force->bond, sources) && strcmp(force->bond_style, "zero") != 0)
    reject("bond_style", force->bond_style, "parallel, face, zero or none");
  for (const BondedElements *bonds : fixes_with<BondedElements>(lmp))
    sources.read_later.add(bonds->fix());
  if (force->angle) reject("angle_style", force->angle_style, "none");
  if (force->dihedral) reject("dihedral_style", force->dihedral_style, "none");
  if (force->improper) reject("improper_style", force->improper_style, "none");
  if (force->kspace) reject("kspace_style", force->kspace_style, "none");
}

void add_gravity(LAMMPS *lmp, const std::string &user, FixGravity *fix, EnergySources &sources)
{
  if (gravity_varies(fix))
    lmp->error->all(FLERR, "{}: fix {} of style gravity varies (expected a constant)", user,
                    fix->id);
  if (!gravity_is_off(fix))
    sources.motion.gravity.push_back({fix->groupbit, gravity_of(fix), GravityField::Part::FORCES});
}

void add_integrator(LAMMPS *lmp, const std::string &user, FixNVESphere *fix, EnergySources &sources)
{
  if (moment_of_inertia(fix) != grist::SPHERE_INERTIA)
    lmp->error->all(FLERR, "{}: fix {} of style nve/sphere integrates discs (expected spheres)",
                    user, fix->id);
  sources.motion.integrated |= fix->groupbit;
}

// Whether it is a fix of LAMMPS whose motion and energy are known.
bool add_stock(LAMMPS *lmp, const std::string &user, Fix *fix, EnergySources &sources)
{
  if (is_style(fix, "gravity"))
    add_gravity(lmp, user, static_cast<FixGravity *>(fix), sources);
  else if (is_style(fix, "nve/sphere"))
    add_integrator(lmp, user, static_cast<FixNVESphere *>(fix), sources);
  else if (is_style(fix, "nve/body"))
    sources.motion.integrated |= fix->groupbit;
  else if (auto bodies = StockRigid::of(lmp, user, fix)) {
    sources.motion.bodies.push_back(bodies.get());
    sources.read_later.add(fix);
    sources.stock_rigid.push_back(std::move(bodies));
  } else
    return changes_no_energy(fix);
  return true;
}

void add_fix(LAMMPS *lmp, const std::string &user, Fix *fix, OtherStyles others,
             EnergySources &sources)
{
  if (add_style(fix, sources) || add_stock(lmp, user, fix, sources)) return;
  const bool is_known = others == OtherStyles::ALLOWED ? add_other(fix, sources)
                                                       : is_style(fix, FREEZE);
  if (!is_known)
    lmp->error->all(FLERR,
                    "{}: fix {} of style {} cannot report the energy that it supplies or takes "
                    "(unfix it, or leave the balance out)",
                    user, fix->id, fix->style);
}

}    // namespace

const BodyMotion *EnergySources::bodies_of(int i) const
{
  for (const BodyMotion *bodies : motion.bodies)
    if (bodies->has(i)) return bodies;
  return nullptr;
}

EnergySources LAMMPS_NS::find_energy_sources(LAMMPS *lmp, const std::string &user,
                                             OtherStyles others)
{
  EnergySources sources;
  check_run(lmp, user);
  find_forces(lmp, user, others, sources);
  for (Fix *fix : fixes_of(*lmp->modify)) add_fix(lmp, user, fix, others, sources);
  return sources;
}
