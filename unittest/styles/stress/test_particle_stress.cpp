// compute coordination/contact and compute stress/cluster in LAMMPS.
//
// Oracles: the stress of a bar between two walls and of a bar that is pulled, F / A in closed form;
// the contact forces on a cluster; the balance of a pile; the same run on other numbers of ranks
// and with newton off; counts by distance.

#include "common/constants.h"
#include "styles/contacts/crowd.h"
#include "styles/polyhedra/cubes.h"
#include "testing/bodies.h"
#include "testing/cases.h"
#include "testing/hertz_sphere.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include "atom.h"
#include "compute.h"
#include "lammps.h"
#include "modify.h"

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace test_particle_stress {

using namespace grist::testing;
using grist::PI;

// Rows of a per-atom array by id; complete on every rank.
std::map<int, std::vector<double>> rows_of(LammpsSession &lammps, const std::string &id,
                                           int columns)
{
  std::map<int, std::vector<double>> rows;
  std::vector<double> numbers;
  if (lammps.here()) {
    auto *compute = lammps.lammps()->modify->get_compute_by_id(id);
    const auto *atom = lammps.lammps()->atom;
    compute->compute_peratom();
    for (int i = 0; i < atom->nlocal; i++) {
      numbers.push_back(static_cast<double>(atom->tag[i]));
      numbers.insert(numbers.end(), compute->array_atom[i], compute->array_atom[i] + columns);
    }
  }
  int mine = static_cast<int>(numbers.size()), ranks = world_size();
  std::vector<int> counts(ranks), starts(ranks, 0);
  MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (int r = 1; r < ranks; r++) starts[r] = starts[r - 1] + counts[r - 1];
  std::vector<double> all(starts.back() + counts.back());
  MPI_Allgatherv(numbers.data(), mine, MPI_DOUBLE, all.data(), counts.data(), starts.data(),
                 MPI_DOUBLE, MPI_COMM_WORLD);
  for (size_t n = 0; n < all.size(); n += columns + 1)
    rows[static_cast<int>(all[n])] = {all.begin() + n + 1, all.begin() + n + 1 + columns};
  return rows;
}

using ParticleStress = OneRankTest;

constexpr double VOLUME = 4.0 / 3.0 * PI * 1e-9;    // of a sphere of 1 mm radius

// Five spheres in a row along x, bonded, and a lone one that touches nothing.
std::string bar(const std::string &data)
{
  std::vector<SphereLine> spheres;
  std::vector<std::pair<int, int>> bonds;
  for (int i = 0; i < 5; i++) {
    spheres.push_back({1, 2e-3, 2500, -4e-3 + 2e-3 * i, 0, 0});
    if (i > 0) bonds.emplace_back(i, i + 1);
  }
  spheres.push_back({2, 2e-3, 2500, 0, 8e-3, 0});
  write_data(data, spheres, bonds, -0.02, 0.02);
  return read_case(data, UNBREAKABLE, "f f f") + R"(
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5
    neighbor 1e-3 bin
    timestep 1e-6
    compute s all stress/cluster
    compute n all coordination/contact
    thermo_style custom step ke
  )";
}

// Stretched evenly: four bonds with the force E A strain on the length 2 mm each.
TEST_F(ParticleStress, ABarThatIsPulled)
{
  LammpsSession lammps;
  lammps.run(bar(folder / "data") + R"(
    run 0
    variable x atom 1.01*x
    variable y atom y
    set group all x v_x y v_y
    fix hold all nve/noforce
    velocity all set 0 0 0
    run 0
  )");
  const double force = 1e8 * PI * 1e-6 * 0.01;
  const auto rows = rows_of(lammps, "s", 6);
  for (int id = 1; id <= 5; id++) {
    EXPECT_NEAR(rows.at(id)[0] / (4 * force * 2.02e-3 / (5 * VOLUME)), 1.0, 1e-9) << id;
    for (int k = 1; k < 6; k++) EXPECT_NEAR(rows.at(id)[k], 0.0, 1e-6 * rows.at(id)[0]);
  }
  for (const double value : rows.at(6)) EXPECT_EQ(value, 0.0);
  const auto counts = rows_of(lammps, "n", 3);
  for (int id = 1; id <= 6; id++)
    EXPECT_EQ(counts.at(id),
              (std::vector<double>{0, 0,
                                   id == 6                  ? 0.
                                       : id == 1 || id == 5 ? 1.
                                                            : 2.}));
}

