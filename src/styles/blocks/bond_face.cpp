#include "styles/blocks/bond_face.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "bonds/face_numbers.h"
#include "comm.h"
#include "common/constants.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "styles/access/atom_style.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/blocks/fix_face_bonds.h"
#include "styles/commands/input_words.h"
#include "styles/parcels/fix_parcels.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "styles/polyhedra/pair_polyhedron.h"
#include "styles/state/restart_block.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <utility>

using namespace LAMMPS_NS;
using grist::FaceMaterial;
using grist::Vector3d;

static constexpr char USER[] = "Bond style face";
static constexpr int RESTART_VERSION = 1;

// In units of force and motion.
static double mass_of(const LAMMPS *lmp, int i)
{
  return lmp->atom->rmass[i] / lmp->force->ftm2v;
}

static double effective_mass(const LAMMPS *lmp, int a, int b)
{
  return mass_of(lmp, a) * mass_of(lmp, b) / (mass_of(lmp, a) + mass_of(lmp, b));
}

static double strength_by_temperature(const Atom *atom, const FaceMaterial &law, int a, int b)
{
  if (!grist::Weakening::acts(law)) return 1.0;
  return grist::Weakening::left_at(law, 0.5 * (atom->temperature[a] + atom->temperature[b]));
}

// Ghosts have the temperatures of the last rebuild.
static void require_temperatures(const LAMMPS *lmp, const std::vector<FaceMaterial> &laws)
{
  if (std::none_of(laws.begin(), laws.end(),
                   [](const FaceMaterial &of) { return grist::Weakening::acts(of); }))
    return;
  const auto fixes = lmp->modify->get_fix_by_style("^property/atom$");
  const bool have_ghosts =
      std::any_of(fixes.begin(), fixes.end(), [](const Fix *fix) { return fix->comm_border > 0; });
  if (!lmp->atom->temperature_flag || !have_ghosts)
    lmp->error->all(
        FLERR,
        "{}: weaken without temperatures of blocks (add fix ID all property/atom temperature "
        "ghost yes, and set their temperatures)",
        USER);
}

// Of owned atom i, with an image of its partner.
static LocalFace local_bond(const Atom *atom, const FaceMaterial &law, int i, int j,
                            const BondOfBlock &one)
{
  LocalFace bond = {one.is_a ? i : j, one.is_a ? j : i, one.type, j < atom->nlocal ? 1.0 : 0.5,
                    one.bond};
  bond.strength = strength_factor(law.scatter, atom->tag[i], one.partner);
  bond.memory = one.memory;
  return bond;
}

// The memory of this bond as it is afterwards is `after`, if it is given.
static grist::FaceForces evaluated(const LAMMPS *lmp, const FaceMaterial &law,
                                   const PolyhedronBodies &bodies, const LocalFace &of, double dt,
                                   grist::FaceMemory *after)
{
  grist::FaceMemory memory = of.memory;
  const int a = of.a, b = of.b;
  const grist::FaceForces found =
      face_forces(law, of.bond,
                  {bodies.pose(a), bodies.pose(b), bodies.velocity(a), bodies.velocity(b),
                   bodies.omega(a), bodies.omega(b), effective_mass(lmp, a, b), dt},
                  of.strength * strength_by_temperature(lmp->atom, law, a, b), memory);
  if (after) *after = memory;
  return found;
}

BondFace::BondFace(LAMMPS *lmp) : Bond(lmp), begun(lmp, bodies)
{
  writedata = 1;
  refuse_other_fix(lmp, USER, FixFaceBonds::ID, "FACE/BONDS");
  for (const char *id : {FixFaceBonds::ID, FACE_BONDS_PLACEHOLDER})
    if (modify->get_fix_by_id(id)) return;
  make_internal_fix(lmp, USER, FACE_BONDS_PLACEHOLDER, "all DUMMY");
}

// The bonds stay: the same style may be given again before the next run.
BondFace::~BondFace()
{
  if (allocated) memory->destroy(setflag);
}

void BondFace::allocate()
{
  allocated = 1;
  const int n = atom->nbondtypes;
  materials.resize(n + 1);
  memory->create(setflag, n + 1, "bond:setflag");
  std::fill_n(setflag, n + 1, 0);
}

void BondFace::settings(int narg, char **arg)
{
  if (narg > 0) error->all(FLERR, "{}: unexpected argument {} (it takes none)", USER, arg[0]);
  comm->ghost_velocity = 1;
  // At once, as inputs name it; read_restart does not come here.
  if (domain->box_exist) FixFaceBonds::made(lmp, USER);
}

