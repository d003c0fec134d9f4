#include "styles/polyhedra/pair_polyhedron.h"
#include "styles/access/styles_with.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "styles/access/atom_style.h"
#include "styles/access/inserting_fixes.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/kernel_instructions.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/run_checks.h"
#include "styles/commands/input_words.h"
#include "styles/parcels/fix_parcels.h"
#include "styles/polyhedra/body_contact_history.h"
#include "styles/polyhedra/fix_body_store.h"
#include "styles/polyhedra/overlap_law_keywords.h"
#include "styles/state/restart_block.h"
#include "update.h"

#include "lanes/prefetch.h"
#include "overlaps/overlap_numbers.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
using grist::ContactForce;
using grist::Overlap;
using grist::OverlapContactLaw;
using grist::OverlapStatus;
using grist::Vector3d;

static constexpr int SINGLE_EXTRA = 13;                    // of compute pair/local: p1 to p13
static constexpr int RESTART_VERSION = 3;                  // of the layout of coefficients
static constexpr char USER[] = "Pair style polyhedron";    // begins errors

PairPolyhedron::PairPolyhedron(LAMMPS *lmp) :
    PairWithReach(lmp), SetupMemory([this] {
      return [this, kept = histories(list, history), more = compounds.restore_after_setup()] {
        take_back(kept.data(), list, history);
        more();
      };
    }),
    history(nullptr), compounds(lmp, bodies), freeze_group(0), waiting{}, waiting_count(0),
    block(std::make_unique<grist::OverlapBlock>()), laws_in_block{}
{
  single_enable = 1;
  restartinfo = 1;
  no_virial_fdotr_compute = 1;
  centroidstressflag = CENTROID_NOTAVAIL;
  finitecutflag = 1;
  nondefault_history_transfer = 1;
  single_extra = SINGLE_EXTRA;
  svector = new double[SINGLE_EXTRA];

  // Placeholders, so that the fixes that keep histories come before those of the input script.
  history_id = "NEIGH_HISTORY_POLYHEDRON_DUMMY" + std::to_string(instance_me);
  modify->add_fix(history_id + " all DUMMY");
  modify->add_fix(compounds.id() + " all DUMMY");
}

PairPolyhedron::~PairPolyhedron()
{
  if (copymode) return;
  delete[] svector;
  for (const std::string &id : {history_id, compounds.id()})
    if (modify->get_fix_by_id(id)) modify->delete_fix(id);
  if (!allocated) return;
  memory->destroy(setflag);
  memory->destroy(cutsq);
}

void PairPolyhedron::allocate()
{
  allocated = 1;
  const int n = atom->ntypes + 1;
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) setflag[i][j] = 0;
  laws.assign(n, std::vector<OverlapContactLaw>(n));
}

void PairPolyhedron::settings(int narg, char **arg)
{
  if (narg > 0) error->all(FLERR, "{}: unexpected argument {} (it takes none)", USER, arg[0]);
}

/* ----------------------------------------------------------------------
   pair_coeff I J volume|energy K [restitution e | hysteretic e] [damping c] [friction mu [ratio r]]
              [regularised mu speed [tangential d]]
------------------------------------------------------------------------- */

void PairPolyhedron::coeff(int narg, char **arg)
{
  if (narg < 2) utils::missing_cmd_args(FLERR, "pair_coeff", error);
  if (!allocated) allocate();
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);
  InputWords words(lmp, USER, narg, arg, 2);
  OverlapContactLaw law = read_normal_law(words);
  words.read_keywords(overlap_law_keywords(words, law));

  int count = 0;
  for (int i = ilo; i <= ihi; i++)
    for (int j = std::max(jlo, i); j <= jhi; j++) {
      laws[i][j] = laws[j][i] = law;
      setflag[i][j] = 1;
      count++;
    }
  if (count == 0) error->all(FLERR, "{}: no pair of types in {} {}", USER, arg[0], arg[1]);
}

