// Fixes that insert clusters of molecule templates during a run, scaled to other sizes than the
// template has. What ghosts must reach is known from them before the first cluster comes.

#ifndef LMP_TEMPLATE_SOURCE_H
#define LMP_TEMPLATE_SOURCE_H

namespace LAMMPS_NS {

class TemplateSource {
 public:
  // Size of the largest cluster of the template over that of the template; 0: it is not used.
  virtual double largest_scale(const class Molecule *) const = 0;

 protected:
  ~TemplateSource() = default;    // deleted as a fix
};

// The maximum over all fixes that may insert clusters of the template, 0 if none does. Fixes of
// LAMMPS insert them at their own size.
double largest_inserted_scale(class LAMMPS *lmp, const class Molecule *);

}    // namespace LAMMPS_NS

#endif
