#include "compounds/touched_cells.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

void CellSums::clear()
{
  touched.clear();
  seams.clear();
  found.clear();
  of_cell.clear();
  couplings.clear();
}

void CellSums::sum_all()
{
  of_cell.assign(touched.size(), 0);
  couplings.assign(touched.size(), 1.0);
  add_contact();
  found.back().share = 1.0;
}

void CellSums::sum(const std::function<double(const TouchedCell &, const TouchedCell &)> &coupling)
{
  const size_t count = touched.size();
  of_cell.assign(count, -1);
  for (size_t i = 0; i < count; i++) {
    row.clear();
    for (size_t j = 0; j < count; j++)
      row.push_back(i == j ? 1.0 : coupling(touched[i], touched[j]));
    for (size_t k = 0; k < found.size() && of_cell[i] < 0; k++)
      if (std::equal(row.begin(), row.end(), couplings.begin() + static_cast<long>(k * count)))
        of_cell[i] = static_cast<int>(k);
    if (of_cell[i] < 0) {
      of_cell[i] = static_cast<int>(found.size());
      couplings.insert(couplings.end(), row.begin(), row.end());
      add_contact();
    }
    found[static_cast<size_t>(of_cell[i])].share += touched[i].overlap.volume;
  }
  for (CompoundContact &contact : found) contact.share /= contact.overlap.volume;
}

// With the last row of couplings.
void CellSums::add_contact()
{
  const double *const c = couplings.data() + couplings.size() - touched.size();
  Overlap sum;
  for (size_t j = 0; j < touched.size(); j++) {
    const Overlap &o = touched[j].overlap;
    sum.volume += c[j] * o.volume;
    sum.centroid += c[j] * o.volume * o.centroid;
    sum.area_vector += c[j] * o.area_vector;
    add(sum.spread, c[j], o.spread);
    if (touched.size() > 1) add(sum.spread, -c[j], touched[j].shared);
  }
  sum.centroid /= sum.volume;
  for (size_t j = 0; j < touched.size(); j++) {
    const Overlap &o = touched[j].overlap;
    sum.moment += c[j] * (o.moment + cross(o.centroid - sum.centroid, o.area_vector));
  }
  for (const CellSeam &seam : seams) {
    const double both = std::min(c[seam.i], c[seam.j]);
    add(sum.spread, seam.k < 0 ? -both : std::min({both, c[seam.k], c[seam.l]}), seam.spread);
  }
  sum.status = OverlapStatus::OVERLAPPING;
  sum.area = norm(sum.area_vector);
  if (sum.area > 0.0) sum.normal = sum.area_vector / sum.area;
  found.push_back({0.0, sum});
}

void for_cut_edges(FlatPolygon joint, const std::vector<HalfSpace> &half_spaces,
                   const std::function<void(int, const Vector3d &, const Vector3d &)> &see)
{
  FlatPolygon scratch;
  for (size_t k = 0; k < half_spaces.size() && !joint.is_empty(); k++)
    cut(joint, half_spaces[k], static_cast<int>(k), 0.0, scratch);
  const size_t count = joint.corners.size();
  for (size_t k = 0; k < count; k++)
    if (joint.labels[k] != FlatPolygon::OWN)
      see(joint.labels[k], joint.corners[k], joint.corners[(k + 1) % count]);
}

}    // namespace grist
