#include "geometry/power_cells.h"

#include "common/preconditions.h"
#include "geometry/solids.h"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

// Distances below this part of the body's size are rounding.
static constexpr double CELL_ROUNDING = 16.0 * std::numeric_limits<double>::epsilon();

// Number of near sites that cut a new cell before all others are tested.
static constexpr int FIRST_CUTS = 24;

// The least share of a step that is tried.
static constexpr double LEAST_PART = 1e-6;

// With more sites, times parts, planes are looked for in a grid.
static constexpr size_t MANY = 2000;

// The box around a body is larger by this part of its edges, so that it has no plane of the body.
static constexpr double BOX_MARGIN = 0.01;

// Faces of a box, which need numbers below those of cuts.
static constexpr int BOX_FACES = 6;

// Relative error of a step of Newton's method with many cells.
static constexpr double STEP_ERROR = 1e-9;

// A factorization of more equations takes longer than to iterate.
static constexpr int MOST_FACTORIZED = 1000;

PowerCells::PowerCells(const ConvexPolyhedron &body, const std::vector<Vector3d> &sites,
                       const std::vector<double> &weights) :
    parts{body.view()},
    face_count(std::max(body.face_count(), BOX_FACES)), radius(body.radius()),
    body_volume(body.volume())
{
  set_sites(sites, weights);
}

PowerCells::PowerCells(const std::vector<ConvexSolid> &solids, const std::vector<Vector3d> &sites,
                       const std::vector<double> &weights)
{
  assert(!solids.empty());
  for (const ConvexSolid &solid : solids) {
    parts.push_back(solid.view());
    face_count = std::max({face_count, solid.face_limit(), BOX_FACES});
    for (const Vector3d &corner : solid.corners()) radius = std::max(radius, norm(corner));
  }
  for (const BodyView &part : parts) {
    clipped.start(part, face_count);
    body_volume += clipped.integrals(face_count).volume;
  }
  set_sites(sites, weights);
}

void PowerCells::set_sites(const std::vector<Vector3d> &sites, const std::vector<double> &weights)
{
  assert(!sites.empty() && sites.size() == weights.size());
  AlignedBox box;
  for (const BodyView &part : parts) {
    part_boxes.emplace_back();
    for (int k = 0; k < part.vertex_count; k++)
      part_boxes.back().extend(Vector3d{part.x[k], part.y[k], part.z[k]});
    box.extend(part_boxes.back());
  }
  if (sites.size() * parts.size() > MANY) {
    const Vector3d edges = (1.0 + BOX_MARGIN) * box.sizes();
    const ConvexPolyhedron shape = solids::box(edges.x, edges.y, edges.z);
    around.emplace(shape, Pose{box.center(), shape.placement().rotation});
    grid = SiteGrid(sites);
  }
  cells.resize(sites.size());
  site.assign(sites);
  all_weights.resize(site.x.size(), 0.0);
  distance.resize(site.x.size());
  set_weights(weights);
}

void PowerCells::set_weights(const std::vector<double> &weights)
{
  assert(static_cast<int>(weights.size()) == count());
  std::copy_n(weights.begin(), count(), all_weights.begin());
  greatest_weight = *std::max_element(weights.begin(), weights.end());
  cut_all();
}

// ---- cells

void PowerCells::cut_all()
{
  for (int i = 0; i < count(); i++) {
    Cell cell;
    const bool has_planes = find_planes(i);
    for (size_t part = 0; has_planes && part < parts.size(); part++) {
      if (!cut_part(i, part)) continue;
      const ClippedBody::Integrals whole = clipped.integrals(face_count);
      if (whole.volume > 0.0) {
        cell.volume += whole.volume;
        cell.centroid += whole.volume / cell.volume * (whole.center - cell.centroid);
      }
      measure_facets(cell);
    }
    cells[i] = std::move(cell);
  }
}

