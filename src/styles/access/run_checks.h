// Settings of a run that several styles do not support. For init(); `user` begins the error.

#ifndef LMP_RUN_CHECKS_H
#define LMP_RUN_CHECKS_H

#include <string>

namespace LAMMPS_NS {

// A problem that some ranks have found ends the run on all of them, by the sentence of the first.
// Empty: none. Collective; `error->one` would be followed by what MPI_ABORT prints.
void end_if_any(class LAMMPS *lmp, const std::string &problem);

void refuse_respa(class LAMMPS *lmp, const std::string &user);

// comm_style tiled cannot send contact histories of varying length from ghosts to their owners,
// which newton on needs.
void refuse_tiled_newton(class LAMMPS *lmp, const std::string &user);

// comm_modify group sends ghosts of one group alone: contacts and bonds with others would be missing
// at borders of ranks.
void refuse_ghosts_of_a_group(class LAMMPS *lmp, const std::string &user);

// `reach`: within which atoms are listed as neighbors, skin included. Far more than the box, it
// would need periodic images without end.
void refuse_huge_reach(class LAMMPS *lmp, const std::string &user, double reach);

// For styles of bodies.
void refuse_two_dimensions(class LAMMPS *lmp, const std::string &user);

// Whether the command rerun goes on, which reads frames and takes no steps.
bool is_rerun(const class LAMMPS *lmp);

// A warning, or an error. `why`: what frames lack, and what follows or helps; in brackets behind
// "{user}: rerun".
void warn_of_rerun(class LAMMPS *lmp, const std::string &user, const std::string &why);
void warn_of_rerun_of_bodies(class LAMMPS *lmp, const std::string &user);    // no orientations
void refuse_rerun(class LAMMPS *lmp, const std::string &user, const std::string &why);

}    // namespace LAMMPS_NS

#endif
