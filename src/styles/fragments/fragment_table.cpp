#include "styles/fragments/fragment_table.h"

#include "common/space.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"

#include "fragments/fragment_shape.h"
#include "particles/assortment.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"

#include <algorithm>
#include <cassert>
#include <tuple>

using namespace LAMMPS_NS;
using grist::Vector3d;

FragmentTable::FragmentTable(LAMMPS *lmp) : Pointers(lmp), polyhedra(atom) {}

grist::FragmentList FragmentTable::collect(const Choice &is_chosen, const BondedElements *bonds,
                                           const FragmentRows &rows, bool with_sieves)
{
  send_elements(is_chosen, bonds, rows, with_sieves);
  std::vector<grist::Fragment> here;
  grist::ExactSum mass_here;
  for (size_t begin = 0, end = 0; begin < elements.size(); begin = end) {
    while (end < elements.size() && elements[end].cluster == elements[begin].cluster) end++;
    here.push_back(assemble(begin, end, with_sieves, mass_here));
  }
  elements = {};
  partners = {};
  corners = {};
  if (with_sieves) sieves.forget_unused();

  grist::FragmentList list;
  list.fragments = to_first_rank(here, world);
  std::sort(list.fragments.begin(), list.fragments.end(),
            [](const grist::Fragment &one, const grist::Fragment &two) { return one.id < two.id; });
  grist::ExactSum total;
  for (const double part : to_first_rank(mass_here.parts(), world)) total.add(part);
  list.mass = total.value();
  return list;
}

std::vector<grist::SieveDiameters::Known> FragmentTable::known_sieves() const
{
  std::vector<grist::SieveDiameters::Known> known =
      to_first_rank(sieves.to_keep(bool(polyhedra)), world);
  std::sort(known.begin(), known.end(),
            [](const auto &one, const auto &two) { return one.id < two.id; });
  return known;
}

void FragmentTable::set_known_sieves(const std::vector<grist::SieveDiameters::Known> &known)
{
  for (const grist::SieveDiameters::Known &one : known)
    if (rank_of(one.id) == comm->me) sieves.add(one);
}

// The rank that assembles the fragment of this cluster id.
int FragmentTable::rank_of(bigint cluster) const
{
  assert(cluster > 0);
  return static_cast<int>(cluster % comm->nprocs);
}

// ---- each element goes to the rank that its cluster id is assigned to, with its bonds

void FragmentTable::send_elements(const Choice &is_chosen, const BondedElements *bonds,
                                  const FragmentRows &rows, bool with_corners)
{
  assert(rows.empty() || rows.size() >= static_cast<size_t>(atom->nlocal));
  std::vector<std::vector<Element>> element_batches(comm->nprocs);
  std::vector<std::vector<tagint>> partner_batches(comm->nprocs);
  std::vector<std::vector<Vector3d>> corner_batches(comm->nprocs);
  const tagint *cluster = bonds ? bonds->cluster_ids() : atom->tag;
  std::vector<BondEnd> of_atom;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!is_chosen(i)) continue;
    const int rank = rank_of(cluster[i]);
    Element element = {};
    element.cluster = cluster[i];
    element.tag = atom->tag[i];
    element.molecule = atom->molecule_flag ? atom->molecule[i] : 0;
    element.mass = atom->rmass[i];
    const FragmentRow row = rows.empty() ? FragmentRow() : rows[i];
    element.birth = row.birth;
    element.origin_size = row.origin_size;
    element.origin_sieve = row.origin_sieve;
    measure(i, with_corners, element, corner_batches[rank]);
    std::copy_n(atom->x[i], 3, element.x);
    std::copy_n(atom->v[i], 3, element.v);
    if (bonds) bonds->list_bonds(i, of_atom);
    for (const BondEnd &one : of_atom) partner_batches[rank].push_back(one.partner);
    element.bonds = static_cast<int>(of_atom.size());
    element_batches[rank].push_back(element);
  }
  elements = across_ranks(element_batches, world);
  partners = across_ranks(partner_batches, world);
  corners = across_ranks(corner_batches, world);

  size_t bonds_before = 0, corners_before = 0;
  for (auto &element : elements) {
    element.first_bond = bonds_before;
    element.first_corner = corners_before;
    bonds_before += element.bonds;
    corners_before += element.corners;
  }
  std::sort(elements.begin(), elements.end(), [](const Element &one, const Element &two) {
    return std::tie(one.cluster, one.tag) < std::tie(two.cluster, two.tag);
  });
}