void PairPolyhedron::init_style()
{
  FixParcels::refuse(lmp, "Pair style polyhedron");
  bodies.connect(atom, error, USER);
  FixBodyStore::make(lmp, USER);
  bodies.check(lmp);
  settle_instructions(lmp);
  refuse_respa(lmp, USER);
  refuse_two_dimensions(lmp, USER);
  warn_of_rerun_of_bodies(lmp, USER);
  refuse_tiled_newton(lmp, USER);
  refuse_ghosts_of_a_group(lmp, USER);
  comm->ghost_velocity = 1;
  neighbor->add_request(this, NeighConst::REQ_SIZE | NeighConst::REQ_HISTORY);
  FixKnownIds::require(lmp, USER, !history);
  if (!history) make_history();
  compounds.make_fix(USER);
  bonded.connect(bond_with<BondedBodies>(lmp));
  require_internal_fix(lmp, USER, history_id, history);
  history_pages.renew(lmp, *history, USER, [this] { history->init(); });
  const auto freezes = modify->get_fix_by_style("^freeze");
  freeze_group = freezes.empty() ? 0 : freezes.front()->groupbit;

  laws_in_block = {};
  largest = largest_radii(lmp);
  refuse_huge_reach(lmp, USER,
                    2.0 * *std::max_element(largest.begin(), largest.end()) + neighbor->skin);
  if (!compute_flag) {    // no contact acts, also none of an earlier run
    record.begin_step();
    losses.begin_step();
    stored = {};
  }
  guard_run(lmp);
}

// The ID of the fix must be that in a restart file: it counts the pair styles of this name in use.
void PairPolyhedron::make_history()
{
  assert(!history);
  const std::string placeholder = history_id;
  int number = 0;
  do history_id = "NEIGH_HISTORY_POLYHEDRON" + std::to_string(number++);
  while (modify->get_fix_by_id(history_id));
  history = make_body_contact_history(lmp, placeholder, history_id);
  history->pair = this;
}

double PairPolyhedron::init_one(int i, int j)
{
  assert(i >= 1 && i <= j && j <= atom->ntypes);
  assert(largest.size() == static_cast<size_t>(atom->ntypes) + 1);
  if (setflag[i][j] == 0) {
    const OverlapContactLaw &a = laws[i][i], &b = laws[j][j];
    if (!setflag[i][i] || !setflag[j][j] || !can_be_mixed(a, b))
      error->all(
          FLERR,
          "{}: no coefficients for types {} and {} (laws of different kinds cannot be mixed)", USER,
          i, j);
    laws[i][j] = mixed(a, b);
  }
  laws[j][i] = laws[i][j];
  return largest[i] + largest[j];
}

// In units of force times time squared over length, whatever the unit of mass is.
inline double PairPolyhedron::effective_mass(int i, int j) const
{
  assert(i != j && atom->rmass[i] > 0.0 && atom->rmass[j] > 0.0);
  const double a = atom->rmass[i], b = atom->rmass[j];
  if (atom->mask[i] & freeze_group) return b / force->ftm2v;
  if (atom->mask[j] & freeze_group) return a / force->ftm2v;
  return a * b / (a + b) / force->ftm2v;
}

inline grist::ContactMotion PairPolyhedron::motion(int i, int j, const Overlap &overlap,
                                                   double dt) const
{
  const Vector3d distance = bodies.pose(j).position - bodies.pose(i).position;
  const Vector3d &omega_i = bodies.omega(i), &omega_j = bodies.omega(j);
  const Vector3d velocity =
      bodies.velocity(i, Vector3d::zero()) - bodies.velocity(j, Vector3d::zero());
  return {grist::pair_velocity(velocity, omega_i, overlap.centroid, omega_j,
                               overlap.centroid - distance, dt),
          omega_i - omega_j, effective_mass(i, j), dt, grist::pair_turning(omega_i, omega_j)};
}

