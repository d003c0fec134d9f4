#include "styles/fragments/bonded_fragments.h"

#include "atom.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "neighbor.h"
#include "styles/access/rank_vectors.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <utility>

using namespace LAMMPS_NS;

// The clusters that the two ends of each broken bond are in now, two entries an event; 0 where an
// atom is gone.
std::vector<tagint> FragmentBirths::clusters_at_ends(const std::vector<BreakEvent> &events,
                                                     const tagint *cluster) const
{
  std::vector<tagint> owned(2 * events.size(), 0), ends(owned.size());
  for (size_t k = 0; k < owned.size(); k++) {
    const BreakEvent &event = events[k / 2];
    const int i = atom->map(k % 2 ? event.tag_b : event.tag_a);
    if (i >= 0 && i < atom->nlocal) owned[k] = cluster[i];
  }
  MPI_Allreduce(owned.data(), ends.data(), static_cast<int>(ends.size()), MPI_LMP_TAGINT, MPI_MAX,
                world);
  return ends;
}

void FragmentBirths::update(const std::vector<BreakEvent> &events, const tagint *cluster)
{
  assert(rows.size() >= static_cast<size_t>(atom->nlocal));
  const std::vector<tagint> ends = clusters_at_ends(events, cluster);
  std::unordered_map<tagint, double> last_break;    // that separated a cluster from another
  for (size_t k = 0; k < ends.size(); k++) {
    const size_t other_end = k ^ 1;
    if (ends[k] == ends[other_end]) continue;
    const double time = events[k / 2].time;
    double &last = last_break.try_emplace(ends[k], time).first->second;
    last = std::max(last, time);
  }
  for (int i = 0; i < atom->nlocal; i++) {
    const auto found = last_break.find(cluster[i]);
    if (found != last_break.end()) rows[i].birth = std::max(rows[i].birth, found->second);
  }
}

BondedFragments::BondedFragments(LAMMPS *lmp, int groupbit, FragmentRows &rows, int fines_below) :
    FragmentSource(lmp, groupbit, rows), fines_below(fines_below), births(lmp, rows), table(lmp)
{
}

void BondedFragments::connect()
{
  bonds = bonded_elements(lmp);
  if (!bonds)
    error->all(FLERR, "Fix breakage needs bond_style parallel or face (now: {})",
               force->bond ? force->bond_style : "none");
  known = {};
  known.add(bonds->fix());
  breaks = bonds->subscribe(*this);
}

// ---- broken bonds

static std::string row_of_broken_bond(const BreakEvent &e)
{
  return fmt::format("{},{:.9g},{},{},{},{:.9g},{:.9g},{:.9g},{},{:.9g}\n", e.step, e.time, e.tag_a,
                     e.tag_b, e.parent, e.place[0], e.place[1], e.place[2], grist::name(e.failure),
                     e.energy);
}

std::string BondedFragments::take_events()
{
  assert(bonds);
  known.check(lmp, FIX_BREAKAGE);
  bonds->update_clusters();
  std::string rows;
  for (const BreakEvent &event : share_pending()) {
    totals.add(event);
    rows += row_of_broken_bond(event);
  }
  return rows;
}

// Those inside the group. Births need the events of all atoms: a fragment of the group may have
// been bonded to an atom outside.
std::vector<BreakEvent> BondedFragments::share_pending()
{
  std::vector<BreakEvent> events = share_events(pending, world);
  pending.clear();
  if (events.empty()) return events;
  births.update(events, bonds->cluster_ids());
  const auto is_outside = [this](const BreakEvent &event) {
    return !(event.mask_a & groupbit) || !(event.mask_b & groupbit);
  };
  events.erase(std::remove_if(events.begin(), events.end(), is_outside), events.end());
  return events;
}

bool BondedFragments::update_ids()
{
  assert(bonds);
  bonds->update_clusters();
  if (AtomPolyhedra(atom) && (neighbor->ago == 0 || update->setupflag)) find_origins();
  const int version = bonds->cluster_version();
  return std::exchange(known_version, version) != version;
}

// The sizes of rocks, where there are new blocks, as these are whole: at a rebuild.
void BondedFragments::find_origins()
{
  const auto is_new = [this](int i) {
    return (atom->mask[i] & groupbit) && rows[i].origin_size == 0.0;
  };
  bool any = false;
  for (int i = 0; i < atom->nlocal && !any; i++) any = is_new(i);
  if (!on_any_rank(any, world)) return;
  std::vector<grist::Fragment> rocks =
      FragmentTable(lmp).collect(is_new, bonds, {}, true).fragments;
  broadcast(rocks, world);    // by id
  for (int i = 0; i < atom->nlocal; i++) {
    if (!is_new(i)) continue;
    const auto found =
        std::lower_bound(rocks.begin(), rocks.end(), bonds->cluster_ids()[i],
                         [](const grist::Fragment &rock, tagint id) { return rock.id < id; });
    assert(found != rocks.end() && found->id == bonds->cluster_ids()[i]);
    rows[i].origin_size = found->equivalent;
    rows[i].origin_sieve = found->sieve;
  }
}

BreakageCounts BondedFragments::counts() const
{
  BreakageCounts now;
  now.all = static_cast<double>(summary.bonds + totals.broken);
  now.broken = static_cast<double>(totals.broken);
  now.broken_fraction = now.all > 0.0 ? now.broken / now.all : 0.0;
  now.breakable = static_cast<double>(summary.clusters);
  now.largest_mass = summary.largest_mass;
  now.energy = totals.energy;
  now.by_tension = static_cast<double>(totals.by_tension);
  now.by_shear = static_cast<double>(totals.by_shear);
  return now;
}

// ---- fragments

FragmentSource::Headers BondedFragments::headers() const
{
  return {"step,time [time],id_a,id_b,parent,x [distance],y [distance],z [distance],mode,"
          "energy [energy]\n",
          "step,time [time],id,parent,birth [time],elements,fines,mass [mass],"
          "size [distance],sieve_size [distance],"
          "x [distance],y [distance],z [distance],"
          "vx [velocity],vy [velocity],vz [velocity]\n"};
}

grist::FragmentList BondedFragments::collect(bool with_sieves)
{
  assert(bonds);
  known.check(lmp, FIX_BREAKAGE);
  const auto is_in_group = [this](int i) { return (atom->mask[i] & groupbit) != 0; };
  grist::FragmentList list = table.collect(is_in_group, bonds, rows, with_sieves);
  for (grist::Fragment &fragment : list.fragments)
    fragment.is_fine = fragment.elements < fines_below;
  return list;
}

std::string BondedFragments::row_of(const grist::Fragment &f) const
{
  return fmt::format("{},{},{:.9g},{},{},{:.17g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},"
                     "{:.9g}\n",
                     f.id, f.parent, f.birth, f.elements, f.is_fine ? 1 : 0, f.mass, f.equivalent,
                     f.sieve, f.center[0], f.center[1], f.center[2], f.velocity[0], f.velocity[1],
                     f.velocity[2]);
}

void BondedFragments::transfer_state(grist::Archive &archive)
{
  std::vector<grist::SieveDiameters::Known> sieves = table.known_sieves();
  archive(totals, sieves);
  if (archive.reads()) table.set_known_sieves(sieves);
}
