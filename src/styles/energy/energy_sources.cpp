#include "styles/energy/energy_sources.h"

#include "error.h"
#include "fix_gravity.h"
#include "fix_nve_sphere.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "styles/bonds/bond_parallel.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/contacts/pair_sphere_contact.h"
#include "styles/integrate/fix_leapfrog_sphere.h"
#include "styles/walls/wall_contact_fix.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::Vector3d;

static constexpr const char *NAME = "Compute energy/balance";

// Hooks at which a fix may change forces, velocities or positions.
static constexpr int ACTS =
    INITIAL_INTEGRATE | POST_INTEGRATE | PRE_FORCE | PRE_REVERSE | POST_FORCE | FINAL_INTEGRATE;

// Change atoms, their motion or the box at other hooks.
static const char *const OTHER_ACTORS[] = {
    "^pour",      "^deposit", "^evaporate", "^momentum",
    "^temp/",     "^heat",    "^ehex",      "^thermal/conductivity",
    "^viscosity", "^deform",  "^press/",    "^adapt",
    "^gcmc",      "^widom",   "^atom/swap", "^bond/",
    "^box/relax", "^recenter"};

// Hold atoms without doing work.
static const char *const HOLDERS[] = {"freeze", "enforce2d"};

static constexpr double SOLID_SPHERE = 0.4;    // moment of inertia over m r^2

namespace {

// What two stock fixes keep for those derived from them.
struct GravityReader : public FixGravity {
  static bool varies(FixGravity *fix) { return fix->*&GravityReader::varflag != CONSTANT; }
  static bool is_off(FixGravity *fix) { return fix->*&GravityReader::disable != 0; }
  static Vector3d pull(FixGravity *fix)
  {
    return {fix->*&GravityReader::xacc, fix->*&GravityReader::yacc, fix->*&GravityReader::zacc};
  }
};
struct SphereReader : public FixNVESphere {
  static double inertia_of(FixNVESphere *fix) { return fix->*&SphereReader::inertia; }
};

bool matches_any(const char *style, const char *const *first, const char *const *last)
{
  return std::any_of(first, last,
                     [&](const char *pattern) { return utils::strmatch(style, pattern); });
}

class Finder {
 public:
  Finder(LAMMPS *lmp, const Fix *self) : lmp(lmp), self(self) {}

  EnergySources find()
  {
    look_at_run();
    look_at_forces();
    for (Fix *fix : lmp->modify->get_fix_list()) look_at(fix);
    return found;
  }

 private:
  LAMMPS *lmp;
  const Fix *self;
  EnergySources found;

  void look_at_run()
  {
    if (lmp->update->whichflag == 2)
      lmp->error->all(FLERR, "{}: a minimization has no energy balance (uncompute it first)", NAME);
    if (strcmp(lmp->update->integrate_style, "verlet") != 0)
      lmp->error->all(FLERR, "{}: run_style {} (expected verlet)", NAME,
                      lmp->update->integrate_style);
  }

  void look_at_forces()
  {
    const Force *force = lmp->force;
    found.pair = dynamic_cast<PairSphereContact *>(force->pair);
    if (force->pair && !found.pair && strcmp(force->pair_style, "zero") != 0)
      refuse("pair_style", force->pair_style, "hertz/mindlin, hooke/history, zero or none");
    found.bond = dynamic_cast<BondParallel *>(force->bond);
    if (force->bond && !found.bond && strcmp(force->bond_style, "zero") != 0)
      refuse("bond_style", force->bond_style, "parallel, zero or none");
    found.bond_state = dynamic_cast<FixBondState *>(lmp->modify->get_fix_by_id(FixBondState::ID));
    if (force->angle) refuse("angle_style", force->angle_style, "none");
    if (force->dihedral) refuse("dihedral_style", force->dihedral_style, "none");
    if (force->improper) refuse("improper_style", force->improper_style, "none");
    if (force->kspace) refuse("kspace_style", force->kspace_style, "none");
  }

  void look_at(Fix *fix)
  {
    if (fix == self) return;
    auto *wall = dynamic_cast<WallContactFix *>(fix);
    if (wall && wall->contact_record()) {
      found.walls.push_back(wall);
    } else if (strcmp(fix->style, "gravity") == 0) {
      add(static_cast<FixGravity *>(fix));
    } else if (strcmp(fix->style, "nve/sphere") == 0) {
      if (SphereReader::inertia_of(static_cast<FixNVESphere *>(fix)) != SOLID_SPHERE)
        lmp->error->all(FLERR, "{}: fix {} of style nve/sphere integrates discs (expected spheres)",
                        NAME, fix->id);
      found.integrated |= fix->groupbit;
    } else if (strcmp(fix->style, "leapfrog/sphere") == 0) {
      found.integrated |= fix->groupbit;
      const Vector3d pull(static_cast<FixLeapfrogSphere *>(fix)->gravity());
      found.gravity.push_back({fix->groupbit, pull, false});
    } else if (!is_harmless(fix)) {
      lmp->error->all(FLERR,
                      "{}: fix {} of style {} cannot report the energy that it brings or takes",
                      NAME, fix->id, fix->style);
    }
  }

  void add(FixGravity *fix)
  {
    if (GravityReader::varies(fix))
      lmp->error->all(FLERR, "{}: fix {} of style gravity varies (expected a constant)", NAME,
                      fix->id);
    if (!GravityReader::is_off(fix))
      found.gravity.push_back({fix->groupbit, GravityReader::pull(fix), true});
  }

  static bool is_harmless(Fix *fix)
  {
    const auto is_style = [fix](const char *style) { return strcmp(style, fix->style) == 0; };
    if (std::any_of(std::begin(HOLDERS), std::end(HOLDERS), is_style)) return true;
    return !(fix->setmask() & ACTS) && !fix->rigid_flag &&
        !matches_any(fix->style, std::begin(OTHER_ACTORS), std::end(OTHER_ACTORS));
  }

  void refuse(const char *kind, const char *style, const char *expected) const
  {
    lmp->error->all(FLERR, "{}: {} {} cannot report its energy (expected {})", NAME, kind, style,
                    expected);
  }
};

}    // namespace

EnergySources LAMMPS_NS::find_energy_sources(LAMMPS *lmp, const Fix *self)
{
  return Finder(lmp, self).find();
}
