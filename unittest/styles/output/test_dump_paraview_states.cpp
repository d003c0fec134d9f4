// dump paraview: where pieces of broken polyhedra come from, the state of bonds of held and rigid
// clusters, and tilted boxes.
//
// Oracles: the file of events of fix break/polyhedra; the number of held clusters that fix
// rigid/cluster gives; positions of the run, to within the edges of the box.

#include "common/space.h"
#include "styles/fragments/body_fragment_scenes.h"
#include "styles/output/paraview_scenes.h"
#include "styles/rigid/cube_box.h"
#include "testing/bodies.h"

#include <algorithm>
#include <map>
#include <set>

namespace test_dump_paraview_states {

using namespace grist::testing;
using grist::Matrix3d;
using grist::Vector3d;
using grist::vector_at;

// Bodies of the frame, all of which the events know; one that is no piece is its own parent.
void expect_lineage(const VtkFrame &frame, const BodyEvents &events)
{
  const VtkThing &solids = frame["polyhedra"];
  for (size_t row = 0; row < solids.cells.size(); row++) {
    const long id = std::lround(solids.values.at("id")[row]);
    const Ancestry expected = events.of(id);
    EXPECT_EQ(solids.values.at("parent")[row], expected.generation > 0 ? expected.parent : id);
    EXPECT_EQ(solids.values.at("origin")[row], expected.origin) << id;
    EXPECT_EQ(solids.values.at("generation")[row], expected.generation) << id;
  }
}

std::set<long> ids_of(const VtkThing &thing)
{
  std::set<long> ids;
  for (const double id : thing.values.at("id")) ids.insert(std::lround(id));
  EXPECT_EQ(ids.size(), thing.values.at("id").size()) << "an id twice";
  return ids;
}

// Rocks 1 to 12, less those that broke, and their pieces.
std::set<long> rocks_left(const std::vector<Row> &events)
{
  std::set<long> ids;
  for (long id = 1; id <= 12; id++) ids.insert(id);
  for (const Row &event : events)
    for (long k = 0; k < std::lround(event.at("pieces")); k++)
      ids.insert(std::lround(event.at("first")) + k);
  for (const Row &event : events) ids.erase(std::lround(event.at("parent")));
  return ids;
}

TEST_F(DumpParaview, PiecesOfPiecesShowWhereTheyComeFrom)
{
  for (const int ranks : rank_counts()) {
    const std::string file = folder / ("events" + std::to_string(ranks));
    LammpsSession lammps(ranks);
    lammps.run(START + MOTION + cracking("file " + file) +
               "fix shift all balance 500 1.05 shift xyz 5 1.05\ndump p all paraview 1000 " +
               series + "\nrun 7000\n");
    const double broken = lammps.evaluate("f_crack[1]");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    const auto rows = rows_of(file);
    ASSERT_EQ(frames.size(), 8);
    ASSERT_EQ(rows.size(), broken);
    const BodyEvents events(rows);
    for (const VtkFrame &frame : frames) expect_lineage(frame, events);
    const VtkThing &solids = frames.back()["polyhedra"];
    EXPECT_EQ(ids_of(solids), rocks_left(rows));
    double most = 0.0;
    for (const double generation : solids.values.at("generation"))
      most = std::max(most, generation);
    EXPECT_GE(most, 2.0) << "no piece of a piece";
    EXPECT_EQ(ids_of(frames.back()["spheres"]), std::set<long>{13});
  }
}

// Two fixes, and rocks 9 to 12 that neither of them breaks.
TEST_F(DumpParaview, EachFixKnowsThePiecesOfItsGroup)
{
  for (const int ranks : rank_counts()) {
    const std::string number = std::to_string(ranks), a = folder / ("a" + number),
                      b = folder / ("b" + number);
    const std::string model =
        " break/polyhedra tavares energy 12 size 0.005 t10 0.5 0.05 smallest 0.005 most 20 file ";
    LammpsSession lammps(ranks);
    lammps.run(START + MOTION + "group a id 1:4\ngroup b id 5:8\nfix one a" + model + a +
               "\nfix two b" + model + b + "\ndump p all paraview 5000 " + series + "\nrun 5000\n");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    auto rows = rows_of(a);
    const auto others = rows_of(b);
    EXPECT_GE(rows.size(), 1);
    EXPECT_GE(others.size(), 1);
    rows.insert(rows.end(), others.begin(), others.end());
    for (const VtkFrame &frame : frames) expect_lineage(frame, BodyEvents(rows));
    const auto left = ids_of(frames.back()["polyhedra"]);
    EXPECT_EQ(left, rocks_left(rows));
    for (const long id : {9L, 10L, 11L, 12L}) EXPECT_EQ(left.count(id), 1) << id;
  }
}

/* ---- bonds of clusters that move as rigid bodies ---- */

const std::string CLUSTER_BOX = CUBE_BOX + R"(
  create_atoms 0 single -0.013 0.002 0.03 mol cube 7 rotate 35 1 2 3 units box
  create_atoms 0 single 0.013 -0.001 0.031 mol cube 7 rotate 25 3 2 1 units box
  pair_style hertz/mindlin
  pair_coeff * * young 1e8 poisson 0.3 restitution 0.5 friction 0.4
  neighbor 5e-4 bin
  timestep 5e-7
  group left id 1:27
  group right id 28:54
  velocity left set 0.8 0.1 0
  velocity right set -0.8 0 0.1
)";

