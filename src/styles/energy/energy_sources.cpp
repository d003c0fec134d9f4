#include "styles/energy/energy_sources.h"

#include "styles/bonds/bond_parallel.h"
#include "styles/bonds/fix_bond_state.h"
#include "styles/contacts/pair_sphere_contact.h"
#include "styles/energy/energy_traffic.h"
#include "styles/integrate/fix_leapfrog_sphere.h"
#include "styles/rigid/fix_rigid_cluster.h"
#include "styles/walls/overlap_records.h"
#include "styles/walls/wall_contact_fix.h"

#include "common/constants.h"

#include "error.h"
#include "fix_gravity.h"
#include "fix_nve_sphere.h"
#include "force.h"
#include "lammps.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstring>
#include <iterator>

using namespace LAMMPS_NS;
using namespace FixConst;

// Hooks at which a fix may change forces, velocities or positions.
static constexpr int FORCE_OR_MOTION_HOOKS =
    INITIAL_INTEGRATE | POST_INTEGRATE | PRE_FORCE | PRE_REVERSE | POST_FORCE | FINAL_INTEGRATE;

// Styles that change atoms, their motion or the box at other hooks.
static const char *const CHANGE_MOTION_ELSEWHERE[] = {
    "^pour",      "^deposit$", "^evaporate", "^momentum",
    "^temp/",     "^heat",     "^ehex",      "^thermal/conductivity",
    "^viscosity", "^deform",   "^press/",    "^adapt",
    "^gcmc",      "^widom",    "^atom/swap", "^bond/",
    "^box/relax", "^recenter"};

// Pair styles of contacts of which only the forces are known.
static const char *const OTHER_PAIRS[] = {"^granular", "^gran/"};

// Styles that act after forces and only read them.
static const char *const READ_FORCES[] = {"guard", "collisions", "outflow", "ENERGY/BALANCE"};

// Styles that hold atoms without doing work.
static const char *const HOLD_WITHOUT_WORK[] = {"freeze", "enforce2d"};

