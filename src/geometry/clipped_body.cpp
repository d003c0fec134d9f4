#include "geometry/clipped_body.h"

#include <algorithm>
#include <cmath>

namespace grist {

static constexpr int NONE = -1;

using Values = Eigen::Map<const Eigen::ArrayXd>;

DistanceRange distance_range(const BodyView &body, const HalfSpace &plane)
{
  const int n = padded(body.vertex_count);
  const auto s = plane.normal[0] * Values(body.x, n) + plane.normal[1] * Values(body.y, n) +
      plane.normal[2] * Values(body.z, n);
  return {s.minCoeff() - plane.offset, s.maxCoeff() - plane.offset};
}

void ClippedBody::start(const BodyView &body, int face_count)
{
  now = body;
  if (static_cast<int>(face_vertex.size()) < face_count) {
    open[0].resize(face_count, NONE);
    open[1].resize(face_count, NONE);
    face_vertex.resize(face_count);
  }
}

void ClippedBody::reserve(Buffer &buffer, int vertices, int edges)
{
  if (static_cast<int>(buffer.x.size()) < padded(vertices)) {
    for (std::vector<double> *v : {&buffer.x, &buffer.y, &buffer.z})
      v->resize(2 * padded(vertices));
  }
  if (static_cast<int>(buffer.edges.size()) < edges) buffer.edges.resize(2 * edges);
  if (static_cast<int>(kept_edges.size()) < edges) kept_edges.resize(2 * edges);
  if (static_cast<int>(renumbered.size()) < padded(vertices)) {
    distance.resize(2 * padded(vertices));
    renumbered.resize(2 * padded(vertices));
    next_open[0].resize(2 * padded(vertices));
    next_open[1].resize(2 * padded(vertices));
  }
}

DistanceRange ClippedBody::measure(const HalfSpace &plane, double tolerance)
{
  const double nx = plane.normal[0], ny = plane.normal[1], nz = plane.normal[2], d = plane.offset;
  const double *const x = now.x, *const y = now.y, *const z = now.z;
  double *const __restrict to = distance.data();
  const int n = padded(now.vertex_count);
  for (int i = 0; i < n; i++) {
    const double s = nx * x[i] + ny * y[i] + nz * z[i] - d;
    to[i] = std::fabs(s) <= tolerance ? 0.0 : s;
  }
  return {Values(to, n).minCoeff(), Values(to, n).maxCoeff()};
}

// Copies the vertices that are not outside; returns how many.
int ClippedBody::keep_vertices(Buffer &to)
{
  const double *const x = now.x, *const y = now.y, *const z = now.z, *const s = distance.data();
  double *const to_x = to.x.data(), *const to_y = to.y.data(), *const to_z = to.z.data();
  int *const number = renumbered.data();
  int kept = 0;
  for (int i = 0; i < now.vertex_count; i++) {
    to_x[kept] = x[i];
    to_y[kept] = y[i];
    to_z[kept] = z[i];
    const bool out = s[i] > 0.0;
    number[i] = out ? NONE : kept;
    kept += out ? 0 : 1;
  }
  return kept;
}

// Lists the edges that have an end inside, without a branch; returns how many.
int ClippedBody::keep_edges()
{
  const int *const number = renumbered.data();
  int *const list = kept_edges.data();
  int kept = 0;
  for (int n = 0; n < now.edge_count; n++) {
    list[kept] = n;
    kept += (number[now.edges[n].tail] & number[now.edges[n].head]) == NONE ? 0 : 1;
  }
  return kept;
}

// The new vertex on the edge from a vertex inside to one outside.
inline void ClippedBody::add_crossing(int in, int out, int vertex, Buffer &to) const
{
  const double t = distance[in] / (distance[in] - distance[out]);    // 0 to 1
  to.x[vertex] = now.x[in] + t * (now.x[out] - now.x[in]);
  to.y[vertex] = now.y[in] + t * (now.y[out] - now.y[in]);
  to.z[vertex] = now.z[in] + t * (now.z[out] - now.z[in]);
}

// The loop of `face` leaves the half space (or comes back) at a vertex: pairs it with an end of the other kind, if one
// waits, by a closing edge; waits otherwise. A convex face has one end of each kind; rounding may give more.
inline int ClippedBody::close_face(int face, int cap, int vertex, bool leaves, Buffer &to,
                                   int edge_count)
{
  int &other = open[!leaves][face];
  if (other == NONE) {
    next_open[leaves][vertex] = open[leaves][face];
    open[leaves][face] = vertex;
    return edge_count;
  }
  const int partner = other;
  other = next_open[!leaves][partner];
  to.edges[edge_count] = leaves ? BodyEdge{vertex, partner, face, cap}
                                : BodyEdge{partner, vertex, face, cap};
  return edge_count + 1;
}

ClippedBody::Cut ClippedBody::cut(const HalfSpace &plane, int face, double tolerance)
{
  // 1. Which vertices are outside? Most planes end here.
  Buffer &to = buffers[spare];
  reserve(to, now.vertex_count + now.edge_count, 2 * now.edge_count);
  const DistanceRange range = measure(plane, tolerance);
  if (range.least > 0.0) return Cut::EMPTY;
  if (!(range.greatest > 0.0)) return Cut::NONE;

  // 2. Vertices that stay.
  int vertices = keep_vertices(to);
  if (vertices == 0) return Cut::EMPTY;    // only where a pose is not finite

  // 3. Edges: those outside go, those that cross end in a new vertex, and open their two faces there.
  int edges = 0;
  const int *const number = renumbered.data();
  BodyEdge *const kept = to.edges.data();
  const int left_over = keep_edges();
  for (int n = 0; n < left_over; n++) {
    const BodyEdge *e = now.edges + kept_edges[n];
    const int tail = number[e->tail], head = number[e->head];
    if (tail != NONE && head != NONE) {
      kept[edges++] = {tail, head, e->left, e->right};
      continue;
    }
    // 4. The left loop runs with the edge and leaves where the head is outside; the right loop the other way round.
    const bool leaves = head == NONE;
    add_crossing(leaves ? e->tail : e->head, leaves ? e->head : e->tail, vertices, to);
    kept[edges++] = {leaves ? tail : vertices, leaves ? vertices : head, e->left, e->right};
    edges = close_face(e->left, face, vertices, leaves, to, edges);
    edges = close_face(e->right, face, vertices, !leaves, to, edges);
    vertices++;
  }

  // 5. The result becomes the body.
  for (int i = vertices; i < padded(vertices); i++) {
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
  Vector3d center = Vector3d::Zero();
  for (int i = 0; i < now.vertex_count; i++) center += Vector3d(now.x[i], now.y[i], now.z[i]);
  center /= now.vertex_count;
  double square = 0.0;
  for (int i = 0; i < now.vertex_count; i++)
    square = std::max(square, (Vector3d(now.x[i], now.y[i], now.z[i]) - center).squaredNorm());
  return {center, std::sqrt(square)};
}

// Positions are taken from a vertex of the body, so that a small overlap far from the centres loses no digits.
//   volume       each edge spans a triangle with one vertex q of its left face, and one of its right: the
//                tetrahedra of these triangles with the origin fill the body
//   area vector  of the first body: 1/2 closed integral of x cross dx around its boundary (Stokes)
//   moment       of the first body: integral of x cross n dA = -1/2 closed integral of |x|^2 dx
ClippedBody::Integrals ClippedBody::integrals(int first_faces)
{
  for (const BodyEdge *e = now.edges, *end = e + now.edge_count; e != end; e++)
    face_vertex[e->left] = face_vertex[e->right] = e->tail;

  const Vector3d origin(now.x[0], now.y[0], now.z[0]);
  const auto point = [&](int i) -> Vector3d {
    return Vector3d(now.x[i], now.y[i], now.z[i]) - origin;
  };
  double volume = 0.0;
  Vector3d first = Vector3d::Zero(), area = Vector3d::Zero(), moment = Vector3d::Zero();
  for (const BodyEdge *e = now.edges, *end = e + now.edge_count; e != end; e++) {
    const Vector3d tail = point(e->tail), head = point(e->head);
    const Vector3d normal = tail.cross(head), sum = tail + head;
    const Vector3d left = point(face_vertex[e->left]), right = point(face_vertex[e->right]);
    const double volume_left = left.dot(normal), volume_right = right.dot(normal);
    volume += volume_left - volume_right;
    first += volume_left * (left + sum) - volume_right * (right + sum);
    const int sign = (e->left < first_faces) - (e->right < first_faces);
    if (sign == 0) continue;
    area += sign * normal;
    moment -= (sign * (tail.squaredNorm() + tail.dot(head) + head.squaredNorm())) * (head - tail);
  }

  Integrals result;
  result.volume = volume / 6.0;
  result.area_vector = 0.5 * area;
  Vector3d center = first / (4.0 * volume);
  if (!(volume > 0.0)) center = bounding_sphere().center - origin;
  result.center = origin + center;
  result.moment = moment / 6.0 - center.cross(result.area_vector);
  return result;
}

}    // namespace grist
