/* Rigid bodies of fix rigid and fix rigid/small of LAMMPS (and of their variants nve), as the
   energy balance reads them: how their atoms move at the full step, and what the bodies store. A
   fix rigid moves atoms by the force on their body alone, and reports velocities only afterwards.

   The energy of a body is assigned to its atoms, and enters and leaves with them. Its mass and
   moments may differ from those of its atoms (keywords infile and mol).
*/

#ifndef LMP_STOCK_RIGID_H
#define LMP_STOCK_RIGID_H

#include "styles/access/lammps_access_rigid.h"
#include "styles/interfaces/energy_style.h"

#include "geometry/half_space.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class StockRigid : public BodyMotion {
 public:
  // Null if the fix is of another style. An error that begins with `user` if its work is not
  // reported (a thermostat).
  static std::shared_ptr<StockRigid> of(class LAMMPS *lmp, const std::string &user, class Fix *fix);
  virtual ~StockRigid() = default;

  bool has(int i) const override { return body_of(i) >= 0; }
  grist::SphereRates rates_now(int i) const override;
  void complete(std::vector<grist::SphereRates> &rates, double half_step) override;
  double twice_kinetic_energy(int i, const grist::SphereRates &rates) const override;
  double gravitational_energy(int i) const override;    // of the keyword gravity

 protected:
  struct Motion {
    grist::Vector3d velocity, omega;
  };
  class LAMMPS *lmp;
  std::vector<Motion> motions;    // of bodies, after complete()

  explicit StockRigid(class LAMMPS *lmp) : lmp(lmp) {}
  virtual int body_of(int i) const = 0;        // or -1
  virtual double share_of(int i) const = 0;    // of what its body stores; 1 of all atoms of a body
  virtual int known_bodies() const = 0;        // on this rank, those of others included
  virtual int bodies_with_forces() const = 0;    // of those, the first ones
  virtual StockBody body(int b) const = 0;
  virtual grist::Vector3d place_in_body(int i) const = 0;    // in principal axes
  virtual const double *gravity() const = 0;                 // or null
  virtual void sum_forces() = 0;
  virtual void share_motions() {}    // fills in those of the other bodies

 private:
  static Motion motion_after(const StockBody &body, double half_step);
};

}    // namespace LAMMPS_NS

#endif
