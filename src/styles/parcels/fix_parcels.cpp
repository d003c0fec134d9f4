#include "styles/parcels/fix_parcels.h"

#include "styles/parcels/coarse.h"

#include "styles/access/inserting_fixes.h"
#include "styles/access/internal_fixes.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/state/restart_block.h"

#include "common/constants.h"
#include "common/number_text.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "modify.h"
#include "pair.h"
#include "utils.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;
using grist::ParcelScale;

static constexpr char USER[] = "Command coarse";    // begins errors

FixParcels::FixParcels(LAMMPS *lmp, int narg, char **arg) :
    Fix(lmp, narg, arg), words(arg + 3, arg + narg), real(atom->ntypes + 1, false)
{
  if (!is_internal_fix_made()) error->all(FLERR, "Fix {} is made by command coarse alone", style);
  read_words(narg, arg);
}

void FixParcels::read_words(int narg, char **arg)
{
  InputWords in(lmp, USER, narg, arg, 3);
  ratio = in.finite("L", Quantity::NUMBER);
  if (!(ratio >= 1.0))
    in.refuse("L", ratio, "the size of a parcel over that of a particle, 1 or more");
  in.read_keywords(
      {{"real",
        [&] {
          int low, high;
          utils::bounds(FLERR, in.word("real"), 1, atom->ntypes, low, high, error);
          std::fill(real.begin() + low, real.begin() + high + 1, true);
        }},
       {"check",
        [&] {
          ends = in.one_of("check", {"warn", "error"}) == "error";
          checks = true;
        }},
       {"outlet", [&] { check.outlet = in.positive("outlet", Quantity::LENGTH); }},
       {"gap", [&] { check.gap = in.positive("gap", Quantity::LENGTH); }},
       {"inertia",
        [&] {
          in.need(2, "inertia", "a shear rate and a pressure");
          check.shear_rate = in.positive("inertia", Quantity::RATE);
          check.pressure = in.positive("inertia", Quantity::PRESSURE) / force->nktv2p;
        }},
       {"diameter", [&] { check.diameter = in.positive("diameter", Quantity::SIZE); }}});
  const bool has_width = check.outlet > 0.0 || check.gap > 0.0 || check.shear_rate > 0.0;
  if (has_width && !checks) in.fail("outlet, gap and inertia need check warn or check error");
}

// Templates and mixes that were read before have real sizes.
static void refuse_sizes_before(LAMMPS *lmp, double ratio)
{
  if (ratio == 1.0) return;
  const auto name = [ratio] { return grist::given_number_text(ratio); };
  if (lmp->atom->nmolecule > 0)
    lmp->error->all(FLERR, "{}: {} (must come before molecule templates, whose sizes it scales)",
                    USER, name());
  if (!lmp->modify->get_fix_by_style("^deposit/mix").empty())
    lmp->error->all(FLERR, "{}: {} (must come before particle_mix, whose sizes it scales)", USER,
                    name());
}

static Fix *make_parcels(LAMMPS *lmp, const std::vector<std::string> &words)
{
  std::string line = "all COARSE/PARCELS";
  for (const std::string &word : words) line += " " + word;
  return make_internal_fix(lmp, USER, FixParcels::ID, line);
}

void FixParcels::begin(LAMMPS *lmp, const std::vector<std::string> &words)
{
  refuse_other_fix(lmp, USER, ID, "COARSE/PARCELS");
  const FixParcels *before = internal_fix<FixParcels>(lmp);
  const bool is_first = !before;
  const double ratio = before ? before->ratio : 1.0;
  const std::vector<bool> real = before ? before->real : std::vector<bool>();
  if (before) lmp->modify->delete_fix(ID);
  const auto &fix = dynamic_cast<FixParcels &>(*make_parcels(lmp, words));
  if (is_first) return refuse_sizes_before(lmp, fix.ratio);
  if (fix.ratio != ratio)
    lmp->error->all(FLERR, "{}: {} (the run has parcels of {}; one L a run, clear begins another)",
                    USER, grist::given_number_text(fix.ratio), grist::given_number_text(ratio));
  if (fix.real != real)
    lmp->error->all(FLERR, "{}: other types after real than before (one choice a run)", USER);
}

