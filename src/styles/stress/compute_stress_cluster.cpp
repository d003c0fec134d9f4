#include "styles/stress/compute_stress_cluster.h"

#include "common/constants.h"
#include "styles/access/atom_style.h"
#include "styles/access/ghost_messages.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/styles_with.h"
#include "styles/files/output_columns.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/interfaces/loaded_bonds.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

using namespace LAMMPS_NS;
using grist::ForceMoments;

ComputeStressCluster::ComputeStressCluster(LAMMPS *lmp, int narg, char **arg) :
    ContactCompute(lmp, narg, arg, "Compute stress/cluster"), polyhedra(atom)
{
  if (narg > 3) error->all(FLERR, "{}: unexpected argument {} (expected none)", user, arg[3]);
  if (!atom->radius_flag || (atom->style_match("body") && !polyhedra))
    error->all(FLERR,
               "{}: atom style {} has no volume per particle (expected sphere, bonded/cluster or "
               "body polyhedron)",
               user, atom->get_style());
  peratom_flag = 1;
  size_peratom_cols = ForceMoments::SIZE;
  comm_reverse = ForceMoments::SIZE;
  name_columns(lmp, *this,
               {{},
                {},
                {},
                {"xx [pressure]", "yy [pressure]", "zz [pressure]", "xy [pressure]",
                 "xz [pressure]", "yz [pressure]"}});
}

ComputeStressCluster::~ComputeStressCluster()
{
  memory->destroy(array_atom);
}

void ComputeStressCluster::init()
{
  ContactCompute::init();
  bonds = {};
  if (force->bond) bonds.add(force->bond);
  for (const BondedElements *one : fixes_with<BondedElements>(lmp)) bonds.add(one->fix());
}

void ComputeStressCluster::compute_peratom()
{
  bonds.check(lmp, user);
  invoked_peratom = update->ntimestep;
  check_records();
  moments.assign(atom->nlocal + atom->nghost, {});
  add_contacts();
  if (force->newton_pair) send_to_owners(lmp, comm, this);
  add_bonds();
  const tagint *ids = cluster_ids();
  set_stresses(ids, whole_clusters(parts_here(ids)));
}

void ComputeStressCluster::add_contacts()
{
  for_each_contact([&](const ContactLoad &contact) {
    moments[contact.a].add(contact.arm_a, contact.force);
    if (contact.b >= 0) moments[contact.b].add(contact.arm_b, -contact.force);
  });
}

// Both ranks of a bond have it.
void ComputeStressCluster::add_bonds()
{
  const auto *bond = bond_with<LoadedBonds>(lmp);
  if (!bond) return;
  for (const BondPull &pull : bond->elastic_pulls()) {
    moments[pull.a].add(pull.arm_a, pull.force);
    moments[pull.b].add(pull.arm_b, -pull.force);
  }
}

// Cluster of each owned particle; null: each is a cluster by itself.
const tagint *ComputeStressCluster::cluster_ids() const
{
  BondedElements *elements = bonded_elements(lmp);
  if (!elements) return nullptr;
  elements->update_clusters();
  return elements->cluster_ids();
}

double ComputeStressCluster::volume_of(int i) const
{
  const grist::BodyShape shape = polyhedra ? polyhedra.shape(i) : grist::BodyShape();
  return shape ? shape.volume() : grist::sphere_volume(atom->radius[i]);
}

std::vector<ComputeStressCluster::Part> ComputeStressCluster::parts_here(const tagint *ids) const
{
  assert(is_for_all_atoms(atom, moments));
  std::unordered_map<tagint, size_t> place;
  std::vector<Part> parts;
  for (int i = 0; i < atom->nlocal; i++) {
    const tagint id = ids ? ids[i] : atom->tag[i];
    const auto at = place.try_emplace(id, parts.size());
    if (at.second) parts.push_back({id, comm->me, 0.0, {}});
    Part &part = parts[at.first->second];
    part.volume += volume_of(i);
    for (int k = 0; k < ForceMoments::SIZE; k++) part.moments.sum[k] += moments[i].sum[k];
  }
  return parts;
}

// Each cluster is summed on the rank that its id points to, and sent back to all ranks with a part
// of it.
std::vector<ComputeStressCluster::Part>
ComputeStressCluster::whole_clusters(const std::vector<Part> &mine) const
{
  std::vector<std::vector<Part>> outgoing(comm->nprocs), back(comm->nprocs);
  for (const Part &part : mine) outgoing[part.cluster % comm->nprocs].push_back(part);
  const std::vector<Part> received = across_ranks(outgoing, world);
  std::unordered_map<tagint, Part> whole;
  for (const Part &part : received) {
    const auto at = whole.try_emplace(part.cluster, part);
    if (at.second) continue;
    at.first->second.volume += part.volume;
    for (int k = 0; k < ForceMoments::SIZE; k++)
      at.first->second.moments.sum[k] += part.moments.sum[k];
  }
  for (const Part &part : received) back[part.rank].push_back(whole.at(part.cluster));
  return across_ranks(back, world);
}

void ComputeStressCluster::set_stresses(const tagint *ids, const std::vector<Part> &wholes)
{
  if (atom->nmax > nmax) {
    memory->destroy(array_atom);
    nmax = atom->nmax;
    memory->create(array_atom, nmax, ForceMoments::SIZE, "stress/cluster:array_atom");
  }
  std::unordered_map<tagint, const Part *> by_id;
  for (const Part &whole : wholes) by_id[whole.cluster] = &whole;
  for (int i = 0; i < atom->nlocal; i++) {
    const Part &whole = *by_id.at(ids ? ids[i] : atom->tag[i]);
    const double scale = (atom->mask[i] & groupbit) ? force->nktv2p / whole.volume : 0.0;
    for (int k = 0; k < ForceMoments::SIZE; k++) array_atom[i][k] = scale * whole.moments.sum[k];
  }
}

int ComputeStressCluster::pack_reverse_comm(int n, int first, double *buf)
{
  assert(static_cast<size_t>(first + n) <= moments.size());
  for (int k = 0; k < n; k++)
    std::copy_n(moments[first + k].sum.data(), ForceMoments::SIZE, buf + k * ForceMoments::SIZE);
  return n * ForceMoments::SIZE;
}

void ComputeStressCluster::unpack_reverse_comm(int n, int *list, double *buf)
{
  for (int k = 0; k < n; k++)
    for (int m = 0; m < ForceMoments::SIZE; m++) moments[list[k]].sum[m] += *buf++;
}
