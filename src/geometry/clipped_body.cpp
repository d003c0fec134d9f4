#include "geometry/clipped_body.h"

#include "common/preconditions.h"
#include "common/space.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr int NO_VERTEX = -1;

using Lanes = Eigen::Array<double, PLANE_LANES, 1>;

DistanceRange distance_range(const BodyView &body, const HalfSpace &plane)
{
  assert(body.vertex_count > 0 && is_unit(plane.normal));
  const double nx = plane.normal[0], ny = plane.normal[1], nz = plane.normal[2];
  const auto heights = [&](int first) -> Lanes {
    using Values = Eigen::Map<const Lanes>;
    return nx * Values(body.x + first) + ny * Values(body.y + first) + nz * Values(body.z + first);
  };
  Lanes least = heights(0), greatest = least;
  for (int first = PLANE_LANES; first < body.vertex_count; first += PLANE_LANES) {
    const Lanes s = heights(std::min(first, last_block(body.vertex_count)));
    least = least.min(s);
    greatest = greatest.max(s);
  }
  return {least.minCoeff() - plane.offset, greatest.maxCoeff() - plane.offset};
}

void ClippedBody::start(const BodyView &body, int face_count)
{
  assert(body.vertex_count > 0 && body.edge_count > 0 && face_count > 0);
  now = body;
  if (!body.edges) {
    if (static_cast<int>(unpacked.size()) < body.edge_count) unpacked.resize(2 * body.edge_count);
    body.packed.unpack(body.edge_count, unpacked.data());
    now.edges = unpacked.data();
  }
  if (static_cast<int>(face_vertex.size()) < face_count) {
    end_of_face[0].resize(face_count);
    end_of_face[1].resize(face_count);
    face_vertex.resize(face_count);
  }
}

inline void ClippedBody::reserve(Buffer &buffer, int vertices, int edges)
{
  if (static_cast<int>(buffer.x.size()) < padded(vertices)) {
    for (std::vector<double> *v : {&buffer.x, &buffer.y, &buffer.z})
      v->resize(2 * padded(vertices));
  }
  if (static_cast<int>(buffer.edges.size()) < edges) buffer.edges.resize(2 * edges);
  for (std::vector<int> *v : {&list, &faces_at[0], &faces_at[1]})
    if (static_cast<int>(v->size()) < edges) v->resize(2 * edges);
  if (static_cast<int>(renumbered.size()) < padded(vertices)) {
    distance.resize(2 * padded(vertices));
    renumbered.resize(2 * padded(vertices));
  }
}

// Measures the vertices and copies those that are not outside; returns how many.
int ClippedBody::keep_vertices(const HalfSpace &plane, double tolerance, Buffer &to)
{
  const double nx = plane.normal[0], ny = plane.normal[1], nz = plane.normal[2], d = plane.offset;
  const double *const x = now.x, *const y = now.y, *const z = now.z;
  double *const __restrict to_x = to.x.data(), *const __restrict to_y = to.y.data();
  double *const __restrict to_z = to.z.data(), *const __restrict height = distance.data();
  int *const __restrict number = renumbered.data();
  const int count = now.vertex_count;
  int kept = 0;
  for (int i = 0; i < count; i++) {
    const double s = nx * x[i] + ny * y[i] + nz * z[i] - d;
    const int out = s > tolerance ? 1 : 0;
    height[i] = s;
    to_x[kept] = x[i];
    to_y[kept] = y[i];
    to_z[kept] = z[i];
    number[i] = kept | -out;    // NO_VERTEX has all bits set
    kept += 1 - out;
  }
  return kept;
}

// The new vertex on the edge from a vertex inside to one outside.
inline void ClippedBody::add_crossing(int in, int out, double tolerance, int vertex,
                                      Buffer &to) const
{
  const double depth = distance[in] < -tolerance ? -distance[in] : 0.0;
  const double t = depth / (depth + distance[out]);    // 0 to 1
  to.x[vertex] = now.x[in] + t * (now.x[out] - now.x[in]);
  to.y[vertex] = now.y[in] + t * (now.y[out] - now.y[in]);
  to.z[vertex] = now.z[in] + t * (now.z[out] - now.z[in]);
}

// Whether each face leaves and returns only once. A convex face does, except for rounding.
inline bool ClippedBody::closes_face_by_face(int crossings, int first) const
{
  int differ = 0;
  for (const int kind : {0, 1})
    for (int k = 0; k < crossings; k++)
      differ |= end_of_face[kind][faces_at[kind][k]] ^ (first + k);
  return differ == 0;
}