ParcelScale FixParcels::scale(LAMMPS *lmp)
{
  FixParcels *fix = internal_fix<FixParcels>(lmp);
  return fix ? ParcelScale(fix->ratio, &fix->table) : ParcelScale();
}

ParcelScale FixParcels::scale(LAMMPS *lmp, int type)
{
  assert(type >= 1 && type <= lmp->atom->ntypes);
  const FixParcels *fix = internal_fix<FixParcels>(lmp);
  return fix && fix->real[type] ? ParcelScale() : scale(lmp);
}

ParcelScale FixParcels::scale_of_contact(LAMMPS *lmp, int i, int j)
{
  if (FixParcels *fix = internal_fix<FixParcels>(lmp)) fix->scales_contacts = true;
  return scale(lmp, i).ratio() > 1.0 ? scale(lmp, i) : scale(lmp, j);
}

std::string FixParcels::label(LAMMPS *lmp, const std::string &before)
{
  const double ratio = scale(lmp).ratio();
  return ratio > 1.0 ? before + "parcels of " + grist::given_number_text(ratio) : "";
}

std::string FixParcels::head_line(LAMMPS *lmp)
{
  const std::string line = label(lmp, "# ");
  return line.empty() ? line : line + "\n";
}

void FixParcels::refuse(LAMMPS *lmp, const std::string &user)
{
  const double ratio = scale(lmp).ratio();
  if (ratio > 1.0)
    lmp->error->all(FLERR, "{}: coarse {} (only spheres and their clusters can be parcels)", user,
                    grist::given_number_text(ratio));
}

void FixParcels::write_restart(LAMMPS *lmp, RestartWriter &out)
{
  std::string line;
  if (const FixParcels *fix = internal_fix<FixParcels>(lmp))
    for (const std::string &word : fix->words) line += word + " ";
  out.add_text(line);
}

void FixParcels::read_restart(LAMMPS *lmp, const std::string &, RestartReader &in)
{
  const std::string line = in.get_text();
  if (!line.empty()) begin(lmp, utils::split_words(line));
}

// ---- before a run

// Collective.
grist::ParcelCharge FixParcels::charge() const
{
  grist::ParcelCharge all;
  all.ratio = ratio;
  if (!atom->radius_flag) return all;
  const std::vector<double> radii = largest_radii(lmp);
  for (int type = 1; type <= atom->ntypes; type++)
    if (!real[type]) all.diameter = std::max(all.diameter, 2.0 * radii[type]);
  double mine[3] = {0.0, 0.0, 0.0}, sums[3];    // number, mass, volume
  for (int i = 0; i < atom->nlocal; i++) {
    if (real[atom->type[i]] || !(atom->radius[i] > 0.0)) continue;
    mine[0] += 1.0;
    mine[1] += atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    mine[2] += 4.0 / 3.0 * grist::PI * std::pow(atom->radius[i], 3);
  }
  MPI_Allreduce(mine, sums, 3, MPI_DOUBLE, MPI_SUM, world);
  all.count = sums[0];
  if (sums[2] > 0.0) all.density = force->mvv2e * sums[1] / sums[2];
  return all;
}

void FixParcels::setup(int)
{
  if (ratio == 1.0) return;
  const std::vector<grist::ParcelFinding> found = findings(check, charge());
  std::string text = fmt::format("{}: {}\n", USER, label(lmp, ""));
  text += table.text();
  for (const grist::ParcelFinding &finding : found) text += "  " + finding.text + "\n";
  if (std::exchange(printed, text) == text) return;
  if (comm->me == 0) utils::logmesg(lmp, text);
  if (comm->me == 0 && force->pair && !scales_contacts)
    error->warning(FLERR,
                   "{}: pair style {} reads no coefficients of real particles (give it those of "
                   "parcels)",
                   USER, force->pair_style);
  for (const grist::ParcelFinding &finding : found) {
    if (finding.problem.empty() || !checks) continue;
    if (ends) error->all(FLERR, "{}: {}", USER, finding.problem);
    if (comm->me == 0) error->warning(FLERR, "{}: {}", USER, finding.problem);
  }
}

void Coarse::command(int narg, char **arg)
{
  if (domain->box_exist == 0)
    error->all(FLERR, "Command coarse must be used after the simulation box is defined");
  FixParcels::begin(lmp, std::vector<std::string>(arg, arg + narg));
}
