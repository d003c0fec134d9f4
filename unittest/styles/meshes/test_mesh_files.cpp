// Mesh files in every way in which they may be written, read by walls, cluster templates, vessels,
// feeds and polyhedra. Oracles: the plain file of the same body; closed forms of the volumes.

#include "styles/walls/wall_scenes.h"

#include "meshes/mesh_variations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace test_mesh_files {

using namespace grist::testing;

// Of single precision in binary files, and of corners that are moved by 5e-8.
constexpr double ROUNDING = 1e-5;

const std::string ZIP = std::string("PK\x03\x04") + std::string(30, '\0') + "3D/3dmodel.model";

struct File {
  NamedBody body;
  std::string variation, path;
};

class MeshFilesStyle : public OneRankTest {
 protected:
  MeshFiles folder;

  // A third of all variations of each of five bodies.
  std::vector<File> files()
  {
    std::vector<File> all;
    size_t shift = 0;
    for (const NamedBody &body : five_bodies()) {
      const std::vector<Variation> variations = variations_of(body.mesh);
      for (size_t n = shift++ % 3; n < variations.size(); n += 3)
        all.push_back({body, variations[n].name,
                       folder.bytes(variations[n].contents, std::to_string(all.size()) + ".mesh")});
    }
    return all;
  }
  std::string plain(const NamedBody &body)
  {
    return folder.bytes(stl_text(body.mesh), "plain.stl");
  }
};

std::string box_of(const std::string &atom_style)
{
  return "units si\nnewton on off\natom_style " + atom_style +
      "\natom_modify map array\nboundary f f f\nregion box block -4 4 -4 4 -4 4\n";
}

std::string spheres_around()
{
  return box_of("sphere") + R"(
    create_box 1 box
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 1 friction 0
  )";
}

// Spheres that touch the body from all sides.
double force_of_wall(const File &file, const std::string &path)
{
  LammpsSession lammps;
  grist::Vector3d middle = grist::Vector3d::zero(), far = middle;
  for (const grist::Vector3d &p : file.body.mesh.vertices) far = greatest(far, p);
  std::string input = spheres_around();
  for (int d = 0; d < 3; d++) {
    const grist::Vector3d at = middle + (far[d] + 0.1) * grist::Vector3d::unit(d);
    input += "create_atoms 1 single " + std::to_string(at[0]) + " " + std::to_string(at[1]) + " " +
        std::to_string(at[2]) + "\n";
  }
  lammps.run(input +
             "set group all diameter 0.21\nset group all density 2500\nfix w all wall/mesh " +
             path +
             " model hertz/mindlin\nfix move all nve/sphere\n"
             "fix guard all guard overlap warn\ntimestep 1e-7\nrun 0\n");
  return lammps.evaluate("f_w[1]") + 2.0 * lammps.evaluate("f_w[2]") +
      3.0 * lammps.evaluate("f_w[3]");
}

TEST_F(MeshFilesStyle, WallsGiveTheSameForce)
{
  for (const File &file : files()) {
    SCOPED_TRACE(file.body.name + ", " + file.variation);
    const double force = force_of_wall(file, file.path);
    const double expected = force_of_wall(file, plain(file.body));
    EXPECT_NE(expected, 0.0);
    EXPECT_NEAR(force, expected, 1e-3 * std::fabs(expected));
  }
}

TEST_F(MeshFilesStyle, TemplatesHaveTheMass)
{
  for (const File &file : files()) {
    SCOPED_TRACE(file.body.name + ", " + file.variation);
    LammpsSession lammps;
    lammps.run(box_of("bonded/cluster") +
               "bond_style parallel\ncreate_box 1 box bond/types 1\n"
               "bond_coeff 1 rigid\ncluster_template s stl " +
               file.path + " elements 8 rigid density 1000\ncreate_atoms 0 single 0 0 0 mol s 1\n");
    EXPECT_NEAR(lammps.evaluate("mass(all)"), 1000.0 * file.body.volume,
                1000.0 * ROUNDING * file.body.volume);
  }
}

TEST_F(MeshFilesStyle, VesselsAreFilledAlike)
{
  const auto filled = [](const std::string &path) {
    LammpsSession lammps;
    lammps.run(spheres_around() +
               "particle_mix m sphere s size 0.2 density 2500\n"
               "fix fill all insert/pack m mesh " +
               path + " fraction 0.1\nfix move all nve/sphere\ntimestep 1e-7\nrun 0\n");
    return lammps.evaluate("f_fill[2]");
  };
  for (const File &file : files()) {
    SCOPED_TRACE(file.body.name + ", " + file.variation);
    const double expected = 0.1 * file.body.volume / (grist::PI / 6.0 * 8e-3);
    EXPECT_NEAR(filled(file.path), expected, 1.5);
  }
}

TEST_F(MeshFilesStyle, PolyhedraHaveTheMass)
{
  for (const File &file : files()) {
    SCOPED_TRACE(file.body.name + ", " + file.variation);
    LammpsSession lammps;
    lammps.run(box_of("body polyhedron 4 60") +
               "create_box 1 box\n"
               "create_polyhedra 1 region box shape file " +
               file.path + " density 2000\n");
    EXPECT_NEAR(lammps.evaluate("mass(all)"), 2000.0 * file.body.volume,
                2000.0 * ROUNDING * file.body.volume);
  }
}