static void add(double *to, const Vector3d &what, double factor = 1.0)
{
  for (int d = 0; d < 3; d++) to[d] += factor * what[d];
}

// The numbers of all pairs are more than a cache holds, and are needed when the overlap is known.
static void prefetch_history(const double *kept)
{
  grist::prefetch(kept);
  grist::prefetch(kept + HISTORY_NUMBERS - 1);
}

void PairPolyhedron::compute(int eflag, int vflag)
{
  assert(history && waiting_count == 0);
  ev_init(eflag, vflag);
  const int count = atom->nlocal + atom->nghost;
  if (neighbor->ago == 0) bodies.find_shapes(count);
  bodies.update(count);
  if (neighbor->ago == 0) {
    compounds.renew(list);
    planes.renew({list->inum, list->ilist, list->numneigh, list->firstneigh, NEIGHMASK},
                 std::vector<std::int64_t>(atom->tag, atom->tag + count), bodies.all_shapes(),
                 bodies.all_poses());
  }
  history->mark_newer();
  compounds.begin_step();
  bonded.begin_step(*list, atom->tag, neighbor->ago == 0);
  record.begin_step();
  losses.begin_step();
  stored = {};
  const double dt = update->setupflag ? 0.0 : update->dt;

  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    const int *neighbors = list->firstneigh[i];
    grist::SeparatingPlane *remembered = planes.of(i);
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = neighbors[jj] & NEIGHMASK;
      const BondedPairs::Kind kind = bonded.next();
      if (kind == BondedPairs::BONDED) continue;
      if (bodies.is_compound_pair(i, j)) {
        auto [contacts, row] = compounds.find_next(i, j);    // rows stay to the next step
        for (const grist::CompoundContact &contact : contacts) {
          waiting[waiting_count].overlap = contact.overlap;
          if (contact.overlap.area > 0.0)    // else one is inside the other
            add_contact(i, j, row, contact.share, dt);
          row += HISTORY_NUMBERS;
        }
        continue;
      }
      double *kept = history->firstvalue[i] + HISTORY_NUMBERS * jj;
      if (history->firstflag[i][jj]) prefetch_history(kept);
      const bool touching =
          bodies.find_contact(i, j, &remembered[jj], waiting[waiting_count].overlap);
      const double share =
          kind == BondedPairs::PARTED ? bonded.follow(i, atom->tag[j], touching, kept) : 1.0;
      if (touching)
        add_contact(i, j, kept, share, dt);
      else if (history->firstflag[i][jj])
        std::fill_n(kept, HISTORY_NUMBERS, 0.0);
      history->firstflag[i][jj] = touching;
    }
  }
  evaluate_waiting(dt);
}

// The overlap is in its place already. Forces are added in the order of the list, however contacts
// are put into blocks.
inline void PairPolyhedron::add_contact(int i, int j, double *kept, double share, double dt)
{
  assert(kept && waiting_count < grist::OverlapBlock::LANES);
  Touching &next = waiting[waiting_count];
  next.i = i;
  next.j = j;
  next.law = &laws[atom->type[i]][atom->type[j]];
  next.kept = kept;
  next.share = share;
  if (waiting_count > 0 && !is_of_one_kind(*waiting[0].law, *next.law)) {
    evaluate_waiting(dt);
    waiting[0] = next;
  }
  waiting_count++;
  if (waiting_count == grist::OverlapBlock::LANES) evaluate_waiting(dt);
}

