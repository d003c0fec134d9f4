// A fix of which end_of_step() reads no velocities of atoms that fix leapfrog/sphere moves, which may delay
// half a kick then. Others that know at which steps they read them say so by extract("next_read").

#ifndef LMP_READS_NO_VELOCITIES_H
#define LMP_READS_NO_VELOCITIES_H

namespace LAMMPS_NS {

class ReadsNoVelocities {
 public:
  virtual bool reads_velocities_at_end() const { return false; }

 protected:
  ~ReadsNoVelocities() = default;
};

}    // namespace LAMMPS_NS

#endif
