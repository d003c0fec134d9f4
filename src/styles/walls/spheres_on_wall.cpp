#include "styles/walls/spheres_on_wall.h"

#include "common/preconditions.h"
#include "styles/contacts/radius_watch.h"

#include "contacts/block_forces.h"
#include "lanes/prefetch.h"
#include "lanes/vector_sums.h"

#include "atom.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::CenterBatch;
using grist::WallContact;

static constexpr int WHOLE = grist::WallTouches::WHOLE;

void SpheresOnWall::Waiting::make_room(size_t contacts)
{
  if (contacts <= atom.size()) return;
  const size_t room = 2 * contacts;
  atom.resize(room);
  place.resize(room);
  radius.resize(room);
  mass.resize(room);
  began.resize(room);
}

void SpheresOnWall::Waiting::move(int from, int to)
{
  atom[to] = atom[from];
  place[to] = place[from];
  radius[to] = radius[from];
  mass[to] = mass[from];
  began[to] = began[from];
}

void SpheresOnWall::Waiting::drop_first(int contacts)
{
  assert(contacts <= count);
  for (int k = contacts; k < count; k++) move(k, k - contacts);
  count -= contacts;
}

void SpheresOnWall::init()
{
  sizes_vary = may_change_radii(lmp);
  listed_build = -1;
}

void SpheresOnWall::compute(const WallList &list, SphereWallLaw &kernel, const WallStep &step)
{
  wall = &step;
  law = &kernel;
  spheres = &list.spheres();
  if (listed_build != list.builds())
    read_listed();
  else if (sizes_vary)
    read_sizes();
  listed_build = list.builds();
  found.begin(wall->surface.is_still(), wall->surface.has_images());
  waiting.count = 0;
  counted_last = -1;
  work_rate = 0.0;
  const int count = static_cast<int>(listed.size());
  prefetch_places(0);
  for (int first = 0; first < count; first += CenterBatch::MOST) {
    collect_contacts(first, std::min(CenterBatch::MOST, count - first));
    evaluate_first(waiting.count / WHOLE * WHOLE);
  }
  fill_vector();
  evaluate_first(waiting.count);
}

void SpheresOnWall::read_listed()
{
  const grist::ContactMemory &histories = wall->histories;
  listed.resize(spheres->size());
  for (size_t n = 0; n < listed.size(); n++) {
    const int i = (*spheres)[n];
    listed[n].place = histories.place(i);
    listed[n].contacts = histories.count(i);
  }
  read_sizes();
}

void SpheresOnWall::read_sizes()
{
  for (size_t n = 0; n < listed.size(); n++) {
    const int i = (*spheres)[n];
    listed[n].radius = atom->radius[i];
    listed[n].mass = wall->masses.mass(i);
  }
}

static void prefetch_vector(const double *const *of, int i)
{
  grist::prefetch(of[0] + 3 * static_cast<size_t>(i));
}

// What is read of each sphere is prefetched one stage before it is used: of all that are listed,
// the place; of those that touch, the rest.
void SpheresOnWall::prefetch_places(int first) const
{
  const int end = std::min(first + CenterBatch::MOST, static_cast<int>(spheres->size()));
  for (int n = first; n < end; n++) prefetch_vector(atom->x, (*spheres)[n]);
}

void SpheresOnWall::gather_centers(const SphereWallLaw &of, int first, int count,
                                   CenterBatch &centers) const
{
  const bool beyond = of.reaches_beyond();
  for (int k = 0; k < count; k++) {
    const double *x = atom->x[0] + 3 * static_cast<size_t>((*spheres)[first + k]);
    const double radius = listed[first + k].radius;
    for (int d = 0; d < 3; d++) centers.x[d][k] = x[d];
    centers.reach[k] = beyond ? of.reach(radius) : radius;
  }
  centers.fill(count);
}

void SpheresOnWall::collect_contacts(int first, int count)
{
  const int before = waiting.count;
  CenterBatch centers;
  int counts[CenterBatch::MOST];
  gather_centers(*law, first, count, centers);
  prefetch_places(first + CenterBatch::MOST);
  wall->surface.find(first, centers, count, found, counts);
  waiting.make_room(found.size() + WHOLE);
  const bool known = await_forces(first, count, counts);
  if (!known ||
      !wall->histories.are_at(&waiting.place[before], found.surface(before), found.size() - before))
    find_histories(first, count, counts, before);
  if (law->form() == grist::ContactForm::CONSISTENT && !found.is_still())
    for (int n = before; n < waiting.count; n++) {
      WallContact at = found[n];
      read_velocity_below(at, waiting.radius[n]);
      found.set_velocity(n, at.velocity);
    }
  for (int n = before; n < waiting.count; n++)
    grist::prefetch(wall->histories.history_at(waiting.place[n]));
  if (law->reaches_beyond()) drop_idle(before);
}