void BondFace::coeff(int narg, char **arg)
{
  if (narg < 1) utils::missing_cmd_args(FLERR, "bond_coeff", error);
  if (!allocated) allocate();
  int lo, hi;
  utils::bounds(FLERR, arg[0], 1, atom->nbondtypes, lo, hi, error);
  InputWords words(lmp, USER, narg, arg, 1);
  const FaceMaterial material = grist::read_face_material(words, arg[0]);
  for (int type = lo; type <= hi; type++) {
    materials[type] = material;
    setflag[type] = 1;
  }
}

void BondFace::init_style()
{
  refuse_rerun(lmp, USER, "frames hold no bonds of faces");
  FixParcels::refuse(lmp, USER);
  bodies.connect(atom, error, USER);
  // Blocks have masses of their own; without those of types a data file could not be read.
  for (int type = 1; type <= atom->ntypes; type++)
    if (atom->mass && !atom->mass_setflag[type]) atom->set_mass(FLERR, type, 1.0);
  if (force->bond != this) error->all(FLERR, "{} cannot be a part of bond_style hybrid", USER);
  refuse_respa(lmp, USER);
  refuse_ghosts_of_a_group(lmp, USER);
  comm->ghost_velocity = 1;
  laws.clear();
  for (const FaceMaterial &given : materials) laws.push_back(in_force_units(given, force->nktv2p));
  require_temperatures(lmp, laws);
  const bool is_first = !faces;
  faces = &FixFaceBonds::made(lmp, USER);
  FixKnownIds::require(lmp, USER, is_first);
  guard_run(lmp);
}

bool BondFace::are_bonded(int i, tagint other) const
{
  return faces && (faces->of(i).has(other) || faces->are_held_together(i, other));
}

// It begins in the step after the face has parted; at the start of a run, in the same one.
BondedBodies::PartedContact BondFace::contact_of(int i, tagint other) const
{
  const FaceParting *how = faces ? faces->of(i).parting(other) : nullptr;
  if (!how) return {};
  const bool begins = update->ntimestep <= how->step + 1;
  return {how->share, begins ? how->friction : Vector3d::zero()};
}

bigint BondFace::changes() const
{
  return faces ? faces->changes.count() + faces->changes_of_held() : 0;
}

void BondFace::came_apart(int i, tagint other)
{
  faces->changes.came_apart(i, other);
}

static void add_to(Atom *atom, int i, const Vector3d &force_on, const Vector3d &torque_on)
{
  for (int d = 0; d < 3; d++) {
    atom->f[i][d] += force_on[d];
    atom->torque[i][d] += torque_on[d];
  }
}

// Each bond of this rank once, except those of rocks that are held. Collective after a rebuild.
void BondFace::list_bonds(bool is_rebuild)
{
  bonds.clear();
  held_then = faces->changes_of_held();
  const bool ids_are_new = faces->changes.take_new_ids();
  const auto scatters = [](const FaceMaterial &of) { return of.scatter.exists(); };
  if (is_rebuild && std::any_of(laws.begin(), laws.end(), scatters) &&
      on_any_rank(ids_are_new, world))
    error->all(FLERR, "{}: {}", USER, grist::STRENGTHS_FOLLOW_IDS);
  std::string problem;
  for (int i = 0; i < atom->nlocal; i++)
    for (const BondOfBlock &one : faces->of(i).bonds) {
      int j = atom->map(one.partner);
      if (j < 0)
        error->one(
            FLERR,
            "{}: atom {} is bonded to atom {}, which is not near it (it was deleted or lost, "
            "or comm_modify cutoff is too short)",
            USER, atom->tag[i], one.partner);
      j = domain->closest_image(i, j);
      const bool both = j < atom->nlocal;
      if (both && !one.is_a) continue;
      const FaceMaterial &law = laws[one.type];
      if (!faces->is_held(i)) bonds.push_back(local_bond(atom, law, i, j, one));
      if (const std::string why = grist::refusal(law, one.bond.distance); !why.empty())
        problem = fmt::format("{}: bond of type {} between atoms {} and {}: {}", USER, one.type,
                              atom->tag[i], one.partner, why);
    }
  blocks.clear();
  for (const LocalFace &one : bonds)
    blocks.add(one.a, one.b, laws[one.type], one.bond, effective_mass(lmp, one.a, one.b),
               one.strength, one.memory);
  if (is_rebuild &&
      std::any_of(laws.begin(), laws.end(), [](const FaceMaterial &of) { return of.softens(); }))
    end_if_any(lmp, problem);
}