TEST_F(MeshFilesStyle, FacesFeedTheSameMass)
{
  const auto fed = [](const std::string &path) {
    LammpsSession lammps;
    lammps.run(spheres_around() +
               "particle_mix m sphere s size 0.1 density 2500\n"
               "fix feed all insert/stream m face " +
               path +
               " rate 1000 velocity 0 0 -2\nfix move all nve/sphere\ntimestep 1e-3\n"
               "neighbor 0.05 bin\nrun 200\n");
    return lammps.evaluate("f_feed");
  };
  const grist::Mesh plate = random_plate(3, 1.0, 1);
  const double expected = fed(folder.bytes(stl_text(plate), "face.stl"));
  EXPECT_GT(expected, 0.0);
  for (const Variation &file : variations_of(plate)) {
    if (file.name == "body in the body") continue;    // two faces
    SCOPED_TRACE(file.name);
    EXPECT_EQ(fed(folder.bytes(file.contents, "face.mesh")), expected);
  }
}

TEST_F(MeshFilesStyle, ALineTellsWhatWasChanged)
{
  LammpsSession lammps;
  const NamedBody body = five_bodies()[0];
  const std::string turned = folder.bytes(stl_text(with_turned(body.mesh, {2})), "turned.stl");
  lammps.run(spheres_around() + "fix w all wall/mesh " + turned +
             " sides one model hertz/mindlin\n");
  EXPECT_NE(lammps.output().find("turned.stl: 1 triangle turned (triangle 3)"), std::string::npos)
      << lammps.output();
  LammpsSession right;
  right.run(spheres_around() + "fix w all wall/mesh " + plain(body) + " model hertz/mindlin\n");
  EXPECT_EQ(right.output().find("Mesh "), std::string::npos) << right.output();
}

// The same sentence in all uses, and one of each use.
TEST_F(MeshFilesStyle, ErrorsNameWhatIsThere)
{
  const auto expect = [](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(lines);
    EXPECT_NE(error.find(text), std::string::npos) << lines << ": " << error;
  };
  const std::string clusters = box_of("bonded/cluster") +
      "bond_style parallel\ncreate_box 1 box bond/types 1\nbond_coeff 1 rigid\n";
  const std::string mix = spheres_around() + "particle_mix m sphere s size 0.1 density 2500\n";
  const std::string bodies = box_of("body polyhedron 4 60") + "create_box 1 box\n";
  const std::pair<std::string, std::string> texts[] = {
      {folder.bytes(ZIP, "part.3mf"), "3MF, a zip archive: export STL"},
      {"/proc/self/mem", "cannot read /proc/self/mem"},
      {folder.bytes("a letter", "a.txt"), "text that begins with \"a\""}};
  for (const auto &[path, text] : texts) {
    expect(spheres_around() + "fix w all wall/mesh " + path + " model hertz/mindlin\n", text);
    expect(clusters + "cluster_template s stl " + path + " elements 8 rigid density 1\n", text);
    expect(mix + "fix i all insert/pack m mesh " + path + " number 1\n", text);
    expect(mix + "fix i all insert/stream m face " + path + " rate 1 velocity 0 0 -1\n", text);
    expect(bodies + "create_polyhedra 1 region box shape file " + path + " density 1\n", text);
  }

  grist::Mesh vessel = all_turned(five_bodies()[0].mesh);
  vessel.faces.resize(10);
  const std::string open = folder.bytes(stl_text(with_turned(vessel, {9})), "open.stl");
  const std::string wall = spheres_around() + "fix w all wall/mesh " + open + " sides one ";
  expect(wall + "model hertz/mindlin\n", "1 triangle of part 1 of 1 (10 triangles");
  LammpsSession repaired;
  repaired.run(wall + "repair yes model hertz/mindlin\n");
  EXPECT_NE(repaired.output().find("1 triangle turned (triangle 10)"), std::string::npos);
  grist::Mesh two = block_mesh({0, 0, 0}, {1, 1, 1});
  const grist::Mesh other = block_mesh({0.6, 0.3, 0.3}, {1.6, 1.3, 1.3});
  for (const auto &face : other.faces)
    add_facet(two, other.vertices[face[0]], other.vertices[face[1]], other.vertices[face[2]]);
  const std::string overlapping = folder.bytes(stl_text(two), "two.stl");
  expect(clusters + "cluster_template s stl " + overlapping + " elements 8 rigid density 1\n",
         "parts 1 and 2 overlap, at ");
  expect(mix + "fix i all insert/pack m mesh " + overlapping + " number 1\n",
         "parts 1 and 2 overlap, at ");
  expect(mix + "fix i all insert/pack m mesh " + overlapping + " precision 0 number 1\n",
         "mesh precision 0 (must be positive)");
  expect(clusters + "cluster_template s cube 1 precision 1 elements 8 density 1\n",
         "precision 1 (is for stl)");
}

// Oracle: a ball of 40 facets around is no body of 60 vertices. Its vertices are counted on the mesh.
TEST_F(MeshFilesStyle, FineMeshesOfBodiesAreRefusedBeforeTheyAreClipped)
{
  const int facets = 40;
  std::vector<grist::Vector3d> ring[2];
  grist::Mesh ball;
  for (int r = 0; r <= facets; r++) {
    ring[0] = ring[1];
    ring[1] = regular_polygon(facets, std::sin(grist::PI * r / facets));
    for (grist::Vector3d &p : ring[1]) p[2] = std::cos(grist::PI * r / facets);
    for (int n = 0; r > 0 && n < facets; n++) {
      const int next = (n + 1) % facets;
      if (r > 1) add_facet(ball, ring[0][n], ring[1][n], ring[0][next]);
      if (r < facets) add_facet(ball, ring[0][next], ring[1][n], ring[1][next]);
    }
  }
  LammpsSession lammps;
  EXPECT_NE(lammps
                .error_of(box_of("body polyhedron 4 60") +
                          "create_box 1 box\ncreate_polyhedra 1 region box shape file " +
                          folder.bytes(stl_text(ball), "ball.stl") + " density 1\n")
                .find(" or more vertices (atom_style body polyhedron has room for 60)"),
            std::string::npos);
}

}    // namespace test_mesh_files