std::vector<SphereAtWall> SpheresOnWall::find_again(grist::WallSurface &surface,
                                                    const SphereWallLaw &of) const
{
  std::vector<SphereAtWall> all;
  grist::WallContacts contacts;
  CenterBatch centers;
  int counts[CenterBatch::MOST];
  const int listed_count = static_cast<int>(listed.size());
  for (int first = 0; first < listed_count; first += CenterBatch::MOST) {
    const int count = std::min(CenterBatch::MOST, listed_count - first);
    gather_centers(of, first, count, centers);
    contacts.begin(surface.is_still(), surface.has_images());
    surface.find(first, centers, count, contacts, counts);
    int n = 0;
    for (int k = 0; k < count; k++)
      for (int c = 0; c < counts[k]; c++)
        all.push_back(of.row((*spheres)[first + k], listed[first + k].mass, contacts[n++]));
  }
  return all;
}

// The contacts of these listed spheres wait. Whether all have as many histories. Most spheres have
// one contact or none, in no order: each takes a place, without a branch.
bool SpheresOnWall::await_forces(int first, int count, const int *counts)
{
  const Listed *sphere = &listed[first];
  const int *atoms = &(*spheres)[first];
  int n = waiting.count, differs = 0;
  for (int k = 0; k < count; k++) {
    prefetch_vector(atom->v, atoms[k]);
    prefetch_vector(atom->omega, atoms[k]);
    differs |= counts[k] ^ sphere[k].contacts;
    int c = 0;
    do {
      waiting.atom[n + c] = atoms[k];
      waiting.place[n + c] = sphere[k].place + c;
      waiting.radius[n + c] = sphere[k].radius;
      waiting.mass[n + c] = sphere[k].mass;
    } while (++c < counts[k]);
    n += counts[k];
  }
  std::fill(&waiting.began[waiting.count], &waiting.began[n], false);
  waiting.count = n;
  return differs == 0;
}

// Called where some of the contacts that wait, from number n on, have begun or ended.
void SpheresOnWall::find_histories(int first, int count, const int *counts, int n)
{
  grist::ContactMemory &histories = wall->histories;
  for (int k = 0; k < count; k++) {
    Listed &sphere = listed[first + k];
    const int i = (*spheres)[first + k];
    histories.update(i, found.surface(n), counts[k], wall->surface);
    sphere.place = histories.place(i);
    sphere.contacts = counts[k];
    for (int c = 0; c < counts[k]; c++, n++) {
      waiting.place[n] = sphere.place + c;
      waiting.began[n] = histories.began(c);
    }
  }
}

// Drops contacts, from the first on, that are within reach and do not act.
void SpheresOnWall::drop_idle(int first)
{
  int kept = first;
  for (int k = first; k < waiting.count; k++) {
    double *history = wall->histories.history_at(waiting.place[k]);
    if (!law->acts(law->row(waiting.atom[k], waiting.mass[k], found[k]), history)) continue;
    found.move(k, kept);
    waiting.move(k, kept++);
  }
  found.resize(kept);
  waiting.count = kept;
}

// Copies the last contact for the lanes of a vector that have none.
void SpheresOnWall::fill_vector()
{
  const int count = waiting.count;
  if (count == 0) return;
  found.make_room(WHOLE);
  for (int k = count; k % WHOLE != 0; k++) {
    waiting.move(count - 1, k);
    found.move(count - 1, k);
  }
}

void SpheresOnWall::evaluate_first(int most)
{
  assert(most <= waiting.count);
  for (int first = 0; first < most; first += SphereWallLaw::LANES) {
    const int count = std::min(SphereWallLaw::LANES, most - first);
    SphereWallLaw::BlockContacts contacts = {
        count, &waiting.atom[first], &waiting.radius[first], &waiting.mass[first], found, first,
        {}};
    for (int k = 0; k < grist::WallTouches::lanes_of(count); k++) {
      prefetch_vector(atom->f, contacts.i[k]);
      prefetch_vector(atom->torque, contacts.i[k]);
      contacts.history[k] = wall->histories.history_at(waiting.place[first + k]);
    }
    add_forces(first, count, law->evaluate(contacts, wall->surface.reference_point()));
  }
  found.drop_first(most);
  waiting.drop_first(most);
}

void SpheresOnWall::add_forces(int first, int count, const grist::ContactBlock &block)
{
  grist::WallForceRows rows;
  scatter(block, count, rows);
  const grist::WallSums sums = grist::sums(block, count);
  wall->totals.add_contacts(sums.force, sums.torque, sums.power);
  work_rate += sums.power;
  int touching = 0;
  for (int k = 0; k < count; k++) {
    const int i = waiting.atom[first + k];
    const size_t three = 3 * static_cast<size_t>(i);
    const grist::WallForceRow &on = rows.of[k];
    grist::add_vector(atom->f[0] + three, on.force, on.force[2]);
    grist::add_vector(atom->torque[0] + three, on.torque, on.torque[2]);
    touching += i != counted_last;
    counted_last = i;
  }
  wall->totals.add_touching_spheres(touching);
  if (wall->tally)
    for (int k = 0; k < count; k++) tally_lane(first + k, k, block);
}

// Number n of those that wait.
void SpheresOnWall::tally_lane(int n, int lane, const grist::ContactBlock &block)
{
  wall->tally->tally(law->row(waiting.atom[n], waiting.mass[n], found[n]),
                     {grist::lane_vector(block.force, lane),
                      grist::lane_vector(block.torque_a, lane),
                      -grist::lane_vector(block.torque_b, lane), true},
                     waiting.began[n]);
}