void FragmentTable::measure(int i, bool with_corners, Element &element,
                            std::vector<Vector3d> &to) const
{
  element.radius = atom->radius[i];
  const grist::BodyShape shape = polyhedra ? polyhedra.shape(i) : grist::BodyShape();
  if (!shape) return;
  element.radius = 0.5 * grist::equal_volume_diameter(shape.volume());
  if (!with_corners) return;
  const grist::Pose turn =
      grist::Pose::from_quaternion(Vector3d::zero(), polyhedra.avec->bonus[atom->body[i]].quat);
  for (const Vector3d &corner : shape.corners()) to.push_back(turn.to_space(corner));
  element.corners = shape.vertex_count();
}

// A sphere, or a point for each corner.
void FragmentTable::add_shape(const Element &element, const Vector3d &place,
                              std::vector<grist::FragmentElement> &to) const
{
  assert(element.first_corner + element.corners <= corners.size());
  if (element.corners == 0) to.push_back({place, element.radius});
  for (int k = 0; k < element.corners; k++)
    to.push_back({place + corners[element.first_corner + k], 0.0});
}

grist::Fragment FragmentTable::assemble(size_t begin, size_t end, bool with_sieve,
                                        grist::ExactSum &mass_here)
{
  assert(begin < end && end <= elements.size());
  assert(elements[begin].cluster == elements[end - 1].cluster);
  const std::vector<Vector3d> places = unwrapped(begin, end);
  std::vector<grist::FragmentElement> spheres, shape;
  grist::ExactSum sum;
  Vector3d center = Vector3d::zero(), momentum = Vector3d::zero();

  grist::Fragment fragment = {};
  fragment.id = elements[begin].cluster;
  fragment.parent = elements[begin].molecule;
  fragment.elements = static_cast<bigint>(end - begin);
  fragment.birth = elements[begin].birth;
  fragment.origin_equivalent = elements[begin].origin_size;
  fragment.origin_sieve = elements[begin].origin_sieve;
  for (size_t k = begin; k < end; k++) {
    const Element &element = elements[k];
    const Vector3d &place = places[k - begin];
    sum.add(element.mass);
    center += element.mass * (place - places.front());
    momentum += element.mass * grist::vector_at(element.v);
    fragment.birth = std::max(fragment.birth, element.birth);
    spheres.push_back({place, element.radius});
    if (with_sieve) add_shape(element, place, shape);
  }
  mass_here.add(sum);
  fragment.mass = sum.value();
  fragment.equivalent = grist::equivalent_diameter(spheres);
  if (with_sieve) fragment.sieve = sieves.of(fragment, shape);
  grist::copy_to(fragment.center, places.front() + center / fragment.mass);
  grist::copy_to(fragment.velocity, momentum / fragment.mass);
  imageint image = 0;
  domain->remap(fragment.center, image);
  return fragment;
}

// ---- places of elements begin to end - 1 in one piece: image flags of bonded atoms need not agree

std::vector<Vector3d> FragmentTable::unwrapped(size_t begin, size_t end) const
{
  std::vector<Vector3d> places;
  for (size_t k = begin; k < end; k++) places.emplace_back(grist::vector_at(elements[k].x));
  const int *periodic = domain->periodicity;
  if (std::none_of(periodic, periodic + 3, [](int is_periodic) { return is_periodic; }))
    return places;
  std::vector<std::vector<int>> bonded;
  for (size_t k = begin; k < end; k++) bonded.push_back(bonded_inside(begin, end, elements[k]));
  return grist::unwrapped_centers(places, bonded,
                                  [this](Vector3d &step) { minimum_image(domain, step.data()); });
}

// Numbers of the partners, counted from begin; partners outside the group are left out.
std::vector<int> FragmentTable::bonded_inside(size_t begin, size_t end,
                                              const Element &element) const
{
  assert(begin < end && end <= elements.size());
  assert(element.first_bond + element.bonds <= partners.size());
  const auto first = elements.begin() + begin, last = elements.begin() + end;
  std::vector<int> inside;
  for (int m = 0; m < element.bonds; m++) {
    const tagint tag = partners[element.first_bond + m];
    const auto found = std::lower_bound(
        first, last, tag, [](const Element &e, tagint wanted) { return e.tag < wanted; });
    if (found != last && found->tag == tag) inside.push_back(static_cast<int>(found - first));
  }
  return inside;
}
