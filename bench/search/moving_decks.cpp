#include "search/moving_decks.h"

#include <array>
#include <cmath>
#include <fstream>
#include <random>
#include <vector>

namespace grist {
namespace {

using Random = std::mt19937_64;
using Point = std::array<double, 3>;

void write_nothing(const std::string &) {}

// ---- in.lj: a Lennard-Jones melt ----------------------------------------------------------------

std::string melt(const std::string &)
{
  return R"(units lj
    atom_style atomic
    lattice fcc 0.8442
    region box block 0 20 0 20 0 20
    create_box 1 box
    create_atoms 1 box
    mass 1 1.0
    velocity all create 1.44 87287 loop geom
    pair_style lj/cut 2.5
    pair_coeff 1 1 1.0 1.0 2.5
    neighbor 0.3 bin
    neigh_modify delay 0 every 20 check no
    fix 1 all nve
    run 100 post no)";
}

// ---- in.chain: a melt of bead-spring chains -----------------------------------------------------

constexpr int CHAINS = 320, BEADS = 100;
constexpr double MELT_DENSITY = 0.8442, BOND = 0.97;
constexpr double LEAST_SECOND = 1.02;    // distance of next but one beads

Point random_step(Random &random)
{
  std::normal_distribution<double> normal;
  Point step = {normal(random), normal(random), normal(random)};
  const double length = std::hypot(step[0], step[1], step[2]);
  for (double &value : step) value *= BOND / length;
  return step;
}

// Random walks; LAMMPS wraps them into the box.
void write_chains(const std::string &file)
{
  Random random(592984);
  const double edge = std::cbrt(CHAINS * BEADS / MELT_DENSITY);
  std::uniform_real_distribution<double> anywhere(0.0, edge);
  std::ofstream out(file);
  out << "chains\n\n"
      << CHAINS * BEADS << " atoms\n1 atom types\n"
      << CHAINS * (BEADS - 1) << " bonds\n1 bond types\n12 extra special per atom\n\n";
  for (const char axis : {'x', 'y', 'z'})
    out << "0 " << edge << " " << axis << "lo " << axis << "hi\n";
  out << "\nMasses\n\n1 1\n\nAtoms\n\n";
  for (int chain = 0, id = 0; chain < CHAINS; chain++) {
    Point at = {anywhere(random), anywhere(random), anywhere(random)};
    Point last = {};
    for (int bead = 0; bead < BEADS; bead++) {
      out << ++id << " " << chain + 1 << " 1 " << at[0] << " " << at[1] << " " << at[2] << "\n";
      Point step;
      do step = random_step(random);
      while (std::hypot(last[0] + step[0], last[1] + step[1], last[2] + step[2]) < LEAST_SECOND &&
             bead > 0);
      for (int d = 0; d < 3; d++) at[d] += step[d];
      last = step;
    }
  }
  out << "\nBonds\n\n";
  for (int chain = 0, bond = 0; chain < CHAINS; chain++)
    for (int bead = 1; bead < BEADS; bead++)
      out << ++bond << " 1 " << chain * BEADS + bead << " " << chain * BEADS + bead + 1 << "\n";
}

std::string chains(const std::string &data)
{
  return R"(units lj
    atom_style bond
    special_bonds fene
    read_data )" +
      data + R"(
    neighbor 0.4 bin
    neigh_modify every 1 delay 1
    comm_modify cutoff 3.0
    bond_style harmonic
    bond_coeff 1 500 0.97
    pair_style soft 1.12
    pair_coeff * * 10.0
    variable push equal ramp(10,100)
    fix push all adapt 1 pair soft a * * v_push
    velocity all create 1.0 87287
    fix 1 all nve/limit 0.1
    fix 2 all langevin 1.0 1.0 0.5 904297
    timestep 0.01
    run 400 post no
    unfix push
    unfix 1
    unfix 2
    bond_style fene
    bond_coeff 1 30.0 1.5 1.0 1.0
    pair_style lj/cut 1.12
    pair_modify shift yes
    pair_coeff 1 1 1.0 1.0 1.12
    fix 1 all nve/limit 0.05
    fix 2 all langevin 1.0 1.0 1.0 904297
    timestep 0.005
    run 300 post no
    unfix 1
    fix 1 all nve
    fix 2 all langevin 1.0 1.0 10.0 904297
    comm_modify cutoff 0.0
    timestep 0.012
    neigh_modify delay 0 every 4 check no
    run 20 post no)";
}