// Of many sites: finds the planes that cut the box around the body. Sites at a distance r or more
// have planes at (r^2 + w_i - w)/(2 r) or more, which grows with r where w is the greatest weight.
// False if the cell is empty.
bool PowerCells::find_planes(int i)
{
  if (!around) return true;
  clipped.start(around->view(), face_count + count());
  beyond.clear();
  first.clear();
  double reach = farthest(i);
  const double lighter = greatest_weight - all_weights[i];
  for (int ring = 0; ring < grid.rings(); ring++) {
    const double nearest = grid.nearest(position(i), ring);
    if (nearest > 0.0 && nearest * nearest - lighter >= 2.0 * nearest * reach) break;
    const size_t before = first.size();
    gather_ring(i, ring, reach);
    size_t kept = before;
    for (size_t k = before; k < first.size(); k++) {
      const Cut cut = first[k];
      if (cut.distance >= reach) break;
      const size_t cuts = beyond.size();
      if (!cut_by(i, cut.beyond, cut.distance, reach)) return false;
      if (beyond.size() > cuts) first[kept++] = cut;
    }
    first.resize(kept);
  }
  const BodyView &now = clipped.body();
  cell_box = AlignedBox();
  for (int k = 0; k < now.vertex_count; k++)
    cell_box.extend(Vector3d{now.x[k], now.y[k], now.z[k]});
  const auto nearer = [](const Cut &a, const Cut &b) { return a.distance < b.distance; };
  std::stable_sort(first.begin(), first.end(), nearer);
  return true;
}

// Adds the planes against the sites of a ring that may cut to `first`, by their distance.
void PowerCells::gather_ring(int i, int ring, double reach)
{
  const auto before = static_cast<std::ptrdiff_t>(first.size());
  const Vector3d from = position(i);
  grid.in_ring(from, ring, [&](int j) {
    if (j == i) return;
    const double square = squared_norm(position(j) - from), length = std::sqrt(square);
    const double twice = square + (all_weights[i] - all_weights[j]);
    if (twice < 2.0 * length * reach) first.push_back({0.5 * twice / length, j});
  });
  std::stable_sort(first.begin() + before, first.end(),
                   [](const Cut &a, const Cut &b) { return a.distance < b.distance; });
}

// Leaves what the cell has of a part in `clipped`. Planes come by their distance, those of the last
// time first; what is farther than the farthest corner cannot cut. Of many sites: after
// find_planes() of the same cell.
bool PowerCells::cut_part(int i, size_t part)
{
  if (around) {
    if (intersection(cell_box, part_boxes[part]).is_empty()) return false;
  } else {
    measure_planes(i);
    choose_first(i);
  }
  clipped.start(parts[part], face_count + count());
  beyond.clear();
  double reach = farthest(i);
  for (const Cut &cut : first)
    if (cut.distance < reach && !cut_by(i, cut.beyond, cut.distance, reach)) return false;
  if (around) return true;
  for (const Cut &cut : first) distance[cut.beyond] = std::numeric_limits<double>::infinity();
  for (int j = 0; j < count(); j++)
    if (distance[j] < reach && !cut_by(i, j, distance[j], reach)) return false;
  return true;
}

// Signed distance of the planes against all sites, from site i. In lanes of fixed number: what
// Eigen does with the first and last values of arrays hangs on where they are in memory, and so
// would the last digits of cells.
void PowerCells::measure_planes(int i)
{
  using Lanes = Eigen::Array<double, PLANE_LANES, 1>;
  using Values = Eigen::Map<const Lanes>;
  const auto padded_count = static_cast<int>(site.x.size());
  for (int k = 0; k < padded_count; k += PLANE_LANES) {
    const Lanes square = (Values(&site.x[k]) - site.x[i]).square() +
        (Values(&site.y[k]) - site.y[i]).square() + (Values(&site.z[k]) - site.z[i]).square();
    Eigen::Map<Lanes> to(&distance[k]);
    to = 0.5 * (square + (all_weights[i] - Values(&all_weights[k]))) / square.sqrt();
  }
  distance[i] = std::numeric_limits<double>::infinity();
}

