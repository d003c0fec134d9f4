#include "styles/clusters/fragment_table.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/rank_vectors.h"

#include <algorithm>
#include <tuple>
#include <utility>

using namespace LAMMPS_NS;
using Eigen::Map;
using Eigen::Vector3d;

FragmentTable::FragmentTable(LAMMPS *lmp) : Pointers(lmp), mass(0.0) {}

/* ---------------------------------------------------------------------- */

void FragmentTable::collect(int groupbit, const tagint *cluster, const double *birth,
                            bool with_sieve)
{
  send_home(groupbit, cluster, birth);
  std::vector<Fragment> here;
  grist::ExactSum mass_here;
  for (size_t begin = 0, end = 0; begin < elements.size(); begin = end) {
    while (end < elements.size() && elements[end].cluster == elements[begin].cluster) end++;
    here.push_back(put_together(begin, end, with_sieve, mass_here));
  }
  elements = {};
  partners = {};
  if (with_sieve) known_sieves = std::exchange(seen_sieves, {});

  fragments = to_first_rank(here, world);
  std::sort(fragments.begin(), fragments.end(),
            [](const Fragment &one, const Fragment &two) { return one.id < two.id; });
  grist::ExactSum total;
  for (const double part : to_first_rank(mass_here.parts(), world)) total.add(part);
  mass = total.value();
}

/* ----------------------------------------------------------------------
   each element to the rank that its cluster id falls to, with its bonds
------------------------------------------------------------------------- */

void FragmentTable::send_home(int groupbit, const tagint *cluster, const double *birth)
{
  std::vector<std::vector<Element>> element_batches(comm->nprocs);
  std::vector<std::vector<tagint>> partner_batches(comm->nprocs);
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const int home = static_cast<int>(cluster[i] % comm->nprocs);
    Element element = {};
    element.cluster = cluster[i];
    element.tag = atom->tag[i];
    element.molecule = atom->molecule[i];
    element.bonds = atom->num_bond[i];
    element.mass = atom->rmass[i];
    element.radius = atom->radius[i];
    element.birth = birth[i];
    std::copy_n(atom->x[i], 3, element.x);
    std::copy_n(atom->v[i], 3, element.v);
    element_batches[home].push_back(element);
    partner_batches[home].insert(partner_batches[home].end(), atom->bond_atom[i],
                                 atom->bond_atom[i] + atom->num_bond[i]);
  }
  elements = across_ranks(element_batches, world);
  partners = across_ranks(partner_batches, world);

  size_t bonds = 0;
  for (auto &element : elements) {
    element.first_bond = bonds;
    bonds += element.bonds;
  }
  std::sort(elements.begin(), elements.end(), [](const Element &one, const Element &two) {
    return std::tie(one.cluster, one.tag) < std::tie(two.cluster, two.tag);
  });
}

/* ---------------------------------------------------------------------- */

Fragment FragmentTable::put_together(size_t begin, size_t end, bool with_sieve,
                                     grist::ExactSum &mass_here)
{
  const std::vector<Vector3d> places = unwrapped(begin, end);
  std::vector<grist::FragmentElement> shape;
  grist::ExactSum sum;
  Vector3d center = Vector3d::Zero(), momentum = Vector3d::Zero();

  Fragment fragment = {};
  fragment.id = elements[begin].cluster;
  fragment.parent = elements[begin].molecule;
  fragment.elements = static_cast<bigint>(end - begin);
  fragment.birth = elements[begin].birth;
  for (size_t k = begin; k < end; k++) {
    const Element &element = elements[k];
    const Vector3d &place = places[k - begin];
    sum.add(element.mass);
    center += element.mass * (place - places.front());
    momentum += element.mass * Map<const Vector3d>(element.v);
    fragment.birth = std::max(fragment.birth, element.birth);
    shape.push_back({place, element.radius});
  }
  mass_here.add(sum);
  fragment.mass = sum.value();
  fragment.equivalent = grist::equivalent_diameter(shape);
  if (with_sieve) fragment.sieve = sieve_of(fragment, shape);
  Map<Vector3d>(fragment.center) = places.front() + center / fragment.mass;
  Map<Vector3d>(fragment.velocity) = momentum / fragment.mass;
  imageint image = 0;
  domain->remap(fragment.center, image);
  return fragment;
}

/* ---------------------------------------------------------------------- */

double FragmentTable::sieve_of(const Fragment &fragment,
                               const std::vector<grist::FragmentElement> &shape)
{
  const auto known = known_sieves.find(fragment.id);
  const bool is_same = known != known_sieves.end() && known->second.elements == fragment.elements &&
      known->second.birth == fragment.birth;
  const double sieve = is_same ? known->second.sieve : grist::sieve_diameter(shape);
  seen_sieves[fragment.id] = {fragment.elements, fragment.birth, sieve};
  return sieve;
}

/* ----------------------------------------------------------------------
   places in one piece, each next to its neighbor along a bond: image flags of bonded atoms need not agree. What hangs
   together only through atoms outside the group is put next to the first element.
------------------------------------------------------------------------- */

std::vector<Vector3d> FragmentTable::unwrapped(size_t begin, size_t end) const
{
  const size_t count = end - begin;
  std::vector<Vector3d> places(count);
  std::vector<char> placed(count, 0);
  std::vector<size_t> open;
  const auto place_beside = [&](size_t from, size_t k) {
    Vector3d step =
        Map<const Vector3d>(elements[begin + k].x) - Map<const Vector3d>(elements[begin + from].x);
    minimum_image(domain, step.data());
    places[k] = places[from] + step;
    placed[k] = 1;
    open.push_back(k);
  };

  places[0] = Map<const Vector3d>(elements[begin].x);
  for (size_t start = 0; start < count; start++) {
    if (placed[start]) continue;
    place_beside(0, start);
    while (!open.empty()) {
      const size_t from = open.back();
      open.pop_back();
      const Element &element = elements[begin + from];
      for (int m = 0; m < element.bonds; m++) {
        const tagint tag = partners[element.first_bond + m];
        const auto found =
            std::lower_bound(elements.begin() + begin, elements.begin() + end, tag,
                             [](const Element &e, tagint wanted) { return e.tag < wanted; });
        const size_t k = found - (elements.begin() + begin);
        if (k < count && found->tag == tag && !placed[k]) place_beside(from, k);
      }
    }
  }
  return places;
}
