// Command coarse: contacts of parcels are similar to those of the particles that they stand for.
//
// Oracle: similarity. Two spheres without gravity, from speeds and coefficients of one real input, in
// parcels of L: all lengths and times are L times as long, velocities and stresses the same, forces
// times L^2, torques times L^3, energies times L^3. Of sizes: the input of the parcels by hand.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace grist::testing;

namespace test_parcels {

constexpr double SIMILAR = 1e-10;
constexpr double LENGTHS[] = {2.0, 3.0};

std::string number(double value)
{
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// Places, sizes and times are of parcels, as stock commands have them; coefficients are real.
std::string box(double ratio, const std::string &atoms)
{
  const std::string l = number(ratio);
  return "units si\nnewton on off\nboundary f f f\nvariable L equal " + l + "\n" + atoms +
      "coarse ${L}\n";
}

const std::string TWO = R"(
  atom_style sphere
  variable b equal 0.1*v_L
  region box block -${b} ${b} -${b} ${b} -${b} ${b}
  create_box 1 box
  variable x equal 2.01e-3*v_L
  create_atoms 1 single 0 0 0
  create_atoms 1 single ${x} 0 0
  variable d equal 2e-3*v_L
  set group all diameter ${d} density 2500
  group second id 2
  velocity second set -0.3 0.05 0.02
  variable w equal 30/v_L
  variable u equal 10/v_L
  set group second omega ${u} ${w} ${w}
)";

std::string flight(const std::string &law)
{
  return law + R"(
  variable s equal 2e-3*v_L
  neighbor ${s} bin
  comm_modify vel yes
  fix move all nve/sphere
  variable dt equal 2e-7*v_L
  timestep ${dt}
  )";
}

struct Law {
  const char *name;
  std::string lines;
};

std::vector<Law> laws()
{
  const std::string hertz = "pair_style hertz/mindlin\npair_coeff * * young 5e6 poisson 0.3 "
                            "restitution 0.6 friction 0.4 ";
  const std::string hooke =
      "pair_style hooke/history\npair_coeff * * stiffness 2000 restitution 0.6 friction 0.4 ";
  return {{"hertz", hertz},
          {"hertz torque", hertz + "rolling torque 0.1"},
          {"hertz sds", hertz + "rolling sds 300 0.01 0.1"},
          {"hertz jkr", hertz + "cohesion jkr 0.5"},
          {"hertz sjkr", hertz + "cohesion sjkr 1e5"},
          {"hertz dmt", hertz + "cohesion dmt 0.5"},
          {"hertz eepa", hertz + "cohesion eepa 0.6 2 1e-3 3"},
          {"hooke", hooke},
          {"hooke torque", hooke + "rolling torque 0.1"},
          {"hooke sds", hooke + "rolling sds 300 0.01 0.1"},
          {"hooke sjkr", hooke + "cohesion sjkr 1e5"},
          {"hooke dmt", hooke + "cohesion dmt 0.5"},
          {"hooke eepa sds", hooke + "rolling sds 300 0.01 0.1 cohesion eepa 0.6 2 1e-3 3"},
          {"hooke eepa", hooke + "cohesion eepa 0.6 2 1e-3 3"},
          {"hooke capped", hooke + "cohesion capped 0.02"}};
}

// The larger of the differences, over the largest member of the vectors.
void expect_times(const std::array<double, 3> &real, std::array<double, 3> parcel, double factor,
                  double size, const std::string &what)
{
  for (int k = 0; k < 3; k++)
    EXPECT_NEAR(parcel[k] / factor, real[k], SIMILAR * size) << what << ", component " << k;
}

void expect_similar(const std::vector<AtomSnapshot> &real, const std::vector<AtomSnapshot> &parcel,
                    double ratio, double force, const std::string &what)
{
  if (!is_first_rank()) return;
  ASSERT_EQ(real.size(), parcel.size());
  ASSERT_FALSE(real.empty());
  for (size_t n = 0; n < real.size(); n++) {
    const AtomSnapshot &a = real[n], &b = parcel[n];
    EXPECT_NEAR(b.mass / std::pow(ratio, 3), a.mass, SIMILAR * a.mass) << what;
    expect_times(a.x, b.x, ratio, 1e-2, what + ": place");
    expect_times(a.v, b.v, 1.0, 0.3, what + ": velocity");
    expect_times(a.omega, b.omega, 1.0 / ratio, 50.0, what + ": rotation");
    expect_times(a.f, b.f, ratio * ratio, force, what + ": force");
    expect_times(a.torque, b.torque, std::pow(ratio, 3), force * 1e-3, what + ": torque");
  }
}

