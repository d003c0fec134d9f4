/* What a style remembers of contacts or bonds. The evaluation at the start of a run may change it by
   rounding, where a run that was not interrupted evaluates nothing: then fix checkpoint puts it back.
*/

#ifndef GRIST_STYLES_SETUP_MEMORY_H
#define GRIST_STYLES_SETUP_MEMORY_H

namespace LAMMPS_NS {

class SetupMemory {
 public:
  virtual void keep_memory() = 0;         // before forces are computed at setup
  virtual void take_back_memory() = 0;    // after it

 protected:
  ~SetupMemory() = default;
};

}    // namespace LAMMPS_NS

#endif
