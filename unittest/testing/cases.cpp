#include "testing/cases.h"

#include "common/space.h"

#include <mpi.h>

#include <fstream>
#include <random>

namespace grist::testing {

const char *const UNBREAKABLE = "young 1e8 tensile none shear none";
const char *const CONTACTS = R"(
  pair_style granular
  pair_coeff * * hertz/material 1e8 0.4 0.3 tangential mindlin NULL 0.0 0.3 damping coeff_restitution
  neighbor 0.001 bin
  timestep 2e-6
  fix nve all nve/sphere
)";

const char *const CONTACTS_WITHOUT_HISTORY = R"(
  pair_style granular
  pair_coeff * * hertz/material 1e8 0.4 0.3 tangential linear_nohistory 50.0 0.3 damping coeff_restitution
  neighbor 0.001 bin
  timestep 2e-6
  fix nve all nve/sphere
)";

const char *const BONDS_ALONE = R"(
  pair_style zero 0.003
  pair_coeff * *
  neighbor 0.0005 bin
  timestep 1e-6
  fix move all nve/noforce
)";

const char *const SHEARED = R"(
  velocity all ramp vx -2 2 z 0.0 0.0456
  velocity all ramp vz -2 2 x 0.0 0.0456
)";

namespace {

bool writes_files()
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

}    // namespace

void write_data(const std::string &path, const std::vector<SphereLine> &spheres,
                const std::vector<std::pair<int, int>> &bonds, double low, double high)
{
  if (writes_files()) {
    std::ofstream file(path);
    file.precision(17);
    file << "test case\n\n"
         << spheres.size() << " atoms\n1 atom types\n"
         << bonds.size() << " bonds\n1 bond types\n\n";
    for (const char axis : {'x', 'y', 'z'})
      file << low << ' ' << high << ' ' << axis << "lo " << axis << "hi\n";
    file << "\nAtoms\n\n";
    for (size_t i = 0; i < spheres.size(); i++) {
      const SphereLine &s = spheres[i];
      file << i + 1 << ' ' << s.molecule << " 1 " << s.diameter << ' ' << s.density << ' ' << s.x
           << ' ' << s.y << ' ' << s.z << '\n';
    }
    if (!bonds.empty()) file << "\nBonds\n\n";
    for (size_t n = 0; n < bonds.size(); n++)
      file << n + 1 << " 1 " << bonds[n].first << ' ' << bonds[n].second << '\n';
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

void add_row_through_border(std::vector<SphereLine> &spheres,
                            std::vector<std::pair<int, int>> &bonds)
{
  for (int i = 0; i < 5; i++) {
    double x = -0.005 + 2e-3 * i;
    if (x < -0.004) x += 0.01;
    spheres.push_back({9, 2e-3, 2500, x, 0, 0});
    if (i > 0) bonds.emplace_back(i, i + 1);
  }
}

void write_pair(const std::string &path, bool bonded)
{
  std::vector<std::pair<int, int>> bonds;
  if (bonded) bonds.emplace_back(1, 2);
  write_data(path, {{1, 2e-3, 2500, -1e-3, 0, 0}, {1, 2e-3, 2500, 1e-3, 0, 0}}, bonds, -0.01, 0.01);
}

namespace {

// A cube of 27 touching elements around a point, turned at random, with bonds between face
// neighbors.
class CubeMaker {
 public:
  std::vector<SphereLine> spheres;
  std::vector<std::pair<int, int>> bonds;

  void add(const Vector3d &center)
  {
    constexpr double RADIUS = 3.3e-3;
    const Quaterniond turn{gauss(random), gauss(random), gauss(random), gauss(random)};
    const int first = static_cast<int>(spheres.size()) + 1;
    const int cube = first / 27 + 1;
    for (int a = 0; a < 27; a++) {
      const grist::Vector3d site{1.0 * (a % 3), 1.0 * (a / 3 % 3), 1.0 * (a / 9)};
      const Vector3d local = 2 * RADIUS * (site - Vector3d::ones());
      const Vector3d x = center + normalized(turn) * local;
      spheres.push_back({cube, 2 * RADIUS, 2500, x.x, x.y, x.z});
      const int step[3] = {1, 3, 9};
      for (int k = 0; k < 3; k++)
        if (site[k] < 2) bonds.emplace_back(first + a, first + a + step[k]);
    }
  }

 private:
  std::mt19937_64 random{5};
  std::normal_distribution<double> gauss;
};

}    // namespace

void write_cube(const std::string &path)
{
  CubeMaker maker;
  maker.add({0.01, -0.02, 0.005});
  write_data(path, maker.spheres, maker.bonds, -0.1, 0.1);
}

void write_cubes(const std::string &path)
{
  constexpr double CELL = 0.0228;
  CubeMaker maker;
  for (int cube = 0; cube < 8; cube++)
    maker.add(CELL * Vector3d{1.0 * (cube % 2), 1.0 * (cube / 2 % 2), 1.0 * (cube / 4)});
  write_data(path, maker.spheres, maker.bonds, 0.0, 2 * CELL);
}

std::string read_case(const std::string &data_file, const std::string &bond_coeff,
                      const std::string &boundary)
{
  return "units si\nnewton on off\nboundary " + boundary +
      "\natom_style bonded/cluster\nbond_style parallel\nread_data " + data_file +
      "\nfix GRIST_GUARD all guard overlap warn" + "\nbond_coeff 1 " + bond_coeff + "\n";
}

std::string with_newton(std::string lines, const std::string &newton)
{
  return lines.replace(lines.find("newton on off"), 13, "newton " + newton);
}

std::string moving_cubes(const std::string &data_file, const std::string &bond_coeff,
                         const std::string &contacts)
{
  return read_case(data_file, bond_coeff) + contacts + SHEARED +
      "fix b all breakage 10\nthermo_style custom step atoms ke f_b[1] f_b[2]\n";
}

}    // namespace grist::testing