// States of the bonds of each cluster, which are equal; bonds at rest show no load.
std::map<long, double> states_of_clusters(const VtkThing &bonds)
{
  std::map<long, double> states;
  for (size_t n = 0; n < bonds.cells.size(); n++) {
    const double state = bonds.values.at("state")[n];
    EXPECT_EQ(states.emplace(std::lround(bonds.values.at("cluster")[n]), state).first->second,
              state);
    EXPECT_EQ(bonds.values.at("radius")[n], 0.0033);
    for (const std::string load : {"tension", "shear", "bending", "twisting", "strength_used"})
      EXPECT_TRUE(state == 0 || bonds.values.at(load)[n] == 0.0) << load;
  }
  return states;
}

double largest_use(const VtkThing &bonds)
{
  double most = 0.0;
  for (const double use : bonds.values.at("strength_used")) most = std::max(most, use);
  return most;
}

// Two cubes hit each other in free space: held, released, held again.
TEST_F(DumpParaview, StateSaysWhichClustersAreHeld)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(CLUSTER_BOX + R"(
      bond_coeff 1 young 1e9 tensile 2e6 shear 2e6 damping 0.1
      fix move all rigid/cluster hold yes release 0.05
      thermo_style custom step f_move[4] f_move[5]
      thermo 500
      dump p all paraview 250 )" +
               series + " precision double\nrun 0\n");
    std::vector<double> held = {lammps.evaluate("f_move[4]")};
    while (held.size() < 40 && (lammps.evaluate("f_move[5]") == 0.0 || held.back() < 2.0)) {
      lammps.run("run 250");
      held.push_back(lammps.evaluate("f_move[4]"));
    }
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), held.size());
    std::set<double> numbers;
    for (size_t n = 0; n < frames.size(); n++) {
      const VtkThing &bonds = frames[n]["bonds"];
      ASSERT_EQ(bonds.cells.size(), 2 * 54);
      double count = 0.0;
      for (const auto &[cluster, state] : states_of_clusters(bonds)) count += state;
      EXPECT_EQ(count, held[n]) << n;
      EXPECT_EQ((count < 2), (largest_use(bonds) > 0.0)) << n;
      numbers.insert(count);
    }
    EXPECT_EQ(held[0], 2);
    EXPECT_EQ(held.back(), 2);
    EXPECT_LT(*numbers.begin(), 2) << "none is released";
  }
}

TEST_F(DumpParaview, BondsOfRigidClustersAreAtRest)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(CLUSTER_BOX + "bond_coeff 1 rigid\n" +
               "fix move all rigid/cluster\ndump p all paraview 2000 " + series +
               " precision double\nrun 4000\n");
    if (!lammps.first()) continue;
    for (const VtkFrame &frame : read_series(series)) {
      EXPECT_EQ(frame["bonds"].cells.size(), 2 * 54);
      for (const auto &[cluster, state] : states_of_clusters(frame["bonds"]))
        EXPECT_EQ(state, 1) << cluster;
    }
  }
}

/* ---- tilted boxes ---- */

// Edges of the tilted box as columns.
const Matrix3d &edges()
{
  static const Matrix3d matrix =
      Matrix3d::of_rows({0.06, 0.02, -0.01}, {0.0, 0.06, 0.015}, {0.0, 0.0, 0.06});
  return matrix;
}

const std::string TILTED = R"(
  units si
  boundary p p p
  newton on off
  comm_modify vel yes
  region box prism 0 0.06 0 0.06 0 0.06 0.02 -0.01 0.015
)";

// The shortest of the images of a difference in the tilted box, if it is short.
Vector3d to_nearest_image(const Vector3d &difference)
{
  Vector3d shares = inverse(edges()) * difference;
  for (int k = 0; k < 3; k++) shares[k] = std::remainder(shares[k], 1.0);
  return edges() * shares;
}

double apart_tilted(const Vector3d &a, const Vector3d &b)
{
  return norm(to_nearest_image(a - b));
}

bool is_outside(const Vector3d &point)
{
  const Vector3d shares = inverse(edges()) * point;
  return least_of(shares) < 0.0 || greatest_of(shares) > 1.0;
}

