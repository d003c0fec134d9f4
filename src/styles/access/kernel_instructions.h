// Which instructions the block kernels of a run use (lanes/instructions.h). For init() of styles
// that use such kernels.

#ifndef LMP_KERNEL_INSTRUCTIONS_H
#define LMP_KERNEL_INSTRUCTIONS_H

namespace LAMMPS_NS {

// Collective. The best that the processors of all ranks have, or what the environment variable
// GRIST_INSTRUCTIONS names; written to the log when it is first used. An error where the variable
// names none.
void settle_instructions(class LAMMPS *lmp);

}    // namespace LAMMPS_NS

#endif