double largest_force(const std::vector<AtomSnapshot> &atoms)
{
  double most = 0.0;
  for (const AtomSnapshot &atom : atoms)
    for (double f : atom.f) most = std::max(most, std::fabs(f));
  return most;
}

class Parcels : public OneRankTest {};

// One sphere hits the other, which then hits a wall of the same law.
TEST_F(Parcels, TwoSpheresAndAWallAreSimilarUnderEveryLaw)
{
  for (const Law &law : laws()) {
    const std::string wall = std::string(law.name).rfind("hertz", 0) == 0 ? "hertz/mindlin"
                                                                          : "hooke/history";
    for (const int steps : {400, 2000, 20000}) {
      const std::string end = flight(law.lines) +
          "variable p equal -1.002e-3*v_L\nfix wall all wall/" + wall + " xplane ${p} NULL\nrun " +
          std::to_string(steps) + "\n";
      const auto real = atoms_after(box(1.0, TWO) + end, 1);
      const double force = std::max(1e-3, largest_force(real));
      EXPECT_GT(steps == 400 ? largest_force(real) : 1.0, 1e-3) << law.name;
      for (const double ratio : LENGTHS)
        expect_similar(real, atoms_after(box(ratio, TWO) + end, 1), ratio, force,
                       std::string(law.name) + ", L " + number(ratio) + ", step " +
                           std::to_string(steps));
    }
  }
}

// A cluster of a template in real sizes hits a wall. Bonds, their dashpots, and the energy of their
// cracks are scaled with the rest.
TEST_F(Parcels, BondsAndWallsAreSimilar)
{
  constexpr double FORCE_OF_A_BOND = 0.05;    // forces of elements are sums of such ones
  const std::string box_of_cluster = R"(
    atom_style bonded/cluster
    bond_style parallel
    variable b equal 0.1*v_L
    region box block -${b} ${b} -${b} ${b} -${b} ${b}
    create_box 1 box bond/types 1
  )";
  const std::string rest = R"(
    cluster_template stone cube 4e-3 elements 27 density 2500
    bond_coeff 1 young 5e7 tensile 2e5 shear 2e5 soften 2 damping 
    variable z equal 3.6e-3*v_L
    create_atoms 0 single 0 0 ${z} mol stone 4711 rotate 30 1 2 3
    velocity all set 0.1 0 -1.5
    fix floor all wall/hertz/mindlin zplane 0 NULL friction 0.3
  )";
  const std::string hertz = "pair_style hertz/mindlin\npair_coeff * * young 5e6 poisson 0.3 "
                            "restitution 0.6 friction 0.4\n";
  // Dashpots of bonds are stored as floats: L is a power of two where they are checked.
  const struct {
    double ratio;
    const char *damping;
  } cases[] = {{2.0, "0.1\n"}, {4.0, "0.1\n"}, {3.0, "0\n"}};
  for (const int steps : {4000, 6000})
    for (const auto &[ratio, damping] : cases) {
      const std::string end = rest.substr(0, rest.find("damping ") + 8) + damping +
          rest.substr(rest.find("damping ") + 8) + flight(hertz) + "run " + std::to_string(steps) +
          "\n";
      const auto real = atoms_after(box(1.0, box_of_cluster) + end, 1);
      EXPECT_EQ(real.size(), 27u);
      EXPECT_GT(largest_force(real), 5e-3);
      expect_similar(real, atoms_after(box(ratio, box_of_cluster) + end, 1), ratio, FORCE_OF_A_BOND,
                     "L " + number(ratio) + ", step " + std::to_string(steps));
    }
}

