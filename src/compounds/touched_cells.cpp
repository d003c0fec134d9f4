#include "compounds/touched_cells.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

void TouchedCells::clear()
{
  touched.clear();
  seams.clear();
  found.clear();
  of_cell.clear();
  couplings.clear();
}

void TouchedCells::sum()
{
  const size_t count = touched.size();
  assert(all.size() == count * count);
  of_cell.assign(count, -1);
  for (size_t i = 0; i < count; i++) {
    const auto row = all.begin() + static_cast<long>(i * count);
    for (size_t k = 0; k < found.size() && of_cell[i] < 0; k++)
      if (std::equal(row, row + static_cast<long>(count),
                     couplings.begin() + static_cast<long>(k * count)))
        of_cell[i] = static_cast<int>(k);
    if (of_cell[i] < 0) {
      of_cell[i] = static_cast<int>(found.size());
      couplings.insert(couplings.end(), row, row + static_cast<long>(count));
      add_contact();
    }
    found[static_cast<size_t>(of_cell[i])].share += touched[i].overlap.volume;
  }
  for (CompoundContact &contact : found) contact.share /= contact.overlap.volume;
}

// With the last row of couplings.
void TouchedCells::add_contact()
{
  const double *const c = couplings.data() + couplings.size() - touched.size();
  Overlap sum;
  for (size_t j = 0; j < touched.size(); j++) {
    if (c[j] == 0.0) continue;
    const Overlap &o = touched[j].overlap;
    sum.volume += c[j] * o.volume;
    sum.centroid += c[j] * o.volume * o.centroid;
    sum.area_vector += c[j] * o.area_vector;
    add(sum.spread, c[j], o.spread);
    if (touched.size() > 1) add(sum.spread, -c[j], touched[j].shared);
  }
  sum.centroid /= sum.volume;
  for (size_t j = 0; j < touched.size(); j++) {
    if (c[j] == 0.0) continue;
    const Overlap &o = touched[j].overlap;
    sum.moment += c[j] * (o.moment + cross(o.centroid - sum.centroid, o.area_vector));
  }
  for (const CellSeam &seam : seams) {
    const double both = std::min(c[seam.i], c[seam.j]);
    if (both == 0.0) continue;
    add(sum.spread, seam.k < 0 ? -both : std::min({both, c[seam.k], c[seam.l]}), seam.spread);
  }
  sum.status = OverlapStatus::OVERLAPPING;
  sum.area = norm(sum.area_vector);
  if (sum.area > 0.0) sum.normal = sum.area_vector / sum.area;
  found.push_back({0.0, sum});
}

}    // namespace grist
