#include "styles/stress/compute_contact_local.h"

#include "common/space.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/styles_with.h"
#include "styles/commands/input_words.h"
#include "styles/interfaces/bonded_elements.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

using namespace LAMMPS_NS;
using grist::Vector3d;

static std::vector<ContactColumn> read_columns(InputWords &words, bool by_body)
{
  std::vector<std::string> names;
  for (const ContactColumn &column : contact_columns())
    if (column.of_bodies || !by_body) names.push_back(column.name);
  std::vector<ContactColumn> read;
  do {
    const std::string name = words.one_of("value", names);
    for (const ContactColumn &column : contact_columns())
      if (column.name == name) read.push_back(column);
  } while (words.left());
  return read;
}

ComputeContactLocal::ComputeContactLocal(LAMMPS *lmp, int narg, char **arg) :
    ContactCompute(lmp, narg, arg, "Compute contact/local")
{
  InputWords words(lmp, user, narg, arg, 3);
  if (words.next_is("by")) {
    words.word("by");
    by_body = words.one_of("by", {"particle", "body"}) == "body";
  }
  columns = read_columns(words, by_body);
  local_flag = 1;
  size_local_cols = columns.size() == 1 ? 0 : static_cast<int>(columns.size());
}

// Bonded clusters and fragments of blocks have a number of their own, the least id of their elements.
tagint ComputeContactLocal::body_of(int i) const
{
  if (bonds) return bonds->cluster_ids()[i];
  if (atom->molecular == Atom::ATOMIC) return atom->tag[i];
  return atom->molecule[i] > 0 ? atom->molecule[i] : -atom->tag[i];
}

// With newton off two ranks, or both images of a pair, have it.
bool ComputeContactLocal::lists(const ContactLoad &contact) const
{
  const int a = contact.a, b = contact.b;
  if (!(atom->mask[a] & groupbit)) return false;
  if (b < 0) return true;
  if (!(atom->mask[b] & groupbit)) return false;
  if (force->newton_pair || b < atom->nlocal) return true;
  if (atom->tag[a] != atom->tag[b]) return atom->tag[a] < atom->tag[b];
  return std::lexicographical_compare(atom->x[a], atom->x[a] + 3, atom->x[b], atom->x[b] + 3);
}

ContactRow ComputeContactLocal::row_of(const ContactLoad &contact) const
{
  const int a = contact.a, b = contact.b;
  const bool on_wall = b < 0;
  const tagint bodies[2] = {body_of(a), on_wall ? 0 : body_of(b)};
  const bool turned = !on_wall && (by_body ? bodies[1] < bodies[0] : atom->tag[b] < atom->tag[a]);
  ContactRow row = {};
  const int first = turned ? 1 : 0, second = 1 - first;
  row.id[first] = atom->tag[a];
  row.type[first] = atom->type[a];
  row.body[first] = bodies[0];
  if (!on_wall) {
    row.id[second] = atom->tag[b];
    row.type[second] = atom->type[b];
    row.body[second] = bodies[1];
  }
  row.wall = on_wall ? contact.wall : 0;
  row.contacts = 1;
  row.overlap = contact.overlap;
  row.normal_force = dot(contact.force, contact.normal);
  row.tangential = norm(contact.force - row.normal_force * contact.normal);
  row.weight = norm(contact.force);
  const Vector3d force = turned ? -contact.force : contact.force;
  const Vector3d normal = turned ? -contact.normal : contact.normal;
  const Vector3d point = grist::vector_at(atom->x[a]) + contact.arm_a;
  std::copy_n(force.data(), 3, row.force);
  std::copy_n(normal.data(), 3, row.normal);
  std::copy_n(point.data(), 3, row.point);
  domain->remap(row.point);
  return row;
}

// Each pair is summed on the rank that its numbers point to.
std::vector<ContactRow> ComputeContactLocal::rows_by_body(const std::vector<ContactRow> &mine) const
{
  std::vector<std::vector<ContactRow>> outgoing(comm->nprocs);
  for (const ContactRow &row : mine)
    outgoing[std::abs(row.body[0] + row.body[1]) % comm->nprocs].push_back(row);
  std::map<std::tuple<tagint, tagint, int>, ContactRow> sums;
  for (const ContactRow &row : across_ranks(outgoing, world)) {
    const auto at = sums.try_emplace({row.body[0], row.body[1], row.wall}, row);
    if (at.second) continue;
    ContactRow &sum = at.first->second;
    Vector3d apart = grist::vector_at(row.point) - grist::vector_at(sum.point);
    minimum_image(domain, apart.data());
    sum.add(row, apart);
  }
  std::vector<ContactRow> rows;
  for (auto &one : sums) {
    domain->remap(one.second.point);
    rows.push_back(one.second);
  }
  return rows;
}

void ComputeContactLocal::compute_local()
{
  invoked_local = update->ntimestep;
  check_records();
  bonds = bonded_elements(lmp);
  if (bonds) bonds->update_clusters();
  std::vector<ContactRow> found;
  for_each_contact([&](const ContactLoad &contact) {
    if (lists(contact)) found.push_back(row_of(contact));
  });
  if (by_body) {
    found.erase(std::remove_if(found.begin(), found.end(),
                               [](const ContactRow &row) { return row.body[0] == row.body[1]; }),
                found.end());
    found = rows_by_body(found);
  }
  const size_t width = columns.size();
  numbers.clear();
  numbers.reserve(found.size() * width);
  for (const ContactRow &row : found)
    for (const ContactColumn &column : columns) numbers.push_back(column.value(row));
  rows.clear();
  for (size_t n = 0; n < found.size(); n++) rows.push_back(&numbers[n * width]);
  size_local_rows = static_cast<int>(found.size());
  vector_local = numbers.data();
  array_local = rows.data();
}

double ComputeContactLocal::memory_usage()
{
  return static_cast<double>(numbers.capacity() * sizeof(double) +
                             rows.capacity() * sizeof(double *));
}