void PairPolyhedron::evaluate_waiting(double dt)
{
  const int count = waiting_count;
  waiting_count = 0;
  if (count == 0) return;
  for (int n = 0; n < count; n++) {
    const auto &[i, j, law, kept, part, overlap] = waiting[n];
    if (laws_in_block[n] != law) block->set_law(n, *law);
    laws_in_block[n] = law;
    const Vector3d distance = bodies.pose(j).position - bodies.pose(i).position;
    block->set_contact(n, overlap,
                       {distance, bodies.velocity(i), bodies.velocity(j), bodies.omega(i),
                        bodies.omega(j), effective_mass(i, j)});
    block->set_history(n, load_history(kept));
  }
  evaluate(*block, count, *waiting[0].law, dt);
  if (flow_recording.is_on()) add_losses(count, dt);

  const bool is_recorded = evflag || record.is_on();
  for (int n = 0; n < count; n++) {
    const auto &[i, j, law, kept, part, overlap] = waiting[n];
    const ContactForce on = block->on(n);
    const grist::ContactHistory now = block->history(n);
    store_history(now, kept);
    add(atom->f[i], on.force, part);
    add(atom->torque[i], on.torque_a, part);
    if (force->newton_pair || j < atom->nlocal) {
      add(atom->f[j], on.force, -part);
      add(atom->torque[j], on.torque_b, part);
    }
    if (is_recorded) record_contact(waiting[n], now, on, dt);
  }
}

void PairPolyhedron::add_losses(int count, double dt)
{
  assert(count > 0 && count <= grist::OverlapBlock::LANES);
  int a[grist::OverlapBlock::LANES], b[grist::OverlapBlock::LANES];
  double share[grist::OverlapBlock::LANES];
  for (int n = 0; n < count; n++) {
    a[n] = waiting[n].i;
    b[n] = waiting[n].j;
    share[n] = waiting[n].share * share_of(b[n]);
  }
  find_losses(*block, count, *waiting[0].law, dt, share, losses.room_for(count), stored);
  losses.add(a, b, share, count);
}

void PairPolyhedron::add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const
{
  if (of.has_all())
    add(to, stored, 1.0);
  else
    ContactStyle::add_stored(to, of);
}

void PairPolyhedron::add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                                const grist::SphereSelection &of) const
{
  if (of.has_all())
    losses.add_powers(to, rates);
  else
    ContactStyle::add_powers(to, rates, of);
}

// The share of a contact with j that counts on this rank.
double PairPolyhedron::share_of(int j) const
{
  assert(is_owned_or_ghost(atom, j));
  return force->newton_pair || j < atom->nlocal ? 1.0 : 0.5;
}

void PairPolyhedron::record_contact(const Touching &contact, const grist::ContactHistory &now,
                                    const ContactForce &on, double dt)
{
  const auto &[i, j, law, kept, part, overlap] = contact;
  const Vector3d distance = bodies.pose(j).position - bodies.pose(i).position;
  const grist::TouchingPair pair = {i, j, part * share_of(j), false, part};
  record.add({pair, law, overlap, distance, motion(i, j, overlap, dt), now, on, {}});
  if (evflag)
    ev_tally_xyz(i, j, atom->nlocal, force->newton_pair, part * on.energy, 0.0, part * on.force[0],
                 part * on.force[1], part * on.force[2], -distance[0], -distance[1], -distance[2]);
}

/* ----------------------------------------------------------------------
   compute pair/local: energy, and p1 to p13: volume, area, force on the first (3), contact point
   (3), 1 if they touch, torque on the first (3), energy that the hysteretic law has lost
------------------------------------------------------------------------- */