void BondFace::compute(int eflag, int vflag)
{
  assert(faces);
  ev_init(eflag, vflag);
  const int count = atom->nlocal + atom->nghost;
  if (neighbor->ago == 0) bodies.find_shapes(count);
  if (neighbor->ago == 0 || held_then != faces->changes_of_held()) list_bonds(neighbor->ago == 0);
  // Most blocks may be of rocks that are held.
  if (2 * blocks.atoms().size() > static_cast<size_t>(count))
    bodies.update(count);
  else
    for (const int i : blocks.atoms()) bodies.update_one(i);
  begun.find(faces->changes.all());
  const bool with_energy = recording.is_on() || evflag;
  blocks.evaluate(atom, bodies, with_energy,
                  [this](int n, const grist::FacePull &drag, double stored,
                         const Vector3d &force_a) { record(bonds[n], drag, stored, force_a); });
  for (const int n : blocks.others())
    if (bonds[n].type > 0) evaluate_other(bonds[n]);
}

void BondFace::add_released()
{
  list_bonds(false);
  bodies.update(atom->nlocal + atom->nghost);
  for (LocalFace &one : bonds)
    one.energy = evaluated(lmp, laws[one.type], bodies, one, 0.0, nullptr).energy;
}

void BondFace::evaluate_other(LocalFace &one)
{
  const grist::FaceForces found = evaluated(lmp, laws[one.type], bodies, one,
                                            update->setupflag ? 0.0 : update->dt, &one.memory);
  const tagint id_a = atom->tag[one.a], id_b = atom->tag[one.b];
  const bool a_is_owned = one.a < atom->nlocal;
  faces->changes.add_rubbed(one.share * found.rubbed);
  flowed += one.share * found.flowed;
  if (found.failure != grist::BondFailure::NONE) {
    const auto [share, friction] = begun.contact_of(one.a, one.b, found);
    const FaceParting how = {share,         friction,          found.energy + found.dissipated,
                             found.failure, update->ntimestep, run_time(update)};
    faces->changes.break_bond(a_is_owned ? one.a : one.b, a_is_owned ? id_b : id_a,
                              a_is_owned ? how : how.of_partner());
    one.type = 0;
    return;
  }
  if (found.has_remembered) {
    faces->changes.remember(one.a, id_b, one.memory);
    faces->changes.remember(one.b, id_a, one.memory);
    faces->changes.add_lost(one.share * found.dissipated);
  }
  const grist::FacePull &on = found.on;
  if (a_is_owned) add_to(atom, one.a, on.force_a, on.torque_a);
  if (one.b < atom->nlocal) add_to(atom, one.b, -on.force_a, on.torque_b);
  record(one, found.drag, found.energy, on.force_a);
}

void BondFace::record(LocalFace &one, const grist::FacePull &drag, double stored, const Vector3d &f)
{
  if (recording.is_on()) {
    one.energy = stored;
    one.drag = drag;
  }
  if (!evflag) return;
  const Vector3d apart = bodies.pose(one.a).position - bodies.pose(one.b).position;
  const double v[] = {apart.x * f.x, apart.y * f.y, apart.z * f.z,
                      apart.x * f.y, apart.x * f.z, apart.y * f.z};
  if (eflag_global) energy += one.share * stored;
  for (int k = 0; k < 6 && vflag_global; k++) virial[k] += one.share * v[k];
  for (const int end : {one.a, one.b}) {
    if (end >= atom->nlocal) continue;
    if (eflag_atom) eatom[end] += 0.5 * stored;
    for (int k = 0; k < 6 && vflag_atom; k++) vatom[end][k] += 0.5 * v[k];
  }
}

// ---- for stresses, sensors and pictures

// The circle of the area of the face.
BondSize BondFace::size_of(int i, int m, int) const
{
  const grist::FaceBond &bond = faces->of(i).bonds[m].bond;
  return {std::sqrt(bond.area / grist::PI), bond.distance};
}

std::optional<BondReading> BondFace::reading(int i, int m, int j) const
{
  assert(is_owned(atom, i));
  if (faces->is_held(i)) return {};
  const BondOfBlock &one = faces->of(i).bonds[m];
  const int k = domain->closest_image(i, j);
  const grist::FaceForces found = evaluated(
      lmp, laws[one.type], bodies, local_bond(atom, laws[one.type], i, k, one), 0.0, nullptr);
  const Vector3d &f = found.loads.force, &moment = found.loads.moment;
  return BondReading{{f.z, std::hypot(f.x, f.y), std::hypot(moment.x, moment.y), moment.z},
                     found.share,
                     damage_of(laws[one.type], one.bond, one.memory)};
}

