#include "styles/blocks/face_changes.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "common/space.h"
#include "domain.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_time.h"
#include "styles/state/cluster_ids.h"
#include "update.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;

void FaceChanges::break_bond(int i, tagint partner, const FaceParting &how)
{
  assert(how.failure != grist::BondFailure::NONE);
  change_both(i, partner, how);
}

void FaceChanges::came_apart(int i, tagint partner)
{
  change_both(i, partner,
              {APART, grist::Vector3d::zero(), 0.0, grist::BondFailure::NONE, update->ntimestep,
               run_time(update)});
}

void FaceChanges::remember(int i, tagint partner, const grist::FaceMemory &memory)
{
  if (i < atom->nlocal) rows[i].remember(partner, memory);
}

// The partner at once where this rank owns it.
void FaceChanges::change_both(int i, tagint partner, const FaceParting &how)
{
  assert(is_owned(atom, i));
  follow(i, partner, how);
  const int j = atom->map(partner);
  if (j >= 0 && j < atom->nlocal)
    follow(j, atom->tag[i], how.of_partner());
  else
    news.push_back({atom->tag[i], partner, how});
}

void FaceChanges::share()
{
  const std::vector<News> all = from_all_ranks(news, world);
  news.clear();
  for (const News &one : all) {
    follow(atom->map(one.a), one.b, one.how);
    follow(atom->map(one.b), one.a, one.how.of_partner());
  }
}

template <class Entry> static auto find_partner(std::vector<Entry> &entries, tagint partner)
{
  return std::find_if(entries.begin(), entries.end(),
                      [partner](const Entry &one) { return one.partner == partner; });
}

// On one block, if it is owned and has not done so yet.
void FaceChanges::follow(int i, tagint partner, const FaceParting &how)
{
  if (i < 0 || i >= atom->nlocal) return;
  BlockBonds &row = rows[i];
  changed++;
  if (how.share == APART) {
    const auto found = find_partner(row.parted, partner);
    if (found != row.parted.end()) row.parted.erase(found);
    return;
  }
  const auto found = find_partner(row.bonds, partner);
  if (found == row.bonds.end()) return;
  report(i, *found, how);
  row.cracks.push_back({partner, found->is_a, found->is_a ? found->bond.in_a : found->bond.in_b,
                        how.failure, how.time});
  row.bonds.erase(found);
  row.list_partners();
  row.parted.push_back({partner, how});
  (how.failure == grist::BondFailure::TENSION ? pulled_count : sheared_count) += 0.5;
  add_lost(0.5 * how.energy);
  clusters.mark_changed();
}

// Once a bond: by the owner of its block of smaller id.
void FaceChanges::report(int i, const BondOfBlock &bond, const FaceParting &how)
{
  if (atom->tag[i] > bond.partner || listeners.is_empty()) return;
  const int j = atom->map(bond.partner);
  BreakEvent event;
  event.step = how.step;
  event.time = how.time;
  event.tag_a = atom->tag[i];
  event.tag_b = bond.partner;
  event.parent = atom->molecule[i];
  event.mask_a = atom->mask[i];
  event.mask_b = j >= 0 ? atom->mask[j] : 0;
  event.energy = how.energy;
  event.failure = how.failure;
  const auto *avec = atom_style<AtomVecBody>(atom);
  const grist::Pose pose =
      grist::Pose::from_quaternion(grist::vector_at(atom->x[i]), avec->bonus[atom->body[i]].quat);
  grist::copy_to(event.place,
                 pose.to_space((bond.is_a ? bond.bond.in_a : bond.bond.in_b).position));
  imageint image = 0;
  domain->remap(event.place, image);
  listeners.for_each([&](BreakListener &listener) { listener.bond_broken(event); });
}
