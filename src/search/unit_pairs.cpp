#include "search/unit_pairs.h"

#include "common/decompositions.h"
#include "common/preconditions.h"
#include "common/radix_sort.h"
#include "search/safe_reach.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace grist {

// How far beyond the reach candidates are looked for: the skin, and this times the largest radius.
static constexpr double MARGIN_RADIUS = 0.1;

// Rounding of places that are kept in single precision, over the extent of the shape.
static constexpr double PLACE_ROUNDING = 1e-6;

// Extents of shapes that single precision holds, with much to spare. Others are searched every
// time.
static constexpr double LEAST_EXTENT = 1e-30, MOST_EXTENT = 1e30;

// Number of elements up to which comparing all with all is faster than a grid.
static constexpr int FEW_SPHERES = 128;

static std::size_t padded(int count)
{
  return static_cast<std::size_t>((count + SPHERE_BLOCK - 1) / SPHERE_BLOCK) * SPHERE_BLOCK;
}

void UnitPairs::find(const Input &in, std::vector<UnitPair> &pairs)
{
  assert(in.owned >= 0 && in.owned <= in.spheres.count);
  assert(in.units && static_cast<int>(in.units->numbers().size()) == in.spheres.count);
  assert(in.spheres.count == 0 || in.fingerprints);
  assert(!in.ordered || in.ordered->view().count == in.spheres.count);
  input = &in;
  pairs.clear();
  searched_units = all_elements = deformed_elements = 0;
  sum_fingerprints();
  match_shapes();
  const std::vector<LocalUnits::Unit> &units = in.units->units();
  for (std::size_t n = 0; n < units.size(); n++) {
    unit = &units[n];
    if (element(0) >= in.owned || (in.rigid && in.rigid[element(0)])) continue;
    Shape &shape = shapes[n];
    gather();
    all_elements += unit->count;
    const bool known = shape.known && shape.fingerprint == prints[n].sum;
    if (!known || !keeps_shape(shape)) {
      if (known) deformed_elements += unit->count;
      shape.fingerprint = prints[n].sum;
      search_unit(shape);
      searched_units++;
    }
    append_pairs(shape, pairs);
  }
  compact();
}

void UnitPairs::forget()
{
  shapes.clear();
  places.clear();
  candidates.clear();
  live_candidates = 0;
}

// ---- shapes of units

void UnitPairs::match_shapes()
{
  const std::vector<LocalUnits::Unit> &units = input->units->units();
  const auto belongs = [](const Shape &shape, const LocalUnits::Unit &to) {
    return shape.cluster == to.cluster && shape.count == to.count;
  };
  bool same = units.size() == shapes.size();
  for (std::size_t n = 0; same && n < units.size(); n++) same = belongs(shapes[n], units[n]);
  if (same) return;

  const std::vector<Shape> old = std::move(shapes);
  const std::vector<float> old_places = std::move(places);
  shapes.assign(units.size(), {});
  std::size_t size = 0;
  for (std::size_t n = 0; n < units.size(); n++) {
    shapes[n].cluster = units[n].cluster;
    shapes[n].count = units[n].count;
    shapes[n].places = size;
    size += 3 * padded(units[n].count);
  }
  places.assign(size, 0.0f);
  reuse_shapes(old, old_places);
}

// Takes over the shapes of units that are still there, in another order. Whether they have deformed
// is checked later.
void UnitPairs::reuse_shapes(const std::vector<Shape> &old, const std::vector<float> &old_places)
{
  struct Entry {
    std::uint64_t cluster;
    int n;
  };
  std::vector<Entry> index, scratch;
  std::vector<int> starts;
  for (std::size_t n = 0; n < old.size(); n++)
    if (old[n].known)
      index.push_back({static_cast<std::uint64_t>(old[n].cluster), static_cast<int>(n)});
  radix_sort(index, scratch, starts, [](const Entry &entry) { return entry.cluster; });

  live_candidates = 0;
  for (std::size_t n = 0; n < shapes.size(); n++) {
    const auto cluster = static_cast<std::uint64_t>(shapes[n].cluster);
    auto entry = std::lower_bound(index.begin(), index.end(), cluster,
                                  [](const Entry &e, std::uint64_t c) { return e.cluster < c; });
    for (; entry != index.end() && entry->cluster == cluster; ++entry) {
      const Shape &known = old[entry->n];
      if (known.count != shapes[n].count || known.fingerprint != prints[n].sum) continue;
      const std::size_t place = shapes[n].places;
      shapes[n] = known;
      shapes[n].places = place;
      std::copy_n(old_places.begin() + known.places, 3 * padded(known.count),
                  places.begin() + place);
      live_candidates += known.pairs;
      break;
    }
  }
}

