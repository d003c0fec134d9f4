// Systems that things leave: rows of spheres that fly, and cubes that break while they fall.

#ifndef GRIST_UNITTEST_STYLES_FEEDS_OUTFLOW_SCENES_H
#define GRIST_UNITTEST_STYLES_FEEDS_OUTFLOW_SCENES_H

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include "common/exact_sum.h"

#include "atom.h"
#include "lammps.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace grist::testing {

// Spheres of 2 mm without contacts in a box of +-20 mm, cut across z. All but the first fall at 1
// m/s, 10 um a step. Sphere 2 is alone, at z = 3 mm; 3 to 5 are a row along z from there on; 6 to 9
// are a row along x through the periodic border, at z = 6 mm.
inline void write_flight(const std::string &path)
{
  std::vector<SphereLine> spheres = {{0, 2e-3, 2500, 0, 15e-3, 18e-3},
                                     {0, 2e-3, 2500, -5e-3, 0, 3e-3}};
  for (int i = 0; i < 3; i++) spheres.push_back({1, 2e-3, 2500, 5e-3, 0, 3e-3 + 2e-3 * i});
  for (const double x : {17e-3, 19e-3, -19e-3, -17e-3})
    spheres.push_back({2, 2e-3, 2500, x, -8e-3, 6e-3});
  write_data(path, spheres, {{3, 4}, {4, 5}, {6, 7}, {7, 8}, {8, 9}}, -0.02, 0.02);
}

inline std::string flight(const std::string &path, const std::string &boundary = "p p f")
{
  return "processors 1 1 *\n" + read_case(path, "young 1e5 tensile none shear none", boundary) + R"(
    pair_style zero 0.003
    pair_coeff * *
    neighbor 0.001 bin
    timestep 1e-5
    fix move all nve/sphere
    group falling id > 1
    velocity falling set 0 0 -1
    thermo 100
    thermo_style custom step atoms bonds
  )";
}

// Six cubes of 27 elements and four balls that fall into each other and break, in a box that is
// periodic in x and y. The masses are multiples of a power of two, so that all sums of them are
// exact.
inline std::string falling_cubes(const std::string &newton = "on off")
{
  return "units si\nnewton " + newton + R"(
    atom_style bonded/cluster
    atom_modify map array
    comm_modify vel yes
    boundary p p f
    processors 1 * *
    bond_style parallel
    region box block -0.01 0.01 -0.02 0.02 -0.06 0.08
    create_box 2 box bond/types 1 extra/bond/per/atom 12 extra/special/per/atom 40
    fix GRIST_GUARD all guard overlap warn
    cluster_template cube cube 8e-3 radius 1.3e-3 lattice sc density 2500
    bond_coeff 1 young 1e7 tensile 2e4 shear 2e4 damping 0.1
    pair_style hertz/mindlin
    pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.5
    create_atoms 0 single 0 -0.012 -0.02 mol cube 11 rotate 30 1 2 3
    create_atoms 0 single 0 0.000 -0.02 mol cube 12 rotate 50 -1 1 2
    create_atoms 0 single 0 0.012 -0.02 mol cube 13 rotate 20 3 1 1
    create_atoms 0 single 0.001 -0.012 -0.006 mol cube 14 rotate 70 1 -2 1
    create_atoms 0 single 0.001 0.001 -0.006 mol cube 15 rotate 40 2 2 1
    create_atoms 0 single 0.001 0.013 -0.006 mol cube 16 rotate 10 1 0 3
    create_atoms 2 single 0 -0.010 0.008
    create_atoms 2 single 0 0.000 0.008
    create_atoms 2 single 0.003 0.011 0.008
    create_atoms 2 single 0.008 -0.005 0.012
    group ball type 2
    group stone type 1
    set group ball diameter 8e-3 density 2500
    velocity ball set 0 0 -6
    velocity stone set 0 0 -0.5
    neighbor 1e-3 bin
    fix move all leapfrog/sphere
    fix down all gravity 9.81 vector 0 0 -1
    timestep 5e-6
    thermo 1000
  )";
}

// A multiple of 2^-20 for each id, about the mass that the sphere had.
inline void make_masses_exact(LammpsSession &lammps)
{
  if (!lammps.here()) return;
  LAMMPS_NS::Atom *atom = lammps.lammps()->atom;
  for (int i = 0; i < atom->nlocal; i++)
    atom->rmass[i] = (20 + atom->tag[i] % 7) * (atom->type[i] == 2 ? 32.0 : 1.0) / (1 << 20);
}

inline std::map<long, double> masses_of(const std::vector<AtomSnapshot> &atoms)
{
  std::map<long, double> masses;
  for (const AtomSnapshot &one : atoms) masses[one.tag] = one.mass;
  return masses;
}

// The exact sum of what is in `fed` and not among `atoms`.
inline double missing_mass(const std::map<long, double> &fed,
                           const std::vector<AtomSnapshot> &atoms)
{
  const auto here = masses_of(atoms);
  ExactSum sum;
  for (const auto &[tag, mass] : fed)
    if (!here.count(tag)) sum.add(mass);
  return sum.value();
}

inline double total_mass(const std::vector<AtomSnapshot> &atoms)
{
  return missing_mass(masses_of(atoms), {});
}

// The cells of a CSV file by row, the header first, with units.
inline std::vector<std::vector<std::string>> table_of(const std::string &path)
{
  std::vector<std::vector<std::string>> rows;
  std::istringstream file(read_file(path));
  for (std::string line; std::getline(file, line);) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

// A column of the rows of one component, from the first row on. `name`: without its unit.
inline std::vector<double> column_of(const std::string &path, const std::string &name,
                                     const std::string &component = "all")
{
  const auto rows = table_of(path);
  const auto is_it = [&name](const std::string &head) {
    return head.substr(0, head.find(" [")) == name;
  };
  const auto at = std::find_if(rows[0].begin(), rows[0].end(), is_it) - rows[0].begin();
  std::vector<double> column;
  for (size_t k = 1; k < rows.size(); k++)
    if (rows[k][2] == component) column.push_back(std::stod(rows[k].at(at)));
  return column;
}

}    // namespace grist::testing

#endif