// Clusters lie across the tilted faces, an edge and a corner, and break as they hit each other.
TEST_F(DumpParaview, TiltedBoxHasNoLineAcross)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(TILTED + R"(
      atom_style bonded/cluster
      bond_style parallel
      create_box 1 box bond/types 1
      cluster_template cube cube 0.02 radius 0.0033 lattice sc density 2500
      fix GRIST_GUARD all guard timestep warn overlap warn
      create_atoms 0 single 0.001 0.001 0.001 mol cube 7 rotate 35 1 2 3 units box
      create_atoms 0 single 0.030 0.001 0.001 mol cube 7 rotate 25 3 2 1 units box
      create_atoms 0 single 0.035 0.030 0.002 mol cube 7 rotate 15 3 -2 1 units box
      create_atoms 0 single 0.014 0.033 0.030 mol cube 7 rotate 15 1 -2 1 units box
      pair_style hertz/mindlin
      pair_coeff * * young 1e8 poisson 0.3 restitution 0.5 friction 0.4
      bond_coeff 1 young 1e9 tensile 2e5 shear 2e5 damping 0.1
      neighbor 5e-4 bin
      timestep 5e-7
      fix move all nve/sphere
      fix b all breakage 100
      velocity all create 1e18 4711 loop geom
      thermo_style custom step f_b[1] f_b[2]
      dump p all paraview 100 )" +
               series + " precision double\nrun 1500\n");
    const auto atoms = lammps.atoms();
    const double all = lammps.evaluate("f_b[1]"), gone = lammps.evaluate("f_b[2]");
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    ASSERT_EQ(frames.size(), 16);
    EXPECT_EQ(all, 4 * 54);
    EXPECT_GT(gone, 10);
    EXPECT_LT(gone, 0.9 * all);

    const VtkThing &spheres = frames.back()["spheres"];
    ASSERT_EQ(spheres.points.size(), atoms.size());
    for (size_t row = 0; row < spheres.points.size(); row++) {
      const AtomSnapshot &a = atoms[std::lround(spheres.values.at("id")[row]) - 1];
      EXPECT_LT(apart_tilted(vector_at(spheres.points[row].data()), vector_at(a.x.data())), 1e-12);
    }
    size_t broken = 0;
    int out = 0;
    for (const VtkFrame &frame : frames) {
      const VtkThing &bonds = frame["bonds"];
      EXPECT_EQ(bonds.cells.size() + (broken += frame["broken"].points.size()), all);
      for (const auto &place : frame["broken"].points)
        EXPECT_FALSE(is_outside(vector_at(place.data())));
      for (const auto &line : bonds.cells) {
        const Vector3d a = vector_at(bonds.points[line[0]].data()),
                       b = vector_at(bonds.points[line[1]].data());
        EXPECT_LT(norm(b - a), 2.5 * 0.0033);
        out += is_outside(a) || is_outside(b) ? 1 : 0;
      }
    }
    EXPECT_EQ(broken, gone);
    EXPECT_GT(out, 100) << "no line passes a face";
    const VtkThing &bonds = frames.back()["bonds"];
    for (size_t n = 0; n < bonds.cells.size(); n++)
      for (int end = 0; end < 2; end++) {
        const long id = std::lround(bonds.values.at(end == 0 ? "id_a" : "id_b")[n]);
        EXPECT_LT(apart_tilted(vector_at(bonds.points[bonds.cells[n][end]].data()),
                               vector_at(atoms[id - 1].x.data())),
                  1e-12);
      }
  }
}

TEST_F(DumpParaview, PolyhedraInATiltedBoxAreWhole)
{
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(TILTED + R"(
      atom_style body polyhedron 4 64
      create_box 1 box
      create_polyhedra 20 region box shape random cuts 6 size uniform 0.006 0.01 density 2000 seed 5
      velocity all create 1.0e17 77 loop geom
      pair_style polyhedron
      pair_coeff * * volume 1e9
      timestep 1e-6
      fix move all nve/body
      fix GRIST_GUARD all guard overlap warn
      dump p all paraview 100 )" +
               series + " precision double\nrun 1000\n");
    const auto all = bodies(lammps);
    if (!lammps.first()) continue;
    const auto frames = read_series(series);
    const VtkThing &solids = frames.back()["polyhedra"];
    ASSERT_EQ(solids.cells.size(), 20);
    for (size_t row = 0; row < solids.cells.size(); row++) {
      const BodySnapshot &body = all[std::lround(solids.values.at("id")[row]) - 1];
      EXPECT_NEAR(solids.volumes[row] * 2000 / body.mass, 1.0, 1e-9);
      for (const int corner : solids.cells[row]) {
        const Vector3d arm =
            to_nearest_image(vector_at(solids.points[corner].data()) - vector_at(body.x.data()));
        EXPECT_LT(body.distance_to_corner({arm[0], arm[1], arm[2]}), 1e-12);
      }
    }
  }
}

}    // namespace test_dump_paraview_states
