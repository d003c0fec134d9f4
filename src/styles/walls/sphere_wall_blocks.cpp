#include "styles/walls/sphere_wall_blocks.h"

#include "contacts/block_forces.h"
#include "contacts/wall_contacts.h"
#include "lanes/prefetch.h"
#include "lanes/vector_sums.h"

#include "atom.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::CenterBatch;
using grist::MovingSphere;
using grist::SurfaceContact;
using grist::Vector3d;

void SphereWallBlocks::compute(const std::vector<int> &listed, SphereWallLaw &kernel,
                               const Wall &of_wall)
{
  wall = &of_wall;
  law = &kernel;
  list = &listed;
  found.clear();
  waiting.clear();
  counted_last = -1;
  const int spheres = static_cast<int>(list->size());
  prefetch_spheres(0, spheres);
  for (int first = 0; first < spheres; first += CenterBatch::MOST) {
    collect_contacts(first, std::min(CenterBatch::MOST, spheres - first));
    const int count = static_cast<int>(waiting.size());
    evaluate_first(count / SphereWallLaw::LANES * SphereWallLaw::LANES);
  }
  evaluate_first(static_cast<int>(waiting.size()));
}

// The vector of atom i, whose last number may be in the next line of the cache.
static void prefetch_vector(const double *const *of, int i)
{
  const double *vector = of[0] + 3 * static_cast<size_t>(i);
  grist::prefetch(vector);
  grist::prefetch(vector + 2);
}

// Spheres at a wall lie far apart in memory. What is read of each is prefetched one stage before it
// is used: of all that are listed, what shows whether they touch; of those that touch, the rest.
void SphereWallBlocks::prefetch_spheres(int first, int spheres) const
{
  for (int n = first; n < std::min(first + CenterBatch::MOST, spheres); n++) {
    const int i = (*list)[n];
    prefetch_vector(atom->x, i);
    grist::prefetch(atom->radius + i);
    wall->histories.prefetch(i);
  }
}

void SphereWallBlocks::gather_centers(int first, int count, CenterBatch &centers) const
{
  const bool beyond = law->reaches_beyond();
  for (int k = 0; k < count; k++) {
    const int i = (*list)[first + k];
    const double *x = atom->x[0] + 3 * static_cast<size_t>(i), radius = atom->radius[i];
    for (int d = 0; d < 3; d++) centers.x[d][k] = x[d];
    centers.reach[k] = beyond ? law->reach(radius) : radius;
  }
  for (int k = count; k % grist::WallTouches::WHOLE != 0; k++) {
    for (auto &lane : centers.x) lane[k] = lane[0];
    centers.reach[k] = centers.reach[0];
  }
}

void SphereWallBlocks::collect_contacts(int first, int count)
{
  const size_t before = found.size();
  CenterBatch centers;
  int counts[CenterBatch::MOST];
  gather_centers(first, count, centers);
  prefetch_spheres(first + CenterBatch::MOST, static_cast<int>(list->size()));
  wall->surface.add_batch(first, centers, count, found, counts);
  const bool reads_below = law->form() == grist::ContactForm::CONSISTENT &&
      (wall->surface.moves() || wall->surface.surface_motion.moves());
  SurfaceContact *at = found.data() + before;
  for (int k = 0; k < count; at += counts[k++]) {
    const int i = (*list)[first + k];
    if (reads_below)
      for (int c = 0; c < counts[k]; c++) read_velocity_below(at[c], atom->radius[i]);
    await_forces(i, at, counts[k]);
  }
  if (law->reaches_beyond()) drop_idle(before);
}

// The contacts of sphere i wait, their histories ready.
void SphereWallBlocks::await_forces(int i, const SurfaceContact *contacts, int count)
{
  if (count == 0) {
    wall->histories.clear(i);
    return;
  }
  prefetch_vector(atom->v, i);
  prefetch_vector(atom->omega, i);
  grist::prefetch(atom->rmass + i);
  if (!wall->histories.holds(i, contacts, count))
    wall->histories.update(i, contacts, count, wall->surface);
  const int place = wall->histories.place(i);
  for (int k = 0; k < count; k++) {
    grist::prefetch(wall->histories.history_at(place + k));
    Waiting &one = waiting.emplace_back();    // a copy would wait for its parts
    one.i = i;
    one.place = place + k;
    one.began = wall->histories.began(k);
  }
}

// Contact k of those that wait. Valid until the next contacts are collected.
inline SphereWallLaw::BlockContact SphereWallBlocks::block_contact(size_t k)
{
  const Waiting &one = waiting[k];
  return {one.i, wall->masses.mass(one.i), &found[k], wall->histories.history_at(one.place)};
}

// Drops contacts, from the first on, that are within reach and do not act.
void SphereWallBlocks::drop_idle(size_t first)
{
  size_t kept = first;
  for (size_t k = first; k < waiting.size(); k++) {
    if (!law->acts(block_contact(k))) continue;
    found[kept] = found[k];
    waiting[kept++] = waiting[k];
  }
  found.resize(kept);
  waiting.resize(kept);
}

void SphereWallBlocks::evaluate_first(int most)
{
  for (int first = 0; first < most; first += SphereWallLaw::LANES) {
    SphereWallLaw::BlockContacts contacts;
    for (int k = first; k < std::min(first + SphereWallLaw::LANES, most); k++) {
      prefetch_vector(atom->f, waiting[k].i);
      prefetch_vector(atom->torque, waiting[k].i);
      contacts.add(block_contact(k));
    }
    add_forces(first, contacts.count, law->evaluate(contacts, wall->surface.reference_point()));
  }
  found.erase(found.begin(), found.begin() + most);
  waiting.erase(waiting.begin(), waiting.begin() + most);
}

void SphereWallBlocks::add_forces(size_t first, int count, const grist::WallBlock &block)
{
  grist::WallForceRows rows;
  scatter(block, count, rows);
  const grist::WallSums sums = grist::sums(block, count);
  wall->totals.add_contacts(sums.force, sums.torque, sums.power);
  int touching = 0;
  for (int k = 0; k < count; k++) {
    const int i = waiting[first + k].i;
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
void SphereWallBlocks::tally_lane(size_t n, int lane, const grist::WallBlock &block)
{
  const auto &[i, place, began] = waiting[n];
  const MovingSphere sphere = {Vector3d(atom->x[i]), Vector3d(atom->v[i]), Vector3d(atom->omega[i]),
                               atom->radius[i], wall->masses.mass(i)};
  wall->tally->tally(i, sphere, found[n],
                     {grist::lane_vector(block.force, lane), grist::lane_vector(block.torque, lane),
                      grist::lane_vector(block.rolling, lane), true},
                     began);
}