void PowerCells::choose_first(int i)
{
  first.clear();
  for (const Facet &facet : cells[i].facets)
    first.push_back({distance[facet.beyond], facet.beyond});
  const auto nearer = [](const Cut &a, const Cut &b) { return a.distance < b.distance; };
  if (first.empty()) {
    for (int j = 0; j < count(); j++)
      if (j != i) first.push_back({distance[j], j});
    if (first.size() > FIRST_CUTS) {
      std::nth_element(first.begin(), first.begin() + FIRST_CUTS, first.end(), nearer);
      first.resize(FIRST_CUTS);
    }
  }
  std::sort(first.begin(), first.end(), nearer);
}

// Cuts by the plane against site j. False if nothing is left.
bool PowerCells::cut_by(int i, int j, double apart, double &reach)
{
  const Vector3d from = position(i), normal = normalized(position(j) - from);
  const HalfSpace plane{normal, dot(normal, from) + apart};
  const int face = face_count + static_cast<int>(beyond.size());
  const ClippedBody::Cut done = clipped.cut(plane, face, CELL_ROUNDING * radius);
  if (done == ClippedBody::Cut::EMPTY) return false;
  if (done == ClippedBody::Cut::NONE) return true;
  beyond.push_back(j);
  reach = farthest(i);
  return true;
}

double PowerCells::farthest(int i) const
{
  const BodyView &now = clipped.body();
  double square = 0.0;
  for (int k = 0; k < now.vertex_count; k++) {
    const double dx = now.x[k] - site.x[i], dy = now.y[k] - site.y[i], dz = now.z[k] - site.z[i];
    square = std::max(square, dx * dx + dy * dy + dz * dz);
  }
  return std::sqrt(square);
}

void PowerCells::measure_facets(Cell &cell)
{
  const BodyView &now = clipped.body();
  const int faces = face_count;
  areas.assign(faces + beyond.size(), Vector3d::zero());
  const Vector3d origin{now.x[0], now.y[0], now.z[0]};
  for (const BodyEdge *e = now.edges, *end = e + now.edge_count; e != end; e++) {
    const Vector3d tail = Vector3d{now.x[e->tail], now.y[e->tail], now.z[e->tail]} - origin;
    const Vector3d head = Vector3d{now.x[e->head], now.y[e->head], now.z[e->head]} - origin;
    const Vector3d half = 0.5 * cross(tail, head);
    areas[e->left] += half;
    areas[e->right] -= half;
  }
  for (size_t k = 0; k < beyond.size(); k++) {
    const double area = norm(areas[faces + k]);
    if (area > 0.0) add_facet(cell, beyond[k], area);
  }
}

// The parts of a cell may meet the same other cell.
void PowerCells::add_facet(Cell &cell, int beyond, double area) const
{
  if (parts.size() > 1)
    for (Facet &facet : cell.facets)
      if (facet.beyond == beyond) {
        facet.area += area;
        return;
      }
  cell.facets.push_back({beyond, area});
}

std::vector<Vector3d> PowerCells::corners(int i, int part)
{
  assert(is_number_of(i, cells.size()) && is_number_of(part, parts.size()));
  std::vector<Vector3d> result;
  if (!(cells[i].volume > 0.0) || !find_planes(i) || !cut_part(i, static_cast<size_t>(part)))
    return result;
  const BodyView &now = clipped.body();
  for (int k = 0; k < now.vertex_count; k++) result.push_back({now.x[k], now.y[k], now.z[k]});
  return result;
}

std::vector<PowerCells::Piece> PowerCells::pieces(int i)
{
  assert(is_number_of(i, cells.size()));
  std::vector<Piece> result;
  if (!find_planes(i)) return result;
  for (size_t part = 0; part < parts.size(); part++) {
    if (!cut_part(i, part)) continue;
    const double volume = clipped.integrals(face_count).volume;
    if (!(volume > 0.0)) continue;
    result.push_back({static_cast<int>(part), {}, volume});
    const BodyView &now = clipped.body();
    for (int k = 0; k < now.vertex_count; k++)
      result.back().corners.push_back({now.x[k], now.y[k], now.z[k]});
  }
  return result;
}

