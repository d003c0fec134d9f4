// A flight of spheres and values of fix sensor, for its tests.

#ifndef GRIST_UNITTEST_STYLES_SENSOR_SCENES_H
#define GRIST_UNITTEST_STYLES_SENSOR_SCENES_H

#include "testing/lammps_session.h"

#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <string>
#include <vector>

namespace grist::testing {

// f_ID[row][column], both from 1.
inline double value(LammpsSession &lammps, int row, int column, const std::string &id = "s")
{
  return lammps.evaluate("f_" + id + "[" + std::to_string(row) + "][" + std::to_string(column) +
                         "]");
}

// All values, on ranks that take part.
inline std::vector<std::vector<double>> rows_of(LammpsSession &lammps, const std::string &id = "s")
{
  std::vector<std::vector<double>> rows;
  if (!lammps.here()) return rows;
  auto *fix = lammps.lammps()->modify->get_fix_by_id(id);
  rows.resize(fix->size_array_rows);
  for (size_t row = 0; row < rows.size(); row++)
    for (int column = 0; column < fix->size_array_cols; column++)
      rows[row].push_back(fix->compute_array(static_cast<int>(row), column));
  return rows;
}

enum Field { X = 1, Y, Z, VOLUME, NUMBER, MASS_INSIDE, VEL, TEMPERATURE = 10 };    // by default

constexpr double SUM = 1e-12;    // rounding of a sum in another order

// 48 spheres that fly through a periodic box of 4 x 3 x 4 mm and through each other, each with its
// own mass and velocity, some backwards; up to four times round in 1000 steps.
inline const std::string FLIGHT = R"(
  units si
  atom_style sphere
  boundary p p p
  lattice sc 1e-3
  region box block 0 4 0 3 0 4
  create_box 2 box
  create_atoms 1 box
  reset_atoms id sort yes
  variable d atom 0.3e-3+0.1e-3*sin(id)
  set group all diameter v_d density 2500
  set type 1 type/fraction 2 0.4 4711
  displace_atoms all random 3e-4 3e-4 3e-4 4711 units box
  variable vx atom 3*sin(3*id)
  variable vy atom 2*sin(5*id)
  variable vz atom 10*sin(7*id)+5
  velocity all set v_vx v_vy v_vz units box
  pair_style zero 1e-3
  pair_coeff * *
  neighbor 0.2e-3 bin
  neigh_modify delay 0 every 1 check yes
  fix move all nve/sphere
  timestep 1e-6
)";
constexpr double HEIGHT = 4e-3;

}    // namespace grist::testing

#endif
