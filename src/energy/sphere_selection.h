// The spheres that an energy is summed for: all, or those that are marked.

#ifndef GRIST_ENERGY_SPHERE_SELECTION_H
#define GRIST_ENERGY_SPHERE_SELECTION_H

#include <vector>

namespace grist {

class SphereSelection {
 public:
  SphereSelection() = default;    // all

  // One mark a sphere; they must outlive the selection.
  explicit SphereSelection(const std::vector<char> &marks) : marks(marks.data()) {}

  bool has_all() const { return !marks; }
  bool has(int i) const { return !marks || marks[i]; }

 private:
  const char *marks = nullptr;
};

}    // namespace grist

#endif
