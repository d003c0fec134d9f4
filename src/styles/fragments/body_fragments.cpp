#include "styles/fragments/body_fragments.h"

#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_time.h"
#include "styles/access/styles_with.h"
#include "styles/breakage/fix_break_polyhedra.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "common/exact_sum.h"
#include "fragments/fragment_shape.h"
#include "particles/assortment.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "modify.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;

BodyFragments::BodyFragments(LAMMPS *lmp, int groupbit, FragmentRows &rows) :
    FragmentSource(lmp, groupbit, rows), polyhedra(atom)
{
  if (!polyhedra)
    error->all(FLERR, "{}: atom_style {} (expected body polyhedron, or bonded clusters)",
               FIX_BREAKAGE, atom->get_style());
}

void BodyFragments::connect()
{
  if (bonded_elements(lmp))
    error->all(FLERR, "{} of fragments of blocks must come after bond_style face", FIX_BREAKAGE);
  known = {};
  breaks.clear();
  for (FixBreakPolyhedra *breaker : fixes_with<FixBreakPolyhedra>(lmp)) {
    breaks.push_back(breaker->listeners.subscribe(*this));
    known.add(breaker);
  }
  is_listening = true;
}

// ---- broken bodies

void BodyFragments::bodies_broken(const std::vector<BrokenBody> &events)
{
  for (const BrokenBody &event : events) {
    if (!(event.mask & groupbit)) continue;
    totals.broken++;
    if (event.generation == 0) totals.whole_broken++;
    totals.energy += event.energy * event.mass;
    if (comm->me == 0) pending += row_of_event(event, update->ntimestep, run_time(update));
  }
}

std::string BodyFragments::take_events()
{
  std::string rows;
  rows.swap(pending);
  return rows;
}

void BodyFragments::count()
{
  known.check(lmp, FIX_BREAKAGE);
  const auto fixes = fixes_with<FixBreakPolyhedra>(lmp);
  bigint mine[2] = {0, 0}, all[2];
  double largest = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    largest = std::max(largest, atom->rmass[i]);
    const BodyLineage known = lineage(i, fixes);
    if (polyhedra.shape(i) && known.generation == 0) mine[0]++;
    if (known.can_break) mine[1]++;
  }
  MPI_Allreduce(mine, all, 2, MPI_LMP_BIGINT, MPI_SUM, world);
  summary.whole = all[0];
  summary.breakable = all[1];
  MPI_Allreduce(&largest, &summary.largest_mass, 1, MPI_DOUBLE, MPI_MAX, world);
}

BreakageCounts BodyFragments::counts() const
{
  BreakageCounts now;
  now.all = static_cast<double>(summary.whole + totals.whole_broken);
  now.broken = static_cast<double>(totals.broken);
  now.broken_fraction = now.all > 0.0 ? static_cast<double>(totals.whole_broken) / now.all : 0.0;
  now.breakable = static_cast<double>(summary.breakable);
  now.largest_mass = summary.largest_mass;
  now.energy = totals.energy;
  return now;
}

// ---- fragments

FragmentSource::Headers BodyFragments::headers() const
{
  return {BODY_EVENTS_HEADER,
          "step,time [time],id,parent,origin,birth [time],generation,fines,mass [mass],"
          "size [distance],sieve_size [distance],x [distance],y [distance],z [distance],"
          "vx [velocity],vy [velocity],vz [velocity]\n"};
}

grist::FragmentList BodyFragments::collect(bool with_sieves)
{
  known.check(lmp, FIX_BREAKAGE);
  const auto fixes = fixes_with<FixBreakPolyhedra>(lmp);
  std::vector<grist::Fragment> here;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    here.push_back(fragment(i, lineage(i, fixes)));
    if (with_sieves) here.back().sieve = sieve(i);
  }
  grist::FragmentList list;
  list.fragments = to_first_rank(here, world);
  std::sort(list.fragments.begin(), list.fragments.end(),
            [](const grist::Fragment &one, const grist::Fragment &two) { return one.id < two.id; });
  grist::ExactSum mass;
  for (const grist::Fragment &one : list.fragments) mass.add(one.mass);
  list.mass = mass.value();
  return list;
}

// Asks the fix that knows the body; if there are several, the one that has seen most of its
// history.
BodyLineage BodyFragments::lineage(int i, const std::vector<FixBreakPolyhedra *> &fixes) const
{
  assert(is_owned(atom, i));
  BodyLineage best = {0, 0, {atom->tag[i], 0.0, 0.0}, rows[i].birth, false};
  bool is_known = false;
  for (FixBreakPolyhedra *fix : fixes) {
    const BodyLineage known = fix->lineage(i);
    if (known.origin.id == 0 || (is_known && known.generation <= best.generation)) continue;
    best = known;
    is_known = true;
  }
  return best;
}

// Fines are pieces that are too small to break; its sieve diameter is left out.
grist::Fragment BodyFragments::fragment(int i, const BodyLineage &lineage) const
{
  assert(is_owned(atom, i));
  grist::Fragment made = {};
  made.id = atom->tag[i];
  made.parent = lineage.parent;
  made.elements = 1;
  made.birth = lineage.birth;
  made.mass = atom->rmass[i];
  const grist::BodyShape solid = polyhedra.shape(i);
  made.equivalent = solid ? grist::equal_volume_diameter(solid.volume()) : 2.0 * atom->radius[i];
  std::copy_n(atom->x[i], 3, made.center);
  std::copy_n(atom->v[i], 3, made.velocity);
  imageint image = 0;
  domain->remap(made.center, image);
  made.is_fine = lineage.generation > 0 && !lineage.can_break;
  made.origin = lineage.origin.id;
  made.generation = lineage.generation;
  made.origin_equivalent = lineage.origin.size;
  made.origin_sieve = lineage.origin.sieve;
  return made;
}

double BodyFragments::sieve(int i)
{
  assert(is_owned(atom, i) && i < static_cast<int>(rows.size()));
  double &known = rows[i].sieve;
  if (known > 0.0) return known;
  const grist::BodyShape solid = polyhedra.shape(i);
  known = solid ? grist::sieve_diameter_of_corners(solid.corners()) : 2.0 * atom->radius[i];
  return known;
}

std::string BodyFragments::row_of(const grist::Fragment &f) const
{
  return fmt::format(
      "{},{},{},{:.9g},{},{},{:.17g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},"
      "{:.9g}\n",
      f.id, f.parent, f.origin, f.birth, f.generation, f.is_fine ? 1 : 0, f.mass, f.equivalent,
      f.sieve, f.center[0], f.center[1], f.center[2], f.velocity[0], f.velocity[1], f.velocity[2]);
}

tagint BodyFragments::fragment_id(int i) const
{
  assert(is_owned(atom, i));
  return atom->tag[i];
}