// ---- in.chute: grains that flow down a chute ----------------------------------------------------

constexpr int GRAINS = 32000;
constexpr double GRAIN_DENSITY = 1.12;    // grains in a unit of volume, as in LAMMPS' packing
constexpr double CHUTE_X = 40.0, CHUTE_Y = 20.0;

// A face-centred cubic packing that is stretched to fit the box; its lowest layers are frozen.
void write_grains(const std::string &file)
{
  const double height = GRAINS / (CHUTE_X * CHUTE_Y * GRAIN_DENSITY);
  const double edge = std::cbrt(4.0 / GRAIN_DENSITY);
  const int cells[3] = {static_cast<int>(std::lround(CHUTE_X / edge)),
                        static_cast<int>(std::lround(CHUTE_Y / edge)),
                        static_cast<int>(std::lround(height / edge))};
  const double spacing[3] = {CHUTE_X / cells[0], CHUTE_Y / cells[1], height / cells[2]};
  Random random(87287);
  std::uniform_real_distribution<double> shift(-0.03, 0.03);
  std::vector<Point> places;
  for (int z = 0; z < cells[2]; z++)
    for (int y = 0; y < cells[1]; y++)
      for (int x = 0; x < cells[0]; x++)
        for (const Point &corner : {Point{0.25, 0.25, 0.25}, Point{0.75, 0.75, 0.25},
                                    Point{0.75, 0.25, 0.75}, Point{0.25, 0.75, 0.75}})
          places.push_back({(x + corner[0]) * spacing[0] + shift(random),
                            (y + corner[1]) * spacing[1] + shift(random),
                            (z + corner[2]) * spacing[2] + shift(random)});
  std::ofstream out(file);
  out << "grains\n\n"
      << places.size() << " atoms\n2 atom types\n\n0 " << CHUTE_X << " xlo xhi\n0 " << CHUTE_Y
      << " ylo yhi\n0 " << height + 2.0 << " zlo zhi\n\nAtoms\n\n";
  for (std::size_t n = 0; n < places.size(); n++)
    out << n + 1 << (places[n][2] < 1.0 ? " 2" : " 1") << " 1 1 " << places[n][0] << " "
        << places[n][1] << " " << places[n][2] << "\n";
}

std::string chute(const std::string &data)
{
  return R"(units lj
    atom_style sphere
    boundary p p fs
    newton off
    comm_modify vel yes
    read_data )" +
      data + R"(
    pair_style gran/hooke/history 200000.0 NULL 50.0 NULL 0.5 0
    pair_coeff * *
    neighbor 0.1 bin
    neigh_modify delay 0 every 20 check no
    timestep 0.0001
    group bottom type 2
    group active subtract all bottom
    neigh_modify exclude group bottom bottom
    fix 1 all gravity 1.0 chute 26.0
    fix 2 bottom freeze
    fix 3 active nve/sphere
    run 100 post no)";
}

}    // namespace

const MovingDeck *find_moving_deck(const std::string &name)
{
  static const MovingDeck decks[] = {{"lj", 0.3, 20, 100, write_nothing, melt},
                                     {"chain", 0.4, 4, 60, write_chains, chains},
                                     {"chute", 0.1, 20, 200, write_grains, chute}};
  for (const MovingDeck &deck : decks)
    if (name == deck.name) return &deck;
  return nullptr;
}

}    // namespace grist