namespace {

// Members of two LAMMPS fixes that only derived classes may read.
struct GravityReader : public FixGravity {
  static bool varies(FixGravity *fix) { return fix->*&GravityReader::varflag != CONSTANT; }
  static bool is_off(FixGravity *fix) { return fix->*&GravityReader::disable != 0; }
  static Eigen::Vector3d acceleration(FixGravity *fix)
  {
    return {fix->*&GravityReader::xacc, fix->*&GravityReader::yacc, fix->*&GravityReader::zacc};
  }
};
struct SphereReader : public FixNVESphere {
  static double inertia_of(FixNVESphere *fix) { return fix->*&SphereReader::inertia; }
};

bool is_style(const Fix *fix, const char *style)
{
  return strcmp(fix->style, style) == 0;
}

bool changes_no_energy(Fix *fix)
{
  if (only_reads_forces(fix)) return true;
  if (std::any_of(std::begin(HOLD_WITHOUT_WORK), std::end(HOLD_WITHOUT_WORK),
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

void find_forces(LAMMPS *lmp, const std::string &user, OtherStyles others, EnergySources &sources)
{
  const auto reject = [lmp, &user](const char *kind, const char *style, const char *expected) {
    lmp->error->all(FLERR, "{}: {} {} cannot report its energy (expected {})", user, kind, style,
                    expected);
  };
  const Force *force = lmp->force;
  sources.pair = dynamic_cast<PairSphereContact *>(force->pair);
  auto *of_bodies = dynamic_cast<grist::OverlapRecorder *>(force->pair);
  if (of_bodies) sources.overlaps.push_back(of_bodies->overlap_record());
  const bool is_known = !force->pair || sources.pair || of_bodies ||
      strcmp(force->pair_style, "zero") == 0;
  sources.other_pair = !is_known && others == OtherStyles::ALLOWED && is_other_pair(force);
  if (!is_known && !sources.other_pair)
    reject("pair_style", force->pair_style,
           others == OtherStyles::ALLOWED
               ? "hertz/mindlin, hooke/history, polyhedron, granular, gran/*, zero or none"
               : "hertz/mindlin, hooke/history, polyhedron, zero or none");
  sources.bond = dynamic_cast<BondParallel *>(force->bond);
  if (force->bond && !sources.bond && strcmp(force->bond_style, "zero") != 0)
    reject("bond_style", force->bond_style, "parallel, zero or none");
  sources.bond_state = dynamic_cast<FixBondState *>(lmp->modify->get_fix_by_id(FixBondState::ID));
  if (force->angle) reject("angle_style", force->angle_style, "none");
  if (force->dihedral) reject("dihedral_style", force->dihedral_style, "none");
  if (force->improper) reject("improper_style", force->improper_style, "none");
  if (force->kspace) reject("kspace_style", force->kspace_style, "none");
}

void add_gravity(LAMMPS *lmp, const std::string &user, FixGravity *fix, EnergySources &sources)
{
  if (GravityReader::varies(fix))
    lmp->error->all(FLERR, "{}: fix {} of style gravity varies (expected a constant)", user,
                    fix->id);
  if (!GravityReader::is_off(fix))
    sources.gravity.push_back({fix->groupbit, GravityReader::acceleration(fix), true});
}

void add_integrator(LAMMPS *lmp, const std::string &user, FixNVESphere *fix, EnergySources &sources)
{
  if (SphereReader::inertia_of(fix) != grist::SPHERE_INERTIA)
    lmp->error->all(FLERR, "{}: fix {} of style nve/sphere integrates discs (expected spheres)",
                    user, fix->id);
  sources.integrated |= fix->groupbit;
}

void add_integrator(FixLeapfrogSphere *fix, EnergySources &sources)
{
  sources.integrated |= fix->groupbit;
  sources.gravity.push_back({fix->groupbit, Eigen::Vector3d(fix->gravity()), false});
  if (auto *rigid = dynamic_cast<FixRigidCluster *>(fix)) sources.rigid = rigid;
}

void add_fix(LAMMPS *lmp, const std::string &user, Fix *fix, OtherStyles others,
             EnergySources &sources)
{
  auto *wall = dynamic_cast<WallContactFix *>(fix);
  if (wall && wall->contact_record())
    sources.walls.push_back(wall);
  else if (auto *record = overlap_record_of(fix))
    sources.overlaps.push_back(record);
  else if (auto *traffic = dynamic_cast<EnergyTraffic *>(fix))
    sources.traffic.push_back(traffic);
  else if (is_style(fix, "gravity"))
    add_gravity(lmp, user, static_cast<FixGravity *>(fix), sources);
  else if (is_style(fix, "nve/sphere"))
    add_integrator(lmp, user, static_cast<FixNVESphere *>(fix), sources);
  else if (is_style(fix, "nve/body") || is_style(fix, "leapfrog/body"))
    sources.integrated |= fix->groupbit;
  else if (auto *integrator = dynamic_cast<FixLeapfrogSphere *>(fix))
    add_integrator(integrator, sources);
  else if (auto bodies = StockRigid::of(lmp, user, fix))
    sources.stock_rigid.push_back(bodies);
  else if (!changes_no_energy(fix) && (others == OtherStyles::REJECTED || !add_other(fix, sources)))
    lmp->error->all(FLERR,
                    "{}: fix {} of style {} cannot report the energy that it supplies or takes",
                    user, fix->id, fix->style);
}

}    // namespace

bool LAMMPS_NS::only_reads_forces(const Fix *fix)
{
  return std::any_of(std::begin(READ_FORCES), std::end(READ_FORCES),
                     [fix](const char *style) { return is_style(fix, style); });
}

EnergySources LAMMPS_NS::find_energy_sources(LAMMPS *lmp, const std::string &user,
                                             OtherStyles others)
{
  EnergySources sources;
  check_run(lmp, user);
  find_forces(lmp, user, others, sources);
  for (Fix *fix : lmp->modify->get_fix_list()) add_fix(lmp, user, fix, others, sources);
  return sources;
}
