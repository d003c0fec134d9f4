// write_shapes: meshes of shapes, and the number of its shape for each body.
//
// Oracles: a body's mesh, turned by its quaternion and moved to its place, has the corners that the
// body has; volumes by mass over density; files and numbers of one rank.

#include "common/space.h"
#include "styles/output/paraview_scenes.h"
#include "testing/bodies.h"

#include "atom.h"
#include "lammps.h"
#include "meshes/mesh_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace test_write_shapes {

using namespace grist::testing;
using grist::Vector3d;

const std::string SCENE = body_box("f f f") + R"(
  create_polyhedra 8 region box shape random cuts 6 size uniform 0.12 0.25 density 2000 seed 5
  create_polyhedra 12 region box shape cube size 0.2 density 2000 seed 7 type 2
  create_polyhedra 5 region box shape sphere size 0.2 density 1000 seed 6 type 2
)";

// Numbers by id; complete on the first rank.
std::map<long, int> numbers_of(LammpsSession &session)
{
  std::map<long, int> numbers;
  if (!session.here()) return numbers;
  const LAMMPS_NS::Atom *atom = session.lammps()->atom;
  int is_real = 0, columns = 0;
  const int index = session.lammps()->atom->find_custom("shape", is_real, columns);
  std::vector<int> mine;
  for (int i = 0; i < atom->nlocal; i++) {
    mine.push_back(atom->tag[i]);
    mine.push_back(atom->ivector[index][i]);
  }
  MPI_Comm comm = session.lammps()->world;
  int size = 0, count = static_cast<int>(mine.size());
  MPI_Comm_size(comm, &size);
  std::vector<int> counts(size), starts(size, 0);
  MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm);
  for (int p = 1; p < size; p++) starts[p] = starts[p - 1] + counts[p - 1];
  std::vector<int> all(starts.back() + counts.back());
  MPI_Allgatherv(mine.data(), count, MPI_INT, all.data(), counts.data(), starts.data(), MPI_INT,
                 comm);
  for (size_t n = 0; n < all.size(); n += 2) numbers[all[n]] = all[n + 1];
  return numbers;
}

double volume_of(const grist::Mesh &mesh)
{
  double volume = 0.0;
  for (const auto &face : mesh.faces)
    volume +=
        dot(mesh.vertices[face[0]], cross(mesh.vertices[face[1]], mesh.vertices[face[2]])) / 6;
  return volume;
}

TEST(WriteShapes, MeshesAreTheBodies)
{
  std::map<long, int> first;
  for (const int ranks : rank_counts()) {
    TestFolder folder;
    LammpsSession lammps(ranks);
    lammps.run(SCENE + "write_shapes all " + (folder / "s.*.stl"));
    const auto numbers = numbers_of(lammps);
    const auto all = bodies(lammps);
    if (!lammps.first()) continue;
    EXPECT_TRUE(has(lammps.output(), "s.*.stl: 9 of 20 polyhedra"));
    if (first.empty()) first = numbers;
    EXPECT_EQ(numbers, first);
    EXPECT_FALSE(std::filesystem::exists(folder / "s.10.stl"));
    for (const BodySnapshot &body : all) {
      const int number = numbers.at(body.tag);
      if (body.shape_vertices == 0) {
        EXPECT_EQ(number, 0);
        continue;
      }
      const grist::Mesh mesh = grist::read_mesh(folder / ("s." + std::to_string(number) + ".stl"));
      EXPECT_NEAR(volume_of(mesh) * 2000 / body.mass, 1.0, 1e-9);
      const grist::Quaterniond turn{body.quat[0], body.quat[1], body.quat[2], body.quat[3]};
      for (const Vector3d &vertex : mesh.vertices) {
        const Vector3d point = turn * vertex;
        EXPECT_LT(body.distance_to_corner({point[0], point[1], point[2]}), 1e-12);
      }
    }
  }
}

TEST(WriteShapes, OnlyTheGroupAndAnew)
{
  TestFolder folder;
  LammpsSession lammps(world_size());
  lammps.run(SCENE + "group cubes type 2\nwrite_shapes all " + (folder / "a.*.stl") +
             "\nwrite_shapes cubes " + (folder / "c.*.stl"));
  const auto numbers = numbers_of(lammps);
  for (const BodySnapshot &body : bodies(lammps))
    EXPECT_EQ(numbers.at(body.tag), body.type == 2 && body.shape_vertices > 0 ? 1 : 0);
  EXPECT_FALSE(lammps.first() && std::filesystem::exists(folder / "c.2.stl"));
}

TEST(WriteShapes, WrongInputIsRefused)
{
  TestFolder folder;
  LammpsSession lammps(world_size());
  lammps.run(SCENE);
  const auto expect_error = [&](const std::string &line, const std::string &part) {
    const std::string error = lammps.error_of(line);
    EXPECT_TRUE(!lammps.here() || error.find(part) != std::string::npos) << line << ": " << error;
  };
  expect_error("write_shapes", "Command write_shapes:");
  expect_error("write_shapes none " + (folder / "s.*.stl"),
               "Command write_shapes: group none (expected the ID of a group)");
  expect_error("write_shapes all " + (folder / "s.stl"), "a name that ends in .stl, with one *");
  expect_error("write_shapes all " + (folder / "s.*.obj"), "a name that ends in .stl, with one *");
  expect_error("write_shapes all " + (folder / "s.*.stl") + " text", "Command write_shapes: ");
  expect_error("write_shapes all " + (folder / "none/s.*.stl"),
               "Command write_shapes: cannot write ");
  expect_error("group empty empty\nwrite_shapes empty " + (folder / "s.*.stl"),
               "Command write_shapes: no polyhedra in group empty");
  expect_error(
      "clear\natom_style sphere\nregion b block 0 1 0 1 0 1\ncreate_box 1 b\nwrite_shapes all " +
          (folder / "s.*.stl"),
      "Command write_shapes needs atom_style body polyhedron");
}

}    // namespace test_write_shapes