// Both forces act half way between the centroids of the face.
std::vector<BondPull> BondFace::elastic_pulls() const
{
  std::vector<BondPull> pulls;
  for (const LocalFace &one : bonds) {
    if (one.type == 0) continue;
    const grist::FaceForces found = evaluated(lmp, laws[one.type], bodies, one, 0.0, nullptr);
    const grist::Pose &a = bodies.pose(one.a), &b = bodies.pose(one.b);
    const Vector3d middle =
        0.5 * (a.to_space(one.bond.in_a.position) + b.to_space(one.bond.in_b.position));
    pulls.push_back({one.a, one.b, found.on.force_a - found.drag.force_a, middle - a.position,
                     middle - b.position});
  }
  return pulls;
}

// ---- for compute energy/balance

void BondFace::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  for (const LocalFace &one : bonds)
    if (one.type > 0 && of.has(one.a)) to.bond += one.share * one.energy;
}

// Each rank has the ends that it owns.
void BondFace::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                          const grist::SphereSelection &of) const
{
  for (const LocalFace &one : bonds) {
    if (one.type == 0 || !of.has(one.a)) continue;
    if (one.a < atom->nlocal)
      to[grist::BOND_DAMPING] -=
          dot(one.drag.force_a, rates[one.a].velocity) + dot(one.drag.torque_a, rates[one.a].omega);
    if (one.b < atom->nlocal)
      to[grist::BOND_DAMPING] -=
          dot(one.drag.torque_b, rates[one.b].omega) - dot(one.drag.force_a, rates[one.b].velocity);
  }
}

void BondFace::take_events(grist::EnergyLedger &ledger)
{
  ledger.add_broken_bond(faces->changes.take_lost_energy());
  ledger.add_flow(grist::SHEARING, faces->changes.take_rubbed());
  ledger.add_flow(grist::BOND_DAMPING, std::exchange(flowed, 0.0));
  const grist::OverlapEnergy supplied = begun.take();
  ledger.add_new_contact(supplied.normal + supplied.pressed + supplied.shear);
  ledger.add_flow(grist::PRESSING, supplied.pressed);    // no work of contacts has stored these
  ledger.add_flow(grist::SHEARING, supplied.shear);
}

// With the springs K of a face, its slip B x and the masses M, the square of each frequency is at most
// twice the largest sum over a block of K |B|^2 / M.
void BondFace::add_limits(RunLimits &limits)
{
  double most = 0.0;
  auto *avec = dynamic_cast<AtomVecBody *>(atom->style_match("body"));
  for (int i = 0; faces && avec && i < atom->nlocal; i++) {
    if (faces->of(i).bonds.empty()) continue;
    const double *moments = avec->bonus[atom->body[i]].inertia;
    const double inertia = std::min({moments[0], moments[1], moments[2]}) / force->ftm2v;
    double sum = 0.0;
    for (const BondOfBlock &one : faces->of(i).bonds) {
      const double stiffness = laws[one.type].young / one.bond.distance;
      const double shear = std::max(1.0, 1.0 / laws[one.type].ratio);
      const Vector3d &arm = one.is_a ? one.bond.in_a.position : one.bond.in_b.position;
      sum += shear * stiffness *
          (one.bond.area * (1.0 / mass_of(lmp, i) + squared_norm(arm) / inertia) +
           (one.bond.inertia[0] + one.bond.inertia[1]) / inertia);
    }
    most = std::max(most, sum);
  }
  limits.times.push_back(
      {TimeLimitKind::BONDS, USER,
       most > 0.0 ? 2.0 / std::sqrt(2.0 * most) : std::numeric_limits<double>::infinity()});
}

double BondFace::memory_usage()
{
  return Bond::memory_usage() + static_cast<double>(bonds.capacity() * sizeof(LocalFace));
}

// ---- coefficients in restart and data files; the fix writes the bonds

void BondFace::write_restart(FILE *fp)
{
  RestartWriter out(RESTART_VERSION);
  for (int type = 1; type <= atom->nbondtypes; type++)
    out.add_text(grist::face_material_text(materials[type]));
  out.write(fp);
}

void BondFace::read_restart(FILE *fp)
{
  allocate();
  RestartReader in(lmp, USER, RESTART_VERSION, fp);
  for (int type = 1; type <= atom->nbondtypes; type++) {
    InputWords words(lmp, USER, in.get_text());
    materials[type] = grist::read_face_material(words, std::to_string(type));
  }
  in.end();
  std::fill_n(setflag + 1, atom->nbondtypes, 1);
}

void BondFace::write_data(FILE *fp)
{
  for (int type = 1; type <= atom->nbondtypes; type++)
    utils::print(fp, "{}{}\n", type, grist::face_material_text(materials[type]));
}