// Closing edges where a face leaves more than once: any end of the other kind will do.
void ClippedBody::pair_ends(int crossings, int first, int cap, BodyEdge *closing)
{
  for (int k = 0; k < crossings; k++) {
    const int face = faces_at[0][k];
    int back = 0;
    while (faces_at[1][back] != face) back++;
    faces_at[1][back] = NO_VERTEX;
    closing[k] = {first + k, first + back, face, cap};
  }
}

// Branches on the signs of vertices cannot be predicted and would take most of the time. So there
// are none: values that depend on a sign are selected, or are written first and then counted or
// not.
ClippedBody::Cut ClippedBody::cut(const HalfSpace &plane, int face, double tolerance)
{
  assert(is_unit(plane.normal) && tolerance >= 0.0);
  assert(is_number_of(face, face_vertex.size()));
  assert(now.vertex_count > 0);
  // 1. Vertices that are not outside are copied.
  Buffer &to = buffers[spare];
  reserve(to, now.vertex_count + now.edge_count, 2 * now.edge_count);
  const int first = keep_vertices(plane, tolerance, to);
  if (first == now.vertex_count) return Cut::NONE;
  if (first == 0) return Cut::EMPTY;

  // 2. Edges inside are kept, those that cross are listed, all others are dropped.
  const int *const number = renumbered.data();
  BodyEdge *const __restrict kept = to.edges.data();
  int *const __restrict crossing = list.data();
  int edges = 0, crossings = 0;
  for (int n = 0; n < now.edge_count; n++) {
    const BodyEdge &e = now.edges[n];
    const int tail = number[e.tail], head = number[e.head];
    kept[edges] = {tail, head, e.left, e.right};
    edges += (tail | head) >= 0 ? 1 : 0;
    crossing[crossings] = n;
    crossings += (tail ^ head) < 0 ? 1 : 0;
  }

  // 3. A crossing edge ends in a new vertex, and opens its two faces there. The left loop runs with
  //    the edge and leaves where the head is outside; the right loop the other way round.
  for (int k = 0; k < crossings; k++) {
    const BodyEdge &e = now.edges[crossing[k]];
    const int tail = number[e.tail], head = number[e.head], vertex = first + k;
    const bool leaves = head == NO_VERTEX;
    add_crossing(leaves ? e.tail : e.head, leaves ? e.head : e.tail, tolerance, vertex, to);
    kept[edges + k] = {leaves ? tail : vertex, leaves ? vertex : head, e.left, e.right};
    const int leaving = leaves ? e.left : e.right, coming = leaves ? e.right : e.left;
    faces_at[0][k] = leaving;
    faces_at[1][k] = coming;
    end_of_face[0][leaving] = vertex;
    end_of_face[1][coming] = vertex;
  }
  edges += crossings;

  // 4. An edge closes each open face, from where its loop leaves to where it comes back.
  if (closes_face_by_face(crossings, first)) {
    for (int k = 0; k < crossings; k++)
      kept[edges + k] = {first + k, end_of_face[1][faces_at[0][k]], faces_at[0][k], face};
  } else {
    pair_ends(crossings, first, face, kept + edges);
  }
  edges += crossings;

  // 5. The result becomes the body.
  const int vertices = first + crossings;
  for (int i = vertices; i < PLANE_LANES; i++) {
    to.x[i] = to.x[0];
    to.y[i] = to.y[0];
    to.z[i] = to.z[0];
  }
  now = {to.x.data(), to.y.data(), to.z.data(), to.edges.data(), vertices, edges};
  spare = 1 - spare;
  return Cut::CUT;
}

void ClippedBody::move(const Matrix3d &rotation, const Vector3d &shift)
{
  assert(is_rotation(rotation));
  const bool own = now.x == buffers[1 - spare].x.data();
  Buffer &to = buffers[own ? 1 - spare : spare];
  if (!own) {
    reserve(to, now.vertex_count, now.edge_count);
    spare = 1 - spare;
  }
  const Matrix3d &R = rotation;
  for (int i = 0; i < padded(now.vertex_count); i++) {
    const double x = now.x[i], y = now.y[i], z = now.z[i];
    to.x[i] = R(0, 0) * x + R(0, 1) * y + R(0, 2) * z + shift[0];
    to.y[i] = R(1, 0) * x + R(1, 1) * y + R(1, 2) * z + shift[1];
    to.z[i] = R(2, 0) * x + R(2, 1) * y + R(2, 2) * z + shift[2];
  }
  now.x = to.x.data();
  now.y = to.y.data();
  now.z = to.z.data();
}