// ---- weights

bool PowerCells::solve(const std::vector<double> &volumes, double tolerance, int most)
{
  assert(static_cast<int>(volumes.size()) == count() && are_positive(volumes));
  assert(have_sum(volumes, body_volume));
  assert(tolerance > 0.0 && most > 0);
  steps_taken = 0;
  if (!(least_volume() > 0.0)) set_weights(std::vector<double>(count(), 0.0));
  const double wanted = *std::min_element(volumes.begin(), volumes.end());
  const double least = 0.5 * std::min(wanted, least_volume());
  while (!has_volumes(volumes, tolerance)) {
    if (steps_taken == most || !step_along(newton_step(volumes), volumes, least)) return false;
    steps_taken++;
  }
  return true;
}

// Takes the largest part of the step that leaves all cells the least volume and brings them nearer
// to the wanted volumes. False if there is none.
bool PowerCells::step_along(const std::vector<double> &step, const std::vector<double> &volumes,
                            double least)
{
  assert(step.size() == volumes.size());
  const std::vector<double> before(all_weights.begin(), all_weights.begin() + count());
  const double off = residual(volumes);
  std::vector<double> tried(before.size());
  for (double part = 1.0; part > LEAST_PART; part *= 0.5) {
    for (int i = 0; i < count(); i++) tried[i] = before[i] + part * step[i];
    set_weights(tried);
    if (least_volume() >= least && residual(volumes) <= (1.0 - 0.5 * part) * off) return true;
  }
  set_weights(before);
  return false;
}

// Weights are defined except for a number common to all: the last one is kept.
std::vector<double> PowerCells::newton_step(const std::vector<double> &volumes) const
{
  const int last = count() - 1;
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd missing(last), diagonal = Eigen::VectorXd::Zero(last);
  const auto add = [&](int row, int column, double coupling) {
    if (row == last) return;
    diagonal[row] += coupling;
    if (column != last) entries.emplace_back(row, column, -coupling);
  };
  for (int i = 0; i < count(); i++)
    for (const Facet &facet : cells[i].facets) {
      const double apart = norm(position(i) - position(facet.beyond));
      const double half = 0.25 * facet.area / apart;    // the other cell has the facet, too
      add(i, facet.beyond, half);
      add(facet.beyond, i, half);
    }
  for (int i = 0; i < last; i++) {
    missing[i] = volumes[i] - volume(i);
    entries.emplace_back(i, i, diagonal[i]);
  }
  Eigen::SparseMatrix<double> hessian(last, last);
  hessian.setFromTriplets(entries.begin(), entries.end());
  Eigen::VectorXd step;
  if (last > MOST_FACTORIZED) {
    Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> solver;
    solver.setTolerance(STEP_ERROR);
    step = solver.compute(hessian).solve(missing);
  } else {
    step = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>(hessian).solve(missing);
  }
  std::vector<double> result(step.data(), step.data() + last);
  result.push_back(0.0);
  return result;
}

bool PowerCells::has_volumes(const std::vector<double> &volumes, double tolerance) const
{
  const double rounding = CELL_ROUNDING * body_volume;
  for (int i = 0; i < count(); i++)
    if (!(std::abs(volume(i) - volumes[i]) <= tolerance * volumes[i] + rounding)) return false;
  return true;
}

double PowerCells::least_volume() const
{
  double least = std::numeric_limits<double>::infinity();
  for (const Cell &cell : cells) least = std::min(least, cell.volume);
  return least;
}

double PowerCells::residual(const std::vector<double> &volumes) const
{
  double sum = 0.0;
  for (int i = 0; i < count(); i++) {
    const double off = volumes[i] - volume(i);
    sum += off * off;
  }
  return std::sqrt(sum);
}

}    // namespace grist
