// A dense crowd of spheres in a periodic box, and how its atoms are compared, for tests of pair
// styles of spheres.

#ifndef GRIST_UNITTEST_STYLES_CONTACTS_CROWD_H
#define GRIST_UNITTEST_STYLES_CONTACTS_CROWD_H

#include "testing/lammps_session.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace grist::testing {

// The same sums in another order, of forces that come from overlaps a thousandth of the positions.
constexpr double ONE_STEP = 1e-12;

// What collisions make of that over a few hundred steps.
constexpr double A_RUN = 1e-9;

inline const std::string NEWTON[] = {"newton on on\n", "newton off off\n"};

// 343 spheres of many sizes and two types in a periodic box, pushed into each other, moving and
// spinning.
inline const std::string CROWD = R"(
  units si
  atom_style sphere
  comm_modify vel yes
  boundary p p p
  lattice sc 1e-3
  region box block 0 7 0 7 0 7
  create_box 2 box
  create_atoms 1 box
  reset_atoms id sort yes
  set type 1 density 2500 diameter 1.02e-3
  set type 1 type/fraction 2 0.4 4711
  variable d atom 0.9e-3+0.2e-3*abs(sin(id))
  set group all diameter v_d
  set type 2 density 4000
  variable vx atom 0.4*sin(3*id)
  variable vy atom 0.4*sin(5*id)
  variable vz atom 0.4*sin(7*id)
  velocity all set v_vx v_vy v_vz
  variable wx atom 400*cos(11*id)
  variable wy atom 400*cos(13*id)
  set group all omega v_wx v_wy 300
  displace_atoms all random 2e-5 2e-5 2e-5 4711
  neighbor 0.2e-3 bin
  fix move all nve/sphere
  timestep 1e-6
)";

inline double force_difference(const std::vector<AtomSnapshot> &one,
                               const std::vector<AtomSnapshot> &two)
{
  double worst = one.size() == two.size() ? 0.0 : HUGE_VAL;
  for (auto member : {&AtomSnapshot::f, &AtomSnapshot::torque}) {
    double scale = 0.0, difference = 0.0;
    for (size_t i = 0; i < std::min(one.size(), two.size()); i++)
      for (int k = 0; k < 3; k++) {
        scale = std::max(scale, std::fabs((one[i].*member)[k]));
        difference = std::max(difference, std::fabs((one[i].*member)[k] - (two[i].*member)[k]));
      }
    worst = std::max(worst, difference / scale);
  }
  return worst;
}

// The error of the crowd with these lines behind it.
inline std::string error_of_crowd(const std::string &lines)
{
  return LammpsSession().error_of(CROWD + lines + "\nrun 0");
}

}    // namespace grist::testing

#endif
