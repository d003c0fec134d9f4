/* What a style remembers of contacts or bonds. The evaluation at the start of a run may change it by
   rounding, where a run that was not interrupted evaluates nothing: then fix checkpoint puts it back.
*/

#ifndef GRIST_STYLES_SETUP_MEMORY_H
#define GRIST_STYLES_SETUP_MEMORY_H

#include <functional>
#include <utility>

namespace LAMMPS_NS {

class SetupMemory {
 public:
  using Restore = std::function<void()>;

  // Copies what is remembered before the forces at setup; what it returns puts that back.
  const std::function<Restore()> keep;

  // Before the step of a checkpoint: what was made in an order that depends on earlier steps is made
  // anew, as it is by a run that continues.
  const std::function<void()> forget;

  // What `keep` does, of a style that is made of another one.
  virtual Restore keep_more()
  {
    return [] {};
  }

 protected:
  explicit SetupMemory(
      std::function<Restore()> keep_, std::function<void()> forget_ = [] {}) :
      keep(std::move(keep_)),
      forget(std::move(forget_))
  {
  }
  virtual ~SetupMemory() noexcept(false) {}    // as those of fixes
};

}    // namespace LAMMPS_NS

#endif