// Sums cover the elements of each unit in their order, their radii, and whether they are owned.
// Spheres are read in the order of memory; a unit's elements ascend, so that the number of an
// element is how many came before.
void UnitPairs::sum_fingerprints()
{
  prints.assign(input->units->units().size(), {0, 0});
  const int *numbers = input->units->numbers().data();
  for (int i = 0; i < input->spheres.count; i++) {
    if (numbers[i] < 0) continue;
    Print &print = prints[numbers[i]];
    std::uint64_t bits;
    std::memcpy(&bits, input->spheres.radii + i, sizeof bits);
    std::uint64_t own = input->fingerprints[i] + bits * 0xD6E8FEB86659FD93u +
        (2u * static_cast<unsigned>(++print.elements) + (i < input->owned)) * 0xA24BAED4963EE407u;
    own = (own ^ (own >> 32)) * 0x9E3779B97F4A7C15u;
    print.sum += own ^ (own >> 29);
  }
}

// ---- one unit

// The elements, and behind them points at the centroid, which do not deviate.
void UnitPairs::gather()
{
  const int count = unit->count;
  const std::size_t room = padded(count);
  if (current.x.size() < room + SPHERE_BLOCK) current.resize(room);
  double sum[3] = {};
  const SphereView &spheres = input->ordered ? input->ordered->view() : input->spheres;
  for (int k = 0; k < count; k++) {
    const int i = input->ordered ? unit->first + k : element(k);
    current.set(k, spheres.center(i), spheres.radii[i]);
    for (int d = 0; d < 3; d++) sum[d] += spheres.center(i)[d];
  }
  for (int d = 0; d < 3; d++) centroid[d] = sum[d] / count;
  const double end[3] = {centroid[0], centroid[1], centroid[2]};
  for (std::size_t k = count; k < room; k++) current.set(static_cast<int>(k), end, 0.0);
}

// Largest square of the distance of an element from its place in a rigid motion of the shape.
double UnitPairs::deviation(const Shape &shape) const
{
  const std::size_t room = padded(shape.count);
  const float *px = places.data() + shape.places, *py = px + room, *pz = py + room;
  const double *r = shape.rotation;
  double most[SPHERE_BLOCK] = {};
  for (std::size_t first = 0; first < room; first += SPHERE_BLOCK) {
    GRIST_BLOCK_LOOP
    for (int l = 0; l < SPHERE_BLOCK; l++) {
      const std::size_t k = first + l;
      const double x = px[k], y = py[k], z = pz[k];
      const double dx = current.x[k] - centroid[0] - (r[0] * x + r[1] * y + r[2] * z);
      const double dy = current.y[k] - centroid[1] - (r[3] * x + r[4] * y + r[5] * z);
      const double dz = current.z[k] - centroid[2] - (r[6] * x + r[7] * y + r[8] * z);
      const double squared = dx * dx + dy * dy + dz * dz;
      most[l] = squared > most[l] ? squared : most[l];
    }
  }
  return *std::max_element(most, most + SPHERE_BLOCK);
}

// One step of least squares: the turn w that fits d = w x p best, p the turned places and d what is
// left.
void UnitPairs::fit_rotation(Shape &shape) const
{
  const std::size_t room = padded(shape.count);
  const float *px = places.data() + shape.places, *py = px + room, *pz = py + room;
  const double *r = shape.rotation;
  const Matrix3d rotation = Matrix3d::of_rows(vector_at(r), vector_at(r + 3), vector_at(r + 6));
  Matrix3d inertia = Matrix3d::zero();
  Vector3d moment = Vector3d::zero();
  for (int k = 0; k < shape.count; k++) {
    const Vector3d p = rotation * Vector3d{px[k], py[k], pz[k]};
    const Vector3d from_centroid{current.x[k] - centroid[0], current.y[k] - centroid[1],
                                 current.z[k] - centroid[2]};
    const Vector3d d = from_centroid - p;
    inertia += squared_norm(p) * Matrix3d::identity() - outer_product(p, p);
    moment += cross(p, d);
  }
  // A little more about every axis: a straight rod has no inertia about its own.
  inertia += (1e-9 * trace(inertia) + UNDERFLOW_LENGTH) * Matrix3d::identity();
  const Vector3d turn = solve_symmetric(inertia, moment);
  const double angle = norm(turn);
  if (!(angle > 0.0) || !std::isfinite(angle)) return;
  const Matrix3d better = rotation_matrix(angle, turn / angle) * rotation;
  for (int row = 0; row < 3; row++) copy_to(shape.rotation + 3 * row, better.row(row));
}

bool UnitPairs::keeps_shape(Shape &shape)
{
  if (deviation(shape) <= shape.allowed) return true;
  constexpr int STEPS = 3;    // the first corrects all but the square of the turn
  for (int n = 0; n < STEPS; n++) {
    fit_rotation(shape);
    if (deviation(shape) <= shape.allowed) return true;
  }
  return false;
}

// ---- searching one unit