double PairPolyhedron::single(int i, int j, int itype, int jtype, double, double, double,
                              double &fforce)
{
  assert(is_owned_or_ghost(atom, i) && is_owned_or_ghost(atom, j) && i != j);
  fforce = 0.0;
  std::fill_n(svector, SINGLE_EXTRA, 0.0);
  if (!history || modify->get_fix_by_id(history_id) != history)
    error->one(FLERR, "{}: pairs have no values yet (run 0 first)", USER);
  if (!compute_flag) return 0.0;
  bodies.update_one(i);
  bodies.update_one(j);
  const Vector3d distance = bodies.pose(j).position - bodies.pose(i).position;
  Vector3d force_on = Vector3d::zero(), torque = Vector3d::zero(), point = Vector3d::zero();
  double energy = 0.0;
  for (auto &[share, overlap, remembered] : contacts_of(i, j)) {
    const ContactForce contact = overlap_contact(laws[itype][jtype], overlap, distance,
                                                 motion(i, j, overlap, 0.0), remembered);
    svector[0] += share * overlap.volume;
    svector[1] += share * overlap.area;
    svector[12] += share * contact.lost;
    point += share * overlap.volume * overlap.centroid;
    force_on += share * contact.force;
    torque += share * contact.torque_a;
    energy += share * contact.energy;
  }
  if (svector[0] == 0.0) return 0.0;
  point = bodies.pose(i).position + point / svector[0];
  std::copy_n(force_on.data(), 3, svector + 2);
  std::copy_n(point.data(), 3, svector + 5);
  svector[8] = 1.0;
  std::copy_n(torque.data(), 3, svector + 9);
  const double apart = norm(distance);
  if (apart > 0.0) fforce = -dot(force_on, distance) / (apart * apart);
  return energy;
}

// With copies of histories, between steps.
std::vector<PairPolyhedron::Known> PairPolyhedron::contacts_of(int i, int j)
{
  std::vector<Known> result;
  if (bonded.are_bonded(i, atom->tag[j])) return result;
  if (bodies.is_compound_pair(i, j)) {
    std::vector<double> rows;
    for (const grist::CompoundContact &contact : compounds.find(i, j, rows))
      result.push_back(
          {contact.share, contact.overlap, load_history(&rows[HISTORY_NUMBERS * result.size()])});
    return result;
  }
  const Overlap overlap = bodies.overlap(i, j, nullptr);
  if (overlap.status != OverlapStatus::OVERLAPPING) return result;
  result.push_back({bonded.share_of_contact(i, atom->tag[j]), overlap, {}});
  const int *neighbors = list->firstneigh[i];
  for (int jj = 0; jj < list->numneigh[i]; jj++)
    if ((neighbors[jj] & NEIGHMASK) == j)
      result[0].remembered = load_history(history->firstvalue[i] + HISTORY_NUMBERS * jj);
  return result;
}

void PairPolyhedron::transfer_history(double *source, double *target, int, int)
{
  mirror_history(source, target);
}

void PairPolyhedron::transfer_laws(grist::Archive &archive)
{
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      archive(setflag[i][j]);
      if (!setflag[i][j]) continue;
      archive(laws[i][j]);
      laws[j][i] = laws[i][j];
    }
}

void PairPolyhedron::write_restart(FILE *file)
{
  RestartWriter out(RESTART_VERSION);
  transfer_laws(out);
  out.write(file);
}

void PairPolyhedron::read_restart(FILE *file)
{
  if (!allocated) allocate();
  RestartReader in(lmp, USER, RESTART_VERSION, file);
  transfer_laws(in);
  in.end();
}

// ---- for fix guard

bool PairPolyhedron::may_lose_at_once() const
{
  return std::any_of(laws.begin(), laws.end(), [](const auto &of_type) {
    return std::any_of(of_type.begin(), of_type.end(), grist::loses_at_once);
  });
}

void PairPolyhedron::add_limits(RunLimits &limits)
{
  if (!compute_flag) return;
  grist::ContactSurvey survey;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = list->firstneigh[i][jj] & NEIGHMASK;
      if (!history->firstflag[i][jj] && !bodies.is_compound_pair(i, j)) continue;
      for (const Known &contact : contacts_of(i, j)) {
        survey.weight = contact.share * share_of(j);
        grist::add_contact(survey, laws[atom->type[i]][atom->type[j]], contact.overlap,
                           effective_mass(i, j), bodies.overlap_scale(i, j));
      }
    }
  }
  limits.add(TimeLimitKind::OVERLAP_CONTACT, USER, survey);
}
