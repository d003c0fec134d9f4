// Small systems that several style tests start from, as LAMMPS input lines and data files.

#ifndef GRIST_TESTING_CASES_H
#define GRIST_TESTING_CASES_H

#include <string>
#include <utility>
#include <vector>

namespace grist::testing {

struct SphereLine {
  int molecule;
  double diameter, density;
  double x, y, z;
};

// A data file for atom_style bonded/cluster; bonds are pairs of 1-based ids, all of type 1.
void write_data(const std::string &path, const std::vector<SphereLine> &spheres,
                const std::vector<std::pair<int, int>> &bonds, double low, double high);

// Five spheres of 2 mm of molecule 9 along x, each bonded to the next, through the border of a
// periodic box from -4 to 6 mm. They must be the first.
void add_row_through_border(std::vector<SphereLine> &spheres,
                            std::vector<std::pair<int, int>> &bonds);

// Two spheres of 2 mm diameter along x at distance 2 mm, around the origin, bonded or not.
void write_pair(const std::string &path, bool bonded = true);

// Eight cubes of 27 elements r 3.3 mm (huang2020 Fig. 14b), turned at random, in a periodic box
// that they fill to the border: 216 atoms, 432 bonds, some of them across faces.
void write_cubes(const std::string &path);

// One such cube, turned, in the middle of a box of 0.2 m.
void write_cube(const std::string &path);

// Units, newton, atom style and bond style; then the data file, coefficients and contacts.
std::string read_case(const std::string &data_file, const std::string &bond_coeff,
                      const std::string &boundary = "p p p");

// The same input with other arguments of 'newton' than 'on off'.
std::string with_newton(std::string lines, const std::string &newton);

extern const char *const UNBREAKABLE;    // bond_coeff arguments
extern const char *const CONTACTS;       // pair style and integrator

// The same without tangential history. 4Jul2026 names the fix that keeps it by a count over all
// instances in the process, so that a second instance does not find it in the restart file of a
// first.
extern const char *const CONTACTS_WITHOUT_HISTORY;

// Bonds alone: spheres keep their velocities and have no contacts.
extern const char *const BONDS_ALONE;

// Velocities that shear the eight cubes past each other.
extern const char *const SHEARED;

// The eight cubes of such a file, sheared, so that strength decides what breaks; fix b counts it.
std::string moving_cubes(const std::string &data_file, const std::string &bond_coeff,
                         const std::string &contacts = CONTACTS);

}    // namespace grist::testing

#endif
