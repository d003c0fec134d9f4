#include "walls/mesh_contacts.h"

#include <algorithm>
#include <cmath>

namespace grist {

// An edge counts as nearest if the center is above a face next to it by at most this angle. By
// rounding, neither edge nor face may be nearer, but one of them must remain. If both remain, they
// are merged.
static constexpr double EDGE_ANGLE = 1e-9;

// Places nearer to each other than this share of the radius are one. They occur on copies of a
// surface that are not welded.
static constexpr double SAME_PLACE = 1e-6;

static constexpr double LEAST_COSINE = 1e-3;

MeshContacts::MeshContacts(const TriangleMesh &mesh, bool one_sided, double smooth) :
    mesh(mesh), one_sided(one_sided), cosine_smooth(std::cos(smooth))
{
}

const std::vector<MeshContact> &MeshContacts::find(const TriangleTree::Near *near, int count,
                                                   const Vector3d &center, double radius,
                                                   double moved)
{
  places.clear();
  contacts.clear();
  for (int n = 0; n < count && near[n].distance < radius + moved; n++)
    test_triangle(near[n].triangle, center, radius);
  if (one_sided && places.size() > 1) drop_hidden();
  if (places.size() == 1)
    contacts.push_back(places[0].contact);
  else if (!places.empty())
    merge(radius);
  return contacts;
}

void MeshContacts::test_triangle(int triangle, const Vector3d &center, double radius)
{
  const TriangleMesh::Triangle &t = mesh.triangles()[triangle];
  const double height = (center - t.corner).dot(t.normal);
  if (!(std::fabs(height) < radius)) return;
  const TrianglePoint nearest = nearest_point(t, center);
  if (nearest.feature == TrianglePoint::INSIDE) {
    const double side = one_sided || height > 0.0 ? 1.0 : -1.0;
    places.push_back({{t.origin, side * height, side * t.normal}, nearest.point, 0});
    return;
  }
  const Vector3d to_center = center - nearest.point;
  if (!(to_center.squaredNorm() < radius * radius)) return;

  // The neighbors are tested first: the list of all triangles at an edge or a corner is farther
  // away in memory.
  const int k = nearest.feature % TrianglePoint::CORNER;
  const bool at_edge = nearest.feature < TrianglePoint::CORNER;
  if (is_hidden_by(t.neighbors[k], nearest.point, to_center)) return;
  if (at_edge) {
    const TriangleMesh::Edge &edge = mesh.edges()[t.edges[k]];
    if (t.neighbors[k] >= 0 ||
        is_nearest(mesh.triangles_of(edge), edge.count, nearest.point, to_center))
      add({edge.number, edge.outward, edge.count == 1}, nearest.point, to_center);
  } else if (!is_hidden_by(t.neighbors[(k + 2) % 3], nearest.point, to_center)) {
    const TriangleMesh::Corner &corner = mesh.corners()[t.corners[k]];
    if (is_nearest(mesh.triangles_of(corner), corner.count, nearest.point, to_center))
      add({corner.number, corner.outward, corner.on_border}, nearest.point, to_center);
  }
}

// Whether a triangle at this point has a point that is nearer to the center.
bool MeshContacts::is_hidden_by(int triangle, const Vector3d &point,
                                const Vector3d &to_center) const
{
  if (triangle < 0) return false;
  const double distance = to_center.norm();
  const TriangleMesh::Triangle &t = mesh.triangles()[triangle];
  const Vector3d there = nearest_point(t, point + to_center).point - point;
  const double apart = there.norm();
  return apart > EDGE_ANGLE * distance && there.dot(to_center) > EDGE_ANGLE * apart * distance;
}

bool MeshContacts::is_nearest(const int *triangles, int count, const Vector3d &point,
                              const Vector3d &to_center) const
{
  return std::none_of(triangles, triangles + count,
                      [&](int triangle) { return is_hidden_by(triangle, point, to_center); });
}

// If the center is on the edge itself, the normal points to the front.
void MeshContacts::add(const Ridge &ridge, const Vector3d &point, const Vector3d &to_center)
{
  for (const Place &known : places)
    if (known.contact.feature == ridge.number) return;
  const bool behind = to_center.dot(ridge.outward) < 0.0;
  if (one_sided && behind && ridge.on_border) return;
  const double sign = one_sided && behind ? -1.0 : 1.0;
  const double distance = to_center.norm();
  const Vector3d normal = distance > 0.0 ? (sign / distance * to_center).eval()
                                         : ridge.outward.normalized();
  places.push_back({{ridge.number, sign * distance, normal}, point, 0});
}

// If the center is in front of the nearest surface, it is not in the solid: other surfaces that it
// is behind belong to the far side of a thin wall. If it is in the solid, it is pushed out through
// the nearest surface.
void MeshContacts::drop_hidden()
{
  const auto nearest =
      std::min_element(places.begin(), places.end(), [](const Place &a, const Place &b) {
        return std::fabs(a.contact.distance) < std::fabs(b.contact.distance);
      });
  const int exit_feature = nearest->contact.distance < 0.0 ? nearest->contact.feature : -1;
  places.erase(std::remove_if(places.begin(), places.end(),
                              [exit_feature](const Place &place) {
                                return place.contact.distance < 0.0 &&
                                    place.contact.feature != exit_feature;
                              }),
               places.end());
}

bool MeshContacts::are_merged(const Place &a, const Place &b, double radius) const
{
  if ((a.point - b.point).norm() < SAME_PLACE * radius) return true;
  return a.contact.normal.dot(b.contact.normal) > cosine_smooth &&
      mesh.share_patch(a.contact.feature, b.contact.feature);
}

// The weight of a place beside the deepest one, whose weight is 1. Where two facets meet in a fold,
// the second one has a nearest place as soon as the center is above the fold: at a distance d /
// cos(angle), if d is the distance to the first. The weight grows from 0 there, or from where the
// overlap begins, to 1 where both are equally deep.
static double weight(const MeshContact &deepest, const MeshContact &place, double radius)
{
  const double cosine = std::max(deepest.normal.dot(place.normal), LEAST_COSINE);
  const double before = place.distance / cosine - deepest.distance;
  const double past = deepest.distance / cosine - place.distance;
  if (!(deepest.distance > 0.0 && past > 0.0 && before > 0.0)) return 0.0;
  return (radius - place.distance) / (radius - deepest.distance) * past / before;
}

void MeshContacts::merge(double radius)
{
  std::sort(places.begin(), places.end(),
            [](const Place &a, const Place &b) { return a.contact.distance < b.contact.distance; });
  for (size_t k = 0; k < places.size(); k++) places[k].group = static_cast<int>(k);
  for (size_t k = 1; k < places.size(); k++)
    for (size_t j = 0; j < k; j++) {
      const int from = std::max(places[j].group, places[k].group);
      const int to = std::min(places[j].group, places[k].group);
      if (from == to || !are_merged(places[j], places[k], radius)) continue;
      for (Place &place : places)
        if (place.group == from) place.group = to;
    }

  // The first place of a group gives the group its number and is the deepest.
  for (size_t k = 0; k < places.size(); k++) {
    if (places[k].group != static_cast<int>(k)) continue;
    MeshContact merged = places[k].contact;
    for (size_t j = k + 1; j < places.size(); j++)
      if (places[j].group == static_cast<int>(k))
        merged.normal +=
            weight(places[k].contact, places[j].contact, radius) * places[j].contact.normal;
    merged.normal.normalize();
    contacts.push_back(merged);
  }
}

}    // namespace grist
