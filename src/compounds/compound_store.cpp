#include "compounds/compound_store.h"

#include "common/preconditions.h"

namespace grist {

std::vector<double> numbers_of(const PartCorners &parts)
{
  std::vector<double> numbers;
  for (const std::vector<Vector3d> &part : parts)
    for (const Vector3d &corner : part)
      numbers.insert(numbers.end(), corner.data(), corner.data() + 3);
  for (const std::vector<Vector3d> &part : parts)
    numbers.push_back(static_cast<double>(part.size()));
  return numbers;
}

PartCorners parts_of(const double *numbers, int corners, int parts)
{
  assert(numbers && parts > 0 && corners >= 4 * parts);
  PartCorners result;
  const double *next = numbers;
  for (int n = 0; n < parts; n++) {
    const int count = static_cast<int>(numbers[3 * corners + n]);
    result.push_back(points_of(next, count));
    next += 3 * count;
  }
  assert(next == numbers + 3 * corners);
  return result;
}

}    // namespace grist
