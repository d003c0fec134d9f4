#include "styles/rocks/fix_rigid_blocks.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/styles_with.h"
#include "styles/blocks/bond_face.h"
#include "styles/blocks/fix_face_bonds.h"
#include "styles/files/output_columns.h"
#include "update.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;

static constexpr char USER[] = "Fix rigid/blocks";    // begins errors
static constexpr int RESTART_VERSION = 1;
static constexpr bigint ASK = 100;    // steps from one question to all ranks to the next

/* ----------------------------------------------------------------------
   fix ID group rigid/blocks [release s] [return s] [compression w] [largest n]
------------------------------------------------------------------------- */

static std::vector<Keyword> hold_keywords(InputWords &words, HoldRocks &hold)
{
  return {{"release", [&] { hold.release = words.positive("release", Quantity::NUMBER); }},
          {"return", [&] { hold.back = words.not_negative("return", Quantity::NUMBER); }},
          {"compression",
           [&] { hold.compression = words.between("compression", Quantity::NUMBER, 0.0, 1.0); }},
          {"largest", [&] { hold.largest = words.whole("largest", 2); }}};
}

FixRigidBlocks::FixRigidBlocks(LAMMPS *lmp, int narg, char **arg) :
    FixRigidBlocks(lmp, narg, arg, HoldRocks())
{
}

FixRigidBlocks::FixRigidBlocks(LAMMPS *lmp, int narg, char **arg, HoldRocks hold) :
    RowsFix(USER, RESTART_VERSION, lmp, narg, arg,
            [&hold](InputWords &words) { return hold_keywords(words, hold); })
{
  if (hold.release >= 1.0)
    error->all(FLERR, "{}: release {:g} (expected a share of the strength below 1)", USER,
               hold.release);
  if (hold.back >= hold.release)
    error->all(FLERR, "{}: return {:g} (expected less than release {:g})", USER, hold.back,
               hold.release);
  if (hold.back < 0.0) hold.back = 0.5 * hold.release;
  for (const Fix *other : modify->get_fix_by_style("^rigid/blocks$"))
    error->all(FLERR, "{}: fix {} is one already (expected one in a run)", USER, other->id);
  rigid_flag = 1;
  vector_flag = global_freq = 1;
  size_vector = 5;
  extvector = 1;
  force_reneighbor = 1;
  next_reneighbor = -1;
  name_columns(lmp, *this, {{}, {"rocks", "blocks", "releases", "held", "mean_blocks"}, {}, {}});
  maxexchange = grist::row_size(HeldBlock());
  shapes = std::make_unique<RockShapes>(lmp);
  rocks = std::make_unique<HeldRocks>(lmp, rows);
  loads = std::make_unique<RockLoads>(lmp, *rocks, hold.release);
  released = std::make_unique<RockRelease>(lmp, *rocks, *loads, *shapes, hold);
  forming = std::make_unique<RockForming>(lmp, USER, rows, *shapes, *rocks, hold);
  start_rows();
}

void FixRigidBlocks::init()
{
  FixLeapfrogBody::init();
  style = bond_with<BondFace>(lmp);
  if (!style)
    error->all(FLERR, "{}: bond_style {} (expected face)", USER,
               force->bond_style ? force->bond_style : "none");
  if (update->whichflag == 2)
    error->all(FLERR, "{}: minimize (expected fix leapfrog/body: faces of held rocks rest)", USER);
  if (domain->box_change_size || domain->box_change_shape)    // fix balance moves borders of ranks
    error->all(FLERR, "{}: the box changes (expected a box that stays)", USER);
  const auto &laws = style->laws_in_force_units();
  for (size_t type = 1; type < laws.size(); type++)
    if (grist::Fatigue::acts(laws[type]))
      error->all(
          FLERR,
          "{}: bond_coeff {} has fatigue (expected none: faces of held rocks are not damaged)",
          USER, type);
  faces = &FixFaceBonds::made(lmp, USER);
  shapes->init(*faces, *style);
  rocks->init(*faces);
  loads->init();
  forming->init(*faces, *style);
}

void FixRigidBlocks::setup_pre_exchange()
{
  if (const RunCounter::Jump jump = counter.enter(update); jump.steps != 0)
    forming->move_steps(jump.steps);
}

// ---- rocks at a rebuild

