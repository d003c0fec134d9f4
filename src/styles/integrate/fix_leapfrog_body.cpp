#include "styles/integrate/fix_leapfrog_body.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "error.h"
#include "force.h"
#include "styles/access/atom_style.h"
#include "styles/access/run_checks.h"
#include "styles/commands/named_group.h"
#include "update.h"

#include "rigid/rigid_block.h"

#include <algorithm>

using namespace LAMMPS_NS;
using namespace FixConst;

// ---- fix ID group leapfrog/body

FixLeapfrogBody::FixLeapfrogBody(LAMMPS *lmp, int narg, char **arg) :
    FixLeapfrogBody(lmp, narg, arg, [](InputWords &) { return std::vector<Keyword>(); })
{
}

FixLeapfrogBody::FixLeapfrogBody(LAMMPS *lmp, int narg, char **arg, const MoreKeywords &more) :
    Fix(lmp, narg, arg), user(std::string("Fix ") + arg[2]), avec(nullptr), dt(0.0), half_kick(0.0)
{
  InputWords words(lmp, user, narg, arg, 3);
  const std::vector<Keyword> keywords = more(words);
  if (keywords.empty() && narg > 3)
    error->all(FLERR, "{}: unexpected argument {} (it takes none)", user, arg[3]);
  words.read_keywords(keywords);
  dynamic_group_allow = 1;
  time_integrate = 1;
}

void FixLeapfrogBody::init()
{
  avec = atom_style<AtomVecBody>(atom);
  if (!avec)
    error->all(FLERR, "{}: atom style {} has no bodies (expected body)", user, atom->get_style());
  refuse_respa(lmp, user);
  refuse_two_dimensions(lmp, user);
  warn_of_empty_group(lmp, this);
  std::string problem;
  for (int i = 0; i < atom->nlocal && problem.empty(); i++)
    if (atom->mask[i] & groupbit) problem = problem_of(i);
  end_if_any(lmp, problem);
  reset_dt();
}

// Why an atom cannot be moved as a body, or nothing.
std::string FixLeapfrogBody::problem_of(int i) const
{
  if (atom->body[i] < 0) return fmt::format("{}: atom {} is not a body", user, atom->tag[i]);
  const double *moments = avec->bonus[atom->body[i]].inertia;
  const double least = *std::min_element(moments, moments + 3);
  if (least > 0.0) return "";
  return fmt::format("{}: atom {} has a moment of inertia of {:g} (expected more than 0)", user,
                     atom->tag[i], least);
}

void FixLeapfrogBody::reset_dt()
{
  dt = update->dt;
  half_kick = 0.5 * dt * force->ftm2v;
}

// Half a step of force and torque; lists the bodies.
void FixLeapfrogBody::kick()
{
  const int count = igroup == atom->firstgroup ? atom->nfirst : atom->nlocal;
  moved.clear();
  for (int i = 0; i < count; i++) {
    if (!(atom->mask[i] & groupbit) || (!left_out.empty() && left_out[i])) continue;
    moved.push_back(i);
    const double over_mass = half_kick / atom->rmass[i];
    for (int k = 0; k < 3; k++) {
      atom->v[i][k] += over_mass * atom->f[i][k];
      atom->angmom[i][k] += half_kick * atom->torque[i][k];
    }
  }
}

void FixLeapfrogBody::initial_integrate(int)
{
  kick();
  for (const int i : moved)
    for (int k = 0; k < 3; k++) atom->x[i][k] += dt * atom->v[i][k];
  const int count = static_cast<int>(moved.size());
  for (int first = 0; first < count; first += grist::RIGID_BLOCK)
    turn(moved.data() + first, std::min(grist::RIGID_BLOCK, count - first));
}

// LAMMPS has w of a quaternion first, the kernel last.
void FixLeapfrogBody::turn(const int *atoms, int count)
{
  grist::TurningBodies lanes;
  for (int n = 0; n < grist::RIGID_BLOCK; n++) {
    const int i = atoms[n < count ? n : 0];
    const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
    for (int k = 0; k < 4; k++) lanes.q[k][n] = bonus.quat[(k + 1) % 4];
    for (int k = 0; k < 3; k++) {
      lanes.momentum[k][n] = atom->angmom[i][k];
      lanes.moments[k][n] = bonus.inertia[k];
    }
  }
  grist::turn(lanes, dt);
  for (int n = 0; n < count; n++) {
    double *quat = avec->bonus[atom->body[atoms[n]]].quat;
    for (int k = 0; k < 4; k++) quat[(k + 1) % 4] = lanes.q[k][n];
  }
}