// Two elements may come nearer by twice the deviation. What rounding may hide is taken off;
// coordinates far from the origin have more of it. The result is a square, negative if single
// precision cannot resolve a deviation.
double UnitPairs::allowed_deviation(double margin, double extent, double largest) const
{
  const double far =
      std::max({std::fabs(centroid[0]), std::fabs(centroid[1]), std::fabs(centroid[2])});
  const double allowed =
      0.5 * margin - PLACE_ROUNDING * extent - REACH_ROUNDING * (extent + far + largest);
  const bool is_resolved = allowed > LEAST_EXTENT && extent < MOST_EXTENT;
  return is_resolved ? allowed * allowed : -1.0;
}

void UnitPairs::search_unit(Shape &shape)
{
  live_candidates -= shape.known ? shape.pairs : 0;
  const double largest =
      *std::max_element(current.radius.begin(), current.radius.begin() + unit->count);
  const double margin = input->spheres.skin + MARGIN_RADIUS * largest;
  store_places(shape);
  double extent = 0.0;
  for (int k = 0; k < unit->count; k++)
    extent =
        std::max({extent, std::fabs(current.x[k] - centroid[0]),
                  std::fabs(current.y[k] - centroid[1]), std::fabs(current.z[k] - centroid[2])});
  shape.allowed = allowed_deviation(margin, extent, largest);
  find_close(input->spheres.skin + margin);
  store_candidates(shape);
  shape.known = true;
}

void UnitPairs::store_places(Shape &shape)
{
  const std::size_t room = padded(shape.count);
  float *x = places.data() + shape.places, *y = x + room, *z = y + room;
  for (int k = 0; k < shape.count; k++) {
    x[k] = static_cast<float>(current.x[k] - centroid[0]);
    y[k] = static_cast<float>(current.y[k] - centroid[1]);
    z[k] = static_cast<float>(current.z[k] - centroid[2]);
  }
  const double none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::copy_n(none, 9, shape.rotation);
}

// Pairs of elements, by their numbers.
void UnitPairs::find_close(double skin)
{
  close.clear();
  const int count = unit->count;
  if (count <= FEW_SPHERES) {
    for (int a = 0; a + 1 < count; a++) {
      const SpherePoint at = current[a];
      for (int begin = a + 1; begin < count; begin += SPHERE_BLOCK) {
        unsigned near = near_in_block(current, begin, at, skin) & first_bits(count - begin);
        for (; near; near &= near - 1) close.push_back({a, begin + lowest_bit(near)});
      }
    }
    return;
  }
  centers.resize(3 * static_cast<std::size_t>(count));
  radii.resize(count);
  for (int k = 0; k < count; k++) {
    std::copy_n(input->spheres.center(element(k)), 3,
                centers.begin() + 3 * static_cast<std::ptrdiff_t>(k));
    radii[k] = current.radius[k];
  }
  grid.sort({centers.data(), radii.data(), nullptr, count, skin});
  grid_pairs.find(grid, close);
}

void UnitPairs::store_candidates(Shape &shape)
{
  shape.first = candidates.size();
  for (const IndexPair &pair : close) {
    const int a = element(pair.a), b = element(pair.b);
    if (a >= input->owned) continue;
    const int kind = input->kind(a, b);
    if (kind == DROPPED) continue;
    candidates.push_back({static_cast<std::uint32_t>(pair.a), static_cast<std::uint32_t>(pair.b),
                          static_cast<unsigned>(kind)});
  }
  shape.pairs = candidates.size() - shape.first;
  live_candidates += shape.pairs;
}

void UnitPairs::append_pairs(const Shape &shape, std::vector<UnitPair> &pairs) const
{
  const Candidate *all = candidates.data() + shape.first;
  for (std::size_t n = 0; n < shape.pairs; n++) {
    const int a = static_cast<int>(all[n].a), b = static_cast<int>(all[n].b);
    const double center[3] = {current.x[b], current.y[b], current.z[b]};
    if (is_near(center, current.radius[b], current[a], input->spheres.skin))
      pairs.push_back({element(a), element(b), static_cast<int>(all[n].kind)});
  }
}

// Shapes that were searched again leave gaps in the candidates.
void UnitPairs::compact()
{
  if (candidates.size() <= 2 * live_candidates + 1024) return;
  std::vector<Candidate> kept;
  kept.reserve(live_candidates);
  for (Shape &shape : shapes) {
    if (!shape.known) continue;
    const auto first = candidates.begin() + static_cast<std::ptrdiff_t>(shape.first);
    shape.first = kept.size();
    kept.insert(kept.end(), first, first + static_cast<std::ptrdiff_t>(shape.pairs));
  }
  candidates.swap(kept);
}

std::size_t UnitPairs::memory() const
{
  return shapes.capacity() * sizeof(Shape) + places.capacity() * sizeof(float) +
      candidates.capacity() * sizeof(Candidate) + close.capacity() * sizeof(IndexPair) +
      current.memory() + grid.memory() + (centers.capacity() + radii.capacity()) * sizeof(double);
}

}    // namespace grist
