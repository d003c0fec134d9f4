#include "styles/stress/contact_rows.h"

#include "common/space.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::Vector3d;

void ContactRow::add(const ContactRow &other, const Vector3d &apart)
{
  const Vector3d normals =
      weight * grist::vector_at(normal) + other.weight * grist::vector_at(other.normal);
  const double length = norm(normals);
  weight += other.weight;
  for (int d = 0; d < 3; d++) {
    if (length > 0.0) normal[d] = normals[d] / length;
    if (weight > 0.0) point[d] += other.weight / weight * apart[d];
    force[d] += other.force[d];
  }
  contacts += other.contacts;
  overlap = std::max(overlap, other.overlap);
  normal_force += other.normal_force;
  tangential += other.tangential;
}

const std::vector<ContactColumn> &LAMMPS_NS::contact_columns()
{
  using Row = const ContactRow &;
  static const auto whole = [](auto number) { return static_cast<double>(number); };
  static const std::vector<ContactColumn> columns = {
      {"id1", false, [](Row r) { return whole(r.id[0]); }},
      {"id2", false, [](Row r) { return whole(r.id[1]); }},
      {"type1", false, [](Row r) { return whole(r.type[0]); }},
      {"type2", false, [](Row r) { return whole(r.type[1]); }},
      {"body1", true, [](Row r) { return whole(r.body[0]); }},
      {"body2", true, [](Row r) { return whole(r.body[1]); }},
      {"wall", true, [](Row r) { return whole(r.wall); }},
      {"contacts", true, [](Row r) { return whole(r.contacts); }},
      {"x", true, [](Row r) { return r.point[0]; }},
      {"y", true, [](Row r) { return r.point[1]; }},
      {"z", true, [](Row r) { return r.point[2]; }},
      {"nx", true, [](Row r) { return r.normal[0]; }},
      {"ny", true, [](Row r) { return r.normal[1]; }},
      {"nz", true, [](Row r) { return r.normal[2]; }},
      {"fx", true, [](Row r) { return r.force[0]; }},
      {"fy", true, [](Row r) { return r.force[1]; }},
      {"fz", true, [](Row r) { return r.force[2]; }},
      {"force", true, [](Row r) { return norm(grist::vector_at(r.force)); }},
      {"normal", true, [](Row r) { return r.normal_force; }},
      {"tangential", true, [](Row r) { return r.tangential; }},
      {"overlap", true, [](Row r) { return r.overlap; }},
  };
  return columns;
}