// Pressed between two walls until it rests: the force on the walls times their distance, minus for
// pressure.
TEST_F(ParticleStress, ABarBetweenWalls)
{
  LammpsSession lammps;
  lammps.run(bar(folder / "data") + R"(
    fix press all wall/hertz/mindlin xplane -4.98e-3 4.98e-3
    fix move all nve/sphere
    fix slow all viscous 0.02
    run 20000
  )" + "thermo_style custom step ke\nrun 0\n");
  double force = 0.0;
  const auto atoms = lammps.atoms();
  const double stiffness = hertz_stiffness(1e7) * std::sqrt(1e-3);
  for (const int end : {0, 4}) {
    const double overlap = 1e-3 - (4.98e-3 - std::fabs(atoms[end].x[0]));
    force += 0.5 * stiffness * std::pow(overlap, 1.5);
  }
  ASSERT_GT(force, 0.0);
  const auto rows = rows_of(lammps, "s", 6);
  EXPECT_NEAR(rows.at(1)[0] / (-force * 2 * 4.98e-3 / (5 * VOLUME)), 1.0, 1e-3);
  EXPECT_EQ(rows.at(1), rows.at(3));
  const auto counts = rows_of(lammps, "n", 3);
  EXPECT_EQ(counts.at(1), (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(counts.at(3), (std::vector<double>{0, 0, 2}));
}

// A cube in a corner of two planes touches two walls and another cube.
TEST_F(ParticleStress, BodiesAreCountedToo)
{
  const double half = 0.5 * EDGE - 1e-6;
  write_bodies(folder / "data",
               {cube_at(grist::Matrix3d::identity(), {half, half, 0.1}),
                cube_at(grist::Matrix3d::identity(), {half, half, 0.1 + 2 * half})},
               -0.3, 0.3);
  LammpsSession lammps;
  lammps.run(BODIES + ("boundary f f f\nread_data " + (folder / "data")) + R"(
    pair_style polyhedron
    pair_coeff * * volume 1e9
    fix move all nve/body
    fix x all wall/polyhedron volume 1e9 xplane 0 NULL
    fix y all wall/polyhedron volume 1e9 yplane 0 NULL
    compute n all coordination/contact
    compute s all stress/cluster
    run 0
  )");
  for (const auto &row : rows_of(lammps, "n", 3))
    EXPECT_EQ(row.second, (std::vector<double>{1, 2, 0}));
  // A micrometer deep, and two between the cubes: force times half an edge over the volume.
  for (const auto &row : rows_of(lammps, "s", 6)) {
    const double pressure = 1e9 * 1e-6 * half / EDGE;
    EXPECT_NEAR(row.second[0] / -pressure, 1.0, 1e-3);
    EXPECT_NEAR(row.second[1] / -pressure, 1.0, 1e-3);
    EXPECT_NEAR(row.second[2] / (-2.0 * pressure), 1.0, 1e-3);
  }
}

const std::string STRESSED_CROWD = CROWD +
    "pair_style hertz/mindlin\n"
    "pair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.4\n"
    "compute s all stress/cluster\ncompute n all coordination/contact\n"
    "compute c all contact/atom\ncompute r all reduce sum c_n[1] c_c\n"
    "compute p all pressure NULL pair\n"
    "thermo_style custom step c_r[*] c_p c_p[*]\nrun 60\n";

// The contacts of single spheres are those of LAMMPS. Between two of them the virial is the sum of
// both.
TEST(ParticleStressOnRanks, OfACrowdIsThatOfOneRank)
{
  std::map<int, std::vector<double>> stress, counts;
  for (const std::string &newton : NEWTON)
    for (const int ranks : rank_counts()) {
      LammpsSession lammps(ranks);
      lammps.run(newton + STRESSED_CROWD);
      const double contacts = lammps.evaluate("c_r[1]"), theirs = lammps.evaluate("c_r[2]");
      const double virial = lammps.evaluate("c_p[1]*vol");
      const auto atoms = lammps.atoms();
      const auto s = rows_of(lammps, "s", 6), n = rows_of(lammps, "n", 3);
      EXPECT_EQ(s.size(), 343u);
      if (!lammps.first()) continue;
      SCOPED_TRACE(newton + std::to_string(ranks));
      EXPECT_GT(contacts, 300.0);
      EXPECT_EQ(contacts, theirs);
      if (stress.empty()) {
        stress = s;
        counts = n;
      }
      double sum = 0.0;
      for (const auto &atom : atoms)
        sum += s.at(static_cast<int>(atom.tag))[0] * 4.0 / 3.0 * PI * std::pow(atom.radius, 3);
      EXPECT_NEAR(-sum / virial, 1.0, 1e-2);    // overlaps and the full step of velocities
      double scale = 0.0;
      for (const auto &row : stress)
        for (const double value : row.second) scale = std::max(scale, std::fabs(value));
      for (const auto &row : stress) {
        EXPECT_EQ(n.at(row.first), counts.at(row.first));
        for (int k = 0; k < 6; k++)
          EXPECT_NEAR(s.at(row.first)[k], row.second[k], 1e-8 * scale) << row.first;
      }
    }
}

// Cubes that break: clusters across ranks.
TEST(ParticleStressOnRanks, OfClustersIsThatOfOneRank)
{
  TestFolder folder;
  write_cubes(folder / "data");
  std::map<int, std::vector<double>> reference;
  for (const int ranks : rank_counts()) {
    LammpsSession lammps(ranks);
    lammps.run(read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") + R"(
      pair_style hertz/mindlin
      pair_coeff * * young 1e8 poisson 0.4 restitution 0.3 friction 0.3
      neighbor 0.001 bin
      timestep 2e-6
      fix nve all nve/sphere
      velocity all ramp vx -2 2 z 0.0 0.0456
      compute s all stress/cluster
      run 100
    )");
    const auto now = rows_of(lammps, "s", 6);
    const auto atoms = lammps.atoms();    // with the clusters of now
    if (!lammps.first()) continue;
    if (ranks == 1) reference = now;
    double scale = 0.0;
    for (const auto &row : reference) scale = std::max(scale, std::fabs(row.second[0]));
    EXPECT_GT(scale, 0.0);
    for (const auto &atom : atoms) {
      const auto &row = now.at(static_cast<int>(atom.tag));
      EXPECT_EQ(row, now.at(static_cast<int>(atom.cluster)));    // one stress for a cluster
      for (int k = 0; k < 6; k++)
        EXPECT_NEAR(row[k], reference.at(static_cast<int>(atom.tag))[k], 1e-7 * scale);
    }
  }
}

TEST_F(ParticleStress, ErrorsAreOneSentence)
{
  const auto expect_error = [](const std::string &lines, const std::string &text) {
    LammpsSession lammps;
    const std::string error = lammps.error_of(lines);
    EXPECT_TRUE(has(error, text));
  };
  for (const std::string style : {"stress/cluster", "coordination/contact"}) {
    const std::string begin = "Compute " + style + ": ", compute = "compute s all " + style;
    expect_error(CROWD + compute + " 3", begin + "unexpected argument 3 (expected none)");
    expect_error(
        CROWD +
            "pair_style granular\npair_coeff * * hooke 500 0.5 tangential linear_nohistory 0 0\n" +
            compute + "\nrun 0",
        begin +
            "pair_style granular does not show its contacts (expected hertz/mindlin, "
            "hooke/history, thornton/ning, polyhedron or zero)");
    expect_error(CROWD +
                     "change_box all boundary p p f\npair_style zero 1e-3\npair_coeff * *\nfix w "
                     "all wall/gran hooke 1e5 NULL 50 "
                     "NULL 0.5 1 "
                     "zplane -0.02 NULL\n" +
                     compute + "\nrun 0",
                 begin + "fix w of style wall/gran does not show its contacts");
  }
}

}    // namespace test_particle_stress