ClippedBody::Sphere ClippedBody::bounding_sphere() const
{
  assert(now.vertex_count > 0);
  Vector3d center = Vector3d::zero();
  for (int i = 0; i < now.vertex_count; i++) center += Vector3d{now.x[i], now.y[i], now.z[i]};
  center /= now.vertex_count;
  double square = 0.0;
  for (int i = 0; i < now.vertex_count; i++)
    square = std::max(square, squared_norm(Vector3d{now.x[i], now.y[i], now.z[i]} - center));
  return {center, std::sqrt(square)};
}

double ClippedBody::reach_from(const Vector3d &point) const
{
  double square = 0.0;
  for (int i = 0; i < now.vertex_count; i++)
    square = std::max(square, squared_norm(Vector3d{now.x[i], now.y[i], now.z[i]} - point));
  return std::sqrt(square);
}

// Positions are taken from a vertex of the body, so that a small overlap far from the centres loses
// no digits.
//   volume       each edge spans a triangle with one vertex q of its left face, and one of its
//                right: the tetrahedra of these triangles with the origin fill the body
//   area vector  of the first body: 1/2 closed integral of x cross dx around its boundary (Stokes)
//   moment       of the first body: integral of x cross n dA = -1/2 closed integral of |x|^2 dx
//   spread       of the same boundary (area_spread.h)
ClippedBody::Integrals ClippedBody::integrals(int first_faces, int shared_faces)
{
  assert(first_faces >= 0 && shared_faces >= 0);
  assert(now.vertex_count > 0);
  Buffer &from_origin = buffers[spare];
  reserve(from_origin, now.vertex_count, now.edge_count);
  const Vector3d origin{now.x[0], now.y[0], now.z[0]};
  double *const x = from_origin.x.data(), *const y = from_origin.y.data();
  double *const z = from_origin.z.data();
  for (int i = 0; i < now.vertex_count; i++) {
    x[i] = now.x[i] - origin[0];
    y[i] = now.y[i] - origin[1];
    z[i] = now.z[i] - origin[2];
  }
  const auto point = [=](int i) { return Vector3d{x[i], y[i], z[i]}; };

  // Edges between the two bodies are listed on the way.
  int *const seam = list.data();
  int seams = 0;
  for (int n = 0; n < now.edge_count; n++) {
    const BodyEdge &e = now.edges[n];
    face_vertex[e.left] = face_vertex[e.right] = e.tail;
    seam[seams] = n;
    seams += (e.left < first_faces) != (e.right < first_faces) ? 1 : 0;
  }
  double volume = 0.0;
  Vector3d first = Vector3d::zero(), area = Vector3d::zero(), moment = Vector3d::zero();
  Integrals result;
  for (const BodyEdge *e = now.edges, *end = e + now.edge_count; e != end; e++) {
    const Vector3d tail = point(e->tail), head = point(e->head), normal = cross(tail, head);
    const Vector3d left = point(face_vertex[e->left]), right = point(face_vertex[e->right]);
    const double volume_left = dot(left, normal), volume_right = dot(right, normal);
    const double both = volume_left - volume_right;
    volume += both;
    first += both * (tail + head) + (volume_left * left - volume_right * right);
  }
  for (int n = 0; n < seams; n++) {
    const BodyEdge &e = now.edges[seam[n]];
    const double sign = e.left < first_faces ? 1.0 : -1.0;
    const Vector3d tail = point(e.tail), head = point(e.head);
    area += sign * cross(tail, head);
    moment -= (sign * (squared_norm(tail) + dot(tail, head) + squared_norm(head))) * (head - tail);
    const AreaSpread of_edge = edge_spread(head - tail);
    add(result.spread, 1.0, of_edge);
    if (std::max(e.left, e.right) >= shared_faces) add(result.shared, 1.0, of_edge);
  }

  result.volume = volume / 6.0;
  result.area_vector = 0.5 * area;
  Vector3d center = first / (4.0 * volume);
  if (!(volume > 0.0)) center = bounding_sphere().center - origin;
  result.center = origin + center;
  result.moment = moment / 6.0 - cross(center, result.area_vector);
  return result;
}

}    // namespace grist
