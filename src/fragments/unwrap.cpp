#include "fragments/unwrap.h"

#include "common/preconditions.h"
#include "common/space.h"

namespace grist {

std::vector<Vector3d> unwrapped_centers(const std::vector<Vector3d> &centers,
                                        const std::vector<std::vector<int>> &bonded,
                                        const std::function<void(Vector3d &)> &nearest_image)
{
  assert(bonded.size() == centers.size());
  for ([[maybe_unused]] const auto &of_one : bonded) assert(are_numbers_of(of_one, centers.size()));
  std::vector<Vector3d> placed_at = centers;
  std::vector<bool> is_placed(centers.size(), false);
  std::vector<int> open;    // placed, and their bonds not followed yet
  const auto place_next_to = [&](int from, int k) {
    Vector3d step = centers[k] - centers[from];
    nearest_image(step);
    placed_at[k] = placed_at[from] + step;
    is_placed[k] = true;
    open.push_back(k);
  };

  const int count = static_cast<int>(centers.size());
  for (int start = 0; start < count; start++) {
    if (is_placed[start]) continue;
    place_next_to(0, start);
    while (!open.empty()) {
      const int from = open.back();
      open.pop_back();
      for (const int k : bonded[from])
        if (!is_placed[k]) place_next_to(from, k);
    }
  }
  return placed_at;
}

}    // namespace grist
