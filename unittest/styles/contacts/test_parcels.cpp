// Command coarse: contacts of parcels are similar to those of the particles that they stand for.
//
// Oracle: similarity. Two spheres without gravity, from speeds and coefficients of one real input, in
// parcels of L: all lengths and times are L times as long, velocities and stresses the same, forces
// times L^2, torques times L^3, energies times L^3. Of sizes: the input of the parcels by hand.

#include "testing/lammps_session.h"
#include "testing/one_rank.h"
#include "testing/words_of.h"

#include <cmath>
#include <string>
#include <vector>

using namespace grist::testing;

namespace {

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
  set group second omega 10 ${w} ${w}
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

}    // namespace

TEST_F(Parcels, TwoSpheresAreSimilarUnderEveryLaw)
{
  for (const Law &law : laws()) {
    for (const int steps : {400, 2000, 20000}) {
      const std::string end = flight(law.lines) + "run " + std::to_string(steps) + "\n";
      const auto real = atoms_after(box(1.0, TWO) + end, 1);
      const double force = std::max(1e-3, largest_force(real));
      if (is_first_rank() && steps == 400) EXPECT_GT(largest_force(real), 1e-3) << law.name;
      for (const double ratio : LENGTHS)
        expect_similar(real, atoms_after(box(ratio, TWO) + end, 1), ratio, force,
                       std::string(law.name) + ", L " + number(ratio) + ", step " +
                           std::to_string(steps));
    }
  }
}
