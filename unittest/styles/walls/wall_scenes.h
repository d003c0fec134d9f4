// Scenes for tests of wall fixes: spheres that do not interact, meshes in files, restarted runs.

#ifndef GRIST_UNITTEST_STYLES_WALLS_WALL_SCENES_H
#define GRIST_UNITTEST_STYLES_WALLS_WALL_SCENES_H

#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "meshes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <string>
#include <vector>

namespace grist::testing {

// Sides of the block of the box, in which spheres start without touching a wall at 0.03.
inline const std::string INNER = "block -0.02 0.02 -0.02 0.02 -0.02 0.02";

struct SphereScene {
  std::string fill;    // region where spheres are created
  int count;
  std::string boundary = "f f f";
  double speed = 1.0, speed_z = 1.0;    // largest initial velocities
};

// Spheres of two sizes that do not interact, so that each is a test of the wall alone.
inline std::string input_of(const SphereScene &scene)
{
  return "units si\natom_style sphere\natom_modify map array\nboundary " + scene.boundary + R"(
    comm_modify vel yes
    region box block -0.06 0.06 -0.06 0.06 -0.06 0.06
    create_box 2 box
    fix GRIST_GUARD all guard overlap warn
    region fill )" +
      scene.fill + "\ncreate_atoms 1 random " + std::to_string(scene.count) + R"( 77 fill
    set group all type/fraction 2 0.5 12
    set type 1 diameter 4e-3
    set type 2 diameter 2e-3
    set group all density 2500
    variable vx atom )" +
      std::to_string(scene.speed) + "*sin(37*id)\nvariable vy atom " + std::to_string(scene.speed) +
      "*sin(59*id)\nvariable vz atom " + std::to_string(scene.speed_z) + R"(*sin(83*id)
    velocity all set v_vx v_vy v_vz
    set group all omega 50 -80 30
    pair_style zero 0.005
    pair_coeff * *
    neighbor 1e-3 bin
    timestep 4e-6
    fix gravity all gravity 9.81 vector 0.1 0 -1
    fix nve all nve/sphere
    thermo 100000
    thermo_modify lost error
  )";
}

// Spheres of 2500 kg/m^3 that rest by their weight on a wall of their material (Poisson's ratio
// 0.3) at z = 0, at these places "x y"; the wall is still missing.
inline std::string resting_spheres(const std::vector<std::string> &places, double radius,
                                   double young, const std::string &integrator)
{
  const double height = radius - hertz_overlap(sphere_mass(radius) * 9.81, radius, young);
  std::string lines = R"(
    units si
    atom_style sphere
    atom_modify map array
    comm_modify vel yes
    boundary f f f
    region box block -0.2 0.2 -0.2 0.2 -0.2 0.2
    create_box 1 box
  )";
  for (const std::string &place : places)
    lines += "create_atoms 1 single " + place + " " + number(height) + "\n";
  return lines + "set group all diameter " + number(2 * radius) +
      "\nset group all density 2500\npair_style zero " + number(2.4 * radius) +
      "\npair_coeff * *\nneighbor 1e-3 bin\n" + integrator +
      "\nfix gravity all gravity 9.81 vector 0 0 -1\nthermo 1000000\ntimestep 2e-6\n";
}

// Spheres that friction on a wall has turned: all start with this angular velocity, and nothing
// else changes it.
inline int touched(const std::vector<AtomSnapshot> &atoms)
{
  int count = 0;
  for (const AtomSnapshot &a : atoms)
    count += a.omega == std::array<double, 3>{50.0, -80.0, 30.0} ? 0 : 1;
  return count;
}

// The same scene from a restart file.
inline std::string restarted(const std::string &file)
{
  return "read_restart " + file + R"(
    neighbor 1e-3 bin
    timestep 4e-6
    pair_style zero 0.005
    pair_coeff * *
    thermo 100000
    fix gravity all gravity 9.81 vector 0.1 0 -1
    fix nve all nve/sphere
  )";
}

// Mesh files in a folder of their own, written by the first rank for all ranks.
class MeshFiles {
 public:
  std::string text(const Mesh &mesh, const std::string &name = "mesh.stl")
  {
    if (is_first_rank()) write_text_stl(mesh, folder / name);
    return done(name);
  }
  std::string binary(const Mesh &mesh, const std::string &name = "binary.stl")
  {
    if (is_first_rank()) write_binary_stl(mesh, folder / name);
    return done(name);
  }
  std::string bytes(const std::string &contents, const std::string &name)
  {
    if (is_first_rank()) std::ofstream(folder / name, std::ios::binary) << contents;
    return done(name);
  }
  TestFolder folder;

 private:
  std::string done(const std::string &name)
  {
    MPI_Barrier(MPI_COMM_WORLD);
    return folder / name;
  }
};

}    // namespace grist::testing

#endif