void FixRigidBlocks::update_rocks()
{
  faces->update_clusters();
  forming->form(groupbit);
  rocks->attach();
  loads->forget();
  forming->find_watched();
  list_left_out();
}

// Commands may have moved, changed or deleted blocks since the last run: they are the truth then.
void FixRigidBlocks::setup_pre_neighbor()
{
  held_steps = steps = 0.0;
  faces->update_clusters();
  rocks->attach();
  if (!rocks->are_in_place()) rocks->dissolve();
  for (HeldRocks::Body &body : rocks->bodies_here())
    body.shape = {};    // its blocks are in the order of ids, which may be new
  update_rocks();
}

void FixRigidBlocks::list_left_out()
{
  left_out.clear();
  if (rocks->all().empty()) return;
  left_out.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) left_out[i] = rows[i].state == Holding::HELD ? 1 : 0;
}

// ---- a step

// Loads of the first step are found here, as fixes that come later add their forces at setup.
void FixRigidBlocks::initial_integrate(int vflag)
{
  FixLeapfrogBody::initial_integrate(vflag);
  rocks->kick(loads->last(), half_step());
  rocks->move(time_step());
}

// All forces are known.
void FixRigidBlocks::final_integrate()
{
  loads->find();
  if (released->release_loaded()) {
    style->add_released();
    forming->find_watched();
    list_left_out();
  }
  forming->watch();
  ask_for_rebuild();
  FixLeapfrogBody::final_integrate();
  rocks->kick(loads->last(), half_step());
  rocks->place_velocities();
  held_steps += held_blocks();
  steps++;
}

void FixRigidBlocks::post_run()
{
  counter.leave(update);
}

// Rocks are held at rebuilds, and in a bed at rest there are none.
void FixRigidBlocks::ask_for_rebuild()
{
  if (update->ntimestep % ASK == 0 && on_any_rank(forming->is_due(), world))
    next_reneighbor = update->ntimestep + 1;
}

// ---- output: held rocks and blocks, releases, rocks taken up, mean number of held blocks in this
// run

double FixRigidBlocks::held_blocks() const
{
  double sum = 0.0;
  for (const HeldRocks::Body &body : rocks->all())
    if (!body.is_released) sum += body.end - body.first;
  return sum;
}

double FixRigidBlocks::held_rocks() const
{
  double sum = 0.0;
  for (const HeldRocks::Body &body : rocks->all())
    if (!body.is_released) sum += static_cast<double>(body.end - body.first) / body.count;
  return sum;
}

double FixRigidBlocks::compute_vector(int n)
{
  const double mine[] = {held_rocks(), held_blocks(), released->releases, forming->formed,
                         steps > 0.0 ? held_steps / steps : held_blocks()};
  double all = 0.0;
  MPI_Allreduce(&mine[n], &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

// ---- rows and restart files

void FixRigidBlocks::transfer_row(grist::Archive &archive, int i)
{
  if (!archive.reads())
    if (const HeldRocks::Body *body = rocks->body_of(i)) rows[i].rock.motion = body->motion;
  archive(rows[i]);
  if (archive.reads()) rows[i].body = -1;
}

void FixRigidBlocks::transfer_state(grist::Archive &archive)
{
  double mine[] = {released->releases, forming->formed}, all[] = {0.0, 0.0};
  if (!archive.reads()) MPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, 0, world);
  archive(all[0], all[1]);
  counter.transfer(archive, update);
  if (!archive.reads() || comm->me != 0) return;
  released->releases = all[0];
  forming->formed = all[1];
}

// ---- energy

grist::SphereRates FixRigidBlocks::rates_now(int i) const
{
  const HeldRocks::Body &body = *rocks->body_of(i);
  return {body.motion.velocity + cross(body.omega, body.axes * rows[i].place), body.omega};
}

double FixRigidBlocks::twice_kinetic_energy(int i, const grist::SphereRates &rates) const
{
  const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
  const grist::Quaterniond turn = {bonus.quat[0], bonus.quat[1], bonus.quat[2], bonus.quat[3]};
  const grist::Vector3d in_block = conjugate(turn) * rates.omega;
  return atom->rmass[i] * squared_norm(rates.velocity) +
      dot(in_block, product(grist::vector_at(bonus.inertia), in_block));
}

void FixRigidBlocks::add_atom_motion(AtomMotion &to)
{
  FixLeapfrogBody::add_atom_motion(to);
  to.bodies.push_back(this);
}