// Two columns that fill the same height, of 40 particles and of 20 parcels: the same stress, and the
// strain of Hertz' closed form at it.
TEST_F(Parcels, ColumnHasTheStressOfTheRealOne)
{
  constexpr double HEIGHT = 0.08, D = 2e-3, YOUNG = 1e6, GRAVITY = 9.81, DENSITY = 2500;
  double stress[2], strain[2];
  for (const int ratio : {1, 2}) {
    const double d = ratio * D;
    const int layers = static_cast<int>(std::lround(HEIGHT / d));
    std::string lines = box(ratio, R"(
      atom_style sphere
      region box block -0.02 0.02 -0.02 0.02 -0.01 0.1
      create_box 1 box
    )");
    for (int n = 0; n < layers; n++)
      lines += "create_atoms 1 single 0 0 " + number((n + 0.5) * d) + "\n";
    lines += "set group all diameter " + number(d) + " density 2500\n" +
        "fix floor all wall/hertz/mindlin zplane 0 NULL\nfix g all gravity 9.81 vector 0 0 -1\n" +
        flight("pair_style hertz/mindlin\npair_coeff * * young 1e6 poisson 0.3 restitution 0.1\n") +
        "fix brake all viscous " + number(2e-2 * ratio * ratio * ratio) + "\ntimestep " +
        number(4e-6 * ratio) + "\nrun " + std::to_string(200000 / ratio) + "\n";
    LammpsSession lammps;
    lammps.run(lines);
    stress[ratio - 1] = lammps.evaluate("-f_floor[3]") / (d * d);
    const auto atoms = lammps.atoms();
    const int middle = layers / 2;
    strain[ratio - 1] = 1.0 - (atoms[middle].x[2] - atoms[middle - 1].x[2]) / d;
    const double weight = (layers - middle) * DENSITY * M_PI / 6.0 * d * d * d * GRAVITY;
    const double modulus = YOUNG / (2.0 * (1.0 - 0.09));
    const double overlap = std::pow(weight / (4.0 / 3.0 * modulus * std::sqrt(0.25 * d)), 2.0 / 3);
    EXPECT_NEAR(strain[ratio - 1], overlap / d, 0.01 * overlap / d) << "L " << ratio;
  }
  EXPECT_NEAR(stress[0], HEIGHT * DENSITY * M_PI / 6.0 * GRAVITY, 0.01 * stress[0]);
  EXPECT_NEAR(stress[1], stress[0], 0.01 * stress[0]);
  EXPECT_NEAR(strain[1], strain[0], 0.01 * strain[0]);
}

/* ---------------------------------------------------------------------- */

static const std::string CROWDED = R"(
  units si
  newton on off
  boundary p p f
  atom_style sphere
  region box block 0 0.06 0 0.06 0 0.1
  create_box 2 box
)";

static std::string fed(const std::string &command, double size, int number_of)
{
  return CROWDED + command + R"(
    pair_style hertz/mindlin
    pair_coeff * * young 5e6 poisson 0.3 restitution 0.6 friction 0.4
  )" + "particle_mix m sphere s size uniform " +
      number(size) + " " + number(1.5 * size) + " density 2500\n" +
      "fix pack all insert/pack m region box number " + std::to_string(number_of) + R"(
    fix floor all wall/hertz/mindlin zplane 0 0.1
    fix g all gravity 9.81 vector 0 0 -1
    fix move all nve/sphere
    comm_modify vel yes
    neighbor 1e-3 bin
    timestep 5e-6
  )";
}

// Sizes and numbers of a feed, from real ones and given by hand. On any number of ranks.
TEST(ParcelsOfAFeed, AreThoseOfTheInputByHand)
{
  for (const int ranks : rank_counts())
    expect_same(atoms_after(fed("", 6e-3, 100) + "run 1500\n", ranks),
                atoms_after(fed("coarse 3\n", 2e-3, 2700) + "run 1500\n", ranks), 1e-9,
                std::to_string(ranks) + " ranks");
}

// Types of real size, among themselves; L = 1 changes nothing.
TEST(ParcelsOfAFeed, RealTypesAndOneAreNotScaled)
{
  for (const char *command : {"coarse 1\n", "coarse 2 real 1*2\n"})
    expect_same(atoms_after(fed("", 6e-3, 100) + "run 500\n", 1),
                atoms_after(fed(command, 6e-3, 100) + "run 500\n", 1), 1e-300, command);
}

static const std::string COEFFICIENTS = R"(
  pair_style hooke/history
  pair_coeff * * stiffness 2000 restitution 0.6 friction 0.4 rolling sds 300 0.01 0.1 cohesion dmt 0.1
)";

// A run goes on after a restart as if it had not stopped, with or without the command. Coefficients
// in data files are those that were given.
TEST_F(Parcels, AreKeptInRestartFiles)
{
  const std::string start = fed("coarse 2\n", 3e-3, 800) + COEFFICIENTS;
  const std::string file = folder / "restart", data = folder / "data";
  const std::string again =
      "fix floor all wall/hooke/history zplane 0 0.1\nfix g all gravity 9.81 vector "
      "0 0 -1\nfix move all nve/sphere\ncomm_modify vel yes\nneighbor 1e-3 bin\n"
      "timestep 5e-6\n";
  const std::string swap = "unfix floor\nfix floor all wall/hooke/history zplane 0 0.1\n";
  std::vector<AtomSnapshot> whole;
  {
    LammpsSession lammps;
    lammps.run(start + swap + "run 1000\nwrite_restart " + file + "\nwrite_data " + data +
               " pair ij\nrun 500 pre no\n");
    whole = lammps.atoms();
  }
  EXPECT_TRUE(has(read_file(data), "stiffness 2000 "));
  EXPECT_TRUE(has(read_file(data), "sds 300 0.01 "));
  for (const char *command : {"", "coarse 2\n", "coarse 2 check warn outlet 0.1\n"}) {
    LammpsSession lammps;
    lammps.run("read_restart " + file + "\n" + command + again + "run 500\n");
    expect_same(whole, lammps.atoms(), 1e-4, command);
    EXPECT_TRUE(has(lammps.output(), "parcels of 2"));
  }
  LammpsSession lammps;
  EXPECT_TRUE(
      has(lammps.error_of("read_restart " + file + "\ncoarse 3\n"),
          "Command coarse: 3 (the run has parcels of 2; one L a run, clear begins another)"));
}

TEST_F(Parcels, AreReported)
{
  LammpsSession lammps;
  lammps.run(fed("coarse 2 check warn outlet 0.03 inertia 1 1000\n", 3e-3, 800) + "run 0\nrun 0\n");
  const std::string said = lammps.output();
  for (const char *part :
       {"Particle mix m: parcels of 2", "Command coarse: parcels of 2\n",
        "  size of s                   0.003         0.006         L^1\n", "outlet 0.03: 3.3",
        "(Beverloo, empty annulus of 1.4 d)", "gap unchecked (not given)\n", "inertial number 0.0",
        "100 parcels in place of 800 particles, 8 each\n",
        "WARNING: Command coarse: outlet 0.03 is 3.3"})
    EXPECT_TRUE(has(said, part));
  const std::string title = "Command coarse: parcels of 2\n";
  EXPECT_EQ(said.find(title), said.rfind(title));    // once
  LammpsSession filed;
  const std::string file = folder / "in.csv";
  filed.run(fed("coarse 2\n", 3e-3, 800) +
            "fix more all insert/stream m region box rate 1 mass 1e-9 " + "every 10 file " + file +
            "\nrun 10\n");
  EXPECT_EQ(read_file(file).rfind("# parcels of 2\nstep", 0), 0u) << read_file(file).substr(0, 80);
  LammpsSession stock;
  stock.run(CROWDED +
            "coarse 2\npair_style gran/hooke/history 2000 NULL 1 NULL 0.5 0\n"
            "pair_coeff * *\ncomm_modify vel yes\nrun 0\n");
  EXPECT_TRUE(has(stock.output(), "reads no coefficients of real particles"));
}

TEST_F(Parcels, BadInputIsOneSentence)
{
  const struct {
    const char *lines, *sentence;
  } cases[] = {
      {"coarse", "Command coarse: L needs a value"},
      {"coarse 0.5",
       "Command coarse: L 0.5 (the size of a parcel over that of a particle, 1 or more)"},
      {"coarse 2 real 3", "Numeric index 3 is out of bounds"},
      {"coarse 2 outlet 0.1",
       "Command coarse: outlet, gap and inertia need check warn or check error"},
      {"coarse 2 check loudly", "Command coarse: check loudly (expected warn or error)"},
      {"coarse 2 check warn outlet 0", "Command coarse: outlet 0 (must be positive)"},
      {"coarse 2 check warn inertia 5",
       "Command coarse: inertia needs a shear rate and a pressure"},
      {"coarse 2\ncoarse 3",
       "Command coarse: 3 (the run has parcels of 2; one L a run, clear begins another)"},
      {"coarse 2\ncoarse 2 real 2", "Command coarse: other types after real than before"},
      {"particle_mix m sphere s size 1e-3 density 2500\ncoarse 2",
       "Command coarse: 2 (must come before particle_mix, whose sizes it scales)"},
      {"coarse 2\nparticle_mix m polyhedron p shape box 1 1 1 density 1",
       "Command particle_mix: polyhedron: coarse 2 (only spheres and their clusters can be "
       "parcels)"},
  };
  for (const auto &[lines, sentence] : cases) {
    LammpsSession lammps;
    EXPECT_TRUE(has(lammps.error_of(CROWDED + lines), sentence)) << lines;
  }
  LammpsSession before;
  EXPECT_TRUE(has(before.error_of("coarse 2"),
                  "Command coarse must be used after the simulation box is defined"));
  LammpsSession removed;
  EXPECT_TRUE(has(
      removed.error_of(fed("coarse 2\n", 2e-3, 80) + "run 0\nunfix GRIST_COARSE_PARCELS\nrun 0\n"),
      "Pair style hertz/mindlin: its fix GRIST_COARSE_PARCELS was removed (leave out unfix)"));
  LammpsSession narrow;
  EXPECT_TRUE(
      has(narrow.error_of(fed("coarse 2 check error outlet 0.024\n", 2e-3, 800) + "run 0\n"),
          "Command coarse: outlet 0.024 is 4"));
}

}    // namespace test_parcels
