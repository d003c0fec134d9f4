// neighbor_style with comm_modify mode multi: ghosts by collections of sizes or types.
//
// Oracles: stock neighbor style multi in the same mode: the same pairs over all ranks, the same
// ghosts; stock style nsq with ghosts of everything within the largest reach: the same pairs; and
// runs with these.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "lammps.h"
#include "neigh_list.h"
#include "neighbor.h"

#include "search/search_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <random>

namespace test_comm_multi {

using namespace grist::testing;

const std::vector<std::string> STYLES = grist::neighbor_style_names();

// All ranks of the world: the program runs on 1, 2 and 4, these tests on 8 as well.
std::vector<int> numbers_of_ranks()
{
  return {world_size()};
}

// A pair of a list: number of the list, ids, how many periods the second is from the image next to
// the first, special and history bits.
using ListedPair = std::array<long, 7>;

ListedPair listed_pair(const LAMMPS_NS::LAMMPS *lmp, long list, int i, int entry)
{
  const LAMMPS_NS::Atom *atom = lmp->atom;
  const int j = entry & NEIGHMASK;
  const double *a = atom->x[i], *b = atom->x[j], *h = lmp->domain->h_inv;    // xx yy zz yz xz xy
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = b[k] - a[k];
  const double tilt = lmp->domain->triclinic ? 1.0 : 0.0;
  std::array<long, 3> periods = {std::lround(h[0] * d[0] + tilt * (h[5] * d[1] + h[4] * d[2])),
                                 std::lround(h[1] * d[1] + tilt * h[3] * d[2]),
                                 std::lround(h[2] * d[2])};
  std::array<long, 2> ids = {atom->tag[i], atom->tag[j]};
  const std::array<long, 3> none = {0, 0, 0};
  if (ids[0] > ids[1] || (ids[0] == ids[1] && periods < none)) {
    std::swap(ids[0], ids[1]);
    for (long &p : periods) p = -p;
  }
  return {list,
          ids[0],
          ids[1],
          periods[0],
          periods[1],
          periods[2],
          static_cast<long>(static_cast<unsigned>(entry) >> HISTBITS)};
}

// Pairs of all perpetual lists on all ranks, in order.
std::vector<ListedPair> pairs_of(LammpsSession &session)
{
  if (!session.here()) return {};
  const LAMMPS_NS::LAMMPS *lmp = session.lammps();
  const LAMMPS_NS::Neighbor *neighbor = lmp->neighbor;
  std::vector<ListedPair> mine;
  for (int k = 0; k < neighbor->nlist; k++) {
    const LAMMPS_NS::NeighList *list = neighbor->lists[k];
    if (list->occasional || list->copy) continue;
    for (int n = 0; n < list->inum; n++) {
      const int i = list->ilist[n];
      for (int m = 0; m < list->numneigh[i]; m++)
        mine.push_back(listed_pair(lmp, k, i, list->firstneigh[i][m]));
    }
  }
  int ranks = 1, length = static_cast<int>(mine.size() * sizeof(ListedPair));
  MPI_Comm_size(lmp->world, &ranks);
  std::vector<int> lengths(ranks), starts(ranks, 0);
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, lmp->world);
  for (int r = 1; r < ranks; r++) starts[r] = starts[r - 1] + lengths[r - 1];
  std::vector<ListedPair> all((starts.back() + lengths.back()) / sizeof(ListedPair));
  MPI_Allgatherv(mine.data(), length, MPI_BYTE, all.data(), lengths.data(), starts.data(), MPI_BYTE,
                 lmp->world);
  std::sort(all.begin(), all.end());
  return all;
}

// With newton off both ranks of a pair store it.
std::vector<ListedPair> distinct(std::vector<ListedPair> sorted)
{
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

double between_0_and_1(std::mt19937_64 &random)
{
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

// Spheres of diameters from 1 to 200 by a power law, as in LAMMPS' example multi/in.powerlaw: most
// touch one that is there already, so that there are contacts between all sizes. Types 1 to 6 by
// size. In space the skin is as wide as it has to be for the bins of stock multi.
enum class Space { PLANE, VOLUME };
constexpr double BOX = 700.0;
constexpr int SEED_EVERY = 8;    // spheres, one is anywhere in the box
constexpr std::array<double, 6> LARGEST = {1.5, 3, 10, 30, 100, 200};

void write_power_law(const std::string &path, int count, Space space = Space::PLANE)
{
  const int dimensions = space == Space::PLANE ? 2 : 3;
  if (!is_first_rank()) {
    MPI_Barrier(MPI_COMM_WORLD);
    return;
  }
  std::mt19937_64 random(20);
  std::vector<double> diameters = {200.0, 1.0};
  const double exponent = -1.3;    // of the number of larger spheres
  while (static_cast<int>(diameters.size()) < count) {
    const double low = std::pow(200.0, exponent);
    diameters.push_back(std::pow(low + (1.0 - low) * between_0_and_1(random), 1.0 / exponent));
  }
  std::vector<std::array<double, 3>> places;
  for (int i = 0; i < count; i++) {
    std::array<double, 3> place = {};
    if (i < 3 || i % SEED_EVERY == 0) {
      for (int d = 0; d < dimensions; d++) place[d] = BOX * between_0_and_1(random);
      // At the borders of the box and of ranks, 1 to 4 in each direction.
      const double quarter = 0.25 * BOX * std::floor(4.0 * between_0_and_1(random));
      place[i / SEED_EVERY % dimensions] = quarter + 4.0 * (between_0_and_1(random) - 0.5);
    } else {
      const int last = i - i % SEED_EVERY, chain = std::max(0, last - 6 * SEED_EVERY);
      const int other = i % 2 == 0
          ? static_cast<int>(i * between_0_and_1(random))
          : chain + static_cast<int>((i - chain) * between_0_and_1(random));
      double direction[3] = {}, square = 2.0;
      while (square > 1.0 || square < 0.01) {
        square = 0.0;
        for (int d = 0; d < dimensions; d++) {
          direction[d] = 2.0 * between_0_and_1(random) - 1.0;
          square += direction[d] * direction[d];
        }
      }
      const double distance =
          (0.5 * (diameters[i] + diameters[other]) + 2.0 * between_0_and_1(random) - 0.3);
      for (int d = 0; d < 3; d++) {
        place[d] = places[other][d] + distance * direction[d] / std::sqrt(square);
        if (d < dimensions) place[d] -= BOX * std::floor(place[d] / BOX);
      }
    }
    places.push_back(place);
  }
  std::ofstream file(path);
  file.precision(17);
  file << "power law\n\n" << count << " atoms\n6 atom types\n";
  for (const char axis : {'x', 'y'}) file << "0 " << BOX << ' ' << axis << "lo " << axis << "hi\n";
  if (space == Space::PLANE)
    file << "-0.5 0.5 zlo zhi\n";
  else
    file << "0 " << BOX << " zlo zhi\n";
  file << "\nAtoms\n\n";
  for (int i = 0; i < count; i++) {
    const auto type =
        std::lower_bound(LARGEST.begin(), LARGEST.end(), diameters[i]) - LARGEST.begin() + 1;
    file << i + 1 << ' ' << type << ' ' << diameters[i] << " 1 " << places[i][0] << ' '
         << places[i][1] << ' ' << places[i][2] << '\n';
  }
  file.close();
  MPI_Barrier(MPI_COMM_WORLD);
}

// By the example: 6 intervals of diameter.
const std::string INTERVALS = "neigh_modify collection/interval 6 1.5 3 10 30 100 200\n";
const std::string TYPES = "neigh_modify collection/type 3 1*2 3*5 6\n";
const std::string GRANULAR = "pair_style granular\npair_coeff * * hooke 20.0 0.5 tangential "
                             "linear_history 1.0 0.5 0.1 damping mass_velocity\n";

// Cutoffs of types as large as their spheres.
std::string points(const std::string &kind)
{
  std::string text = "pair_style zero 201 " + kind + "\n";
  for (int i = 0; i < 6; i++)
    for (int j = i; j < 6; j++)
      text += "pair_coeff " + std::to_string(i + 1) + " " + std::to_string(j + 1) + " " +
          std::to_string(0.5 * (LARGEST[i] + LARGEST[j])) + "\n";
  return text;
}

class CommMulti : public testing::Test {
 protected:
  TestFolder folder;

  std::string power_law(const std::string &newton, const std::string &pair,
                        Space space = Space::PLANE)
  {
    const bool flat = space == Space::PLANE;
    return "units lj\nnewton " + newton + (flat ? "\ndimension 2" : "") +
        "\natom_style sphere\nread_data " + (folder / "powers") + "\ncomm_modify vel yes\n" + pair +
        "fix move all nve/sphere\natom_modify sort 0 0\nneigh_modify delay 0 one 20000 page "
        "400000\n" +
        (flat ? "fix flat all enforce2d\nneighbor 1 multi\n" : "neighbor 20 multi\n");
  }

  // The same atoms by stock multi and by each of our styles, and by stock nsq in mode single.
  void compare(const std::string &input, const std::string &collections, const std::string &mode)
  {
    std::vector<ListedPair> all;
    {
      LammpsSession lammps;
      std::string nsq = input;
      nsq.replace(nsq.rfind("multi"), 5, "nsq");
      lammps.run(nsq + "\nrun 0");
      all = pairs_of(lammps);
    }
    for (const int n : numbers_of_ranks()) {
      SCOPED_TRACE(std::to_string(n) + " ranks, " + mode + ", " + collections);
      LammpsSession lammps(n);
      lammps.run(input + collections + "comm_modify mode multi " + mode + "\nrun 0\n");
      const std::vector<ListedPair> stock = pairs_of(lammps);
      const long ghosts = lammps.ghosts();
      if (lammps.here()) { EXPECT_GT(stock.size(), 1000u); }
      for (const std::string &style : STYLES) {
        lammps.run("neighbor_style " + style + "\nrun 0");
        EXPECT_TRUE(pairs_of(lammps) == stock) << style;
        EXPECT_EQ(lammps.ghosts(), ghosts) << style;
      }
      lammps.run("neighbor_style default\nrun 0");
      EXPECT_TRUE(pairs_of(lammps) == stock) << "default";
      if (lammps.first()) { EXPECT_TRUE(distinct(all) == distinct(stock)) << "nsq"; }
    }
  }
};

TEST_F(CommMulti, ListsAreThoseOfStockMulti)
{
  write_power_law(folder / "powers", 2000);
  const std::string granular = power_law("on", GRANULAR);
  for (const std::string &collections : {INTERVALS, TYPES, std::string()}) {
    compare(granular, collections, "reduce/multi");
    compare(granular, collections, "");
  }
}

TEST_F(CommMulti, ListsAreThoseOfStockMultiWithNewtonOffAndInTiltedBoxes)
{
  write_power_law(folder / "powers", 2000);
  compare(power_law("off", GRANULAR), INTERVALS, "");
  compare(power_law("on", GRANULAR) +
              "change_box all triclinic\nchange_box all xy final 150 remap\n",
          INTERVALS, "reduce/multi");
}

TEST_F(CommMulti, ListsInSpaceAreThoseOfStockMulti)
{
  write_power_law(folder / "powers", 800, Space::VOLUME);
  for (const std::string mode : {"reduce/multi", ""})
    compare(power_law("on", GRANULAR, Space::VOLUME), INTERVALS, mode);
}

TEST_F(CommMulti, ListsByCutoffAreThoseOfStockMulti)
{
  write_power_law(folder / "powers", 2000);
  compare(power_law("on", points("")), INTERVALS, "reduce/multi");
  compare(power_law("on", points("full")), TYPES, "");
  compare(power_law("off", points("")), "", "");
}

TEST_F(CommMulti, GhostsAreAsFewAsThoseOfStockMulti)
{
  write_power_law(folder / "powers", 2000);
  for (const int n : numbers_of_ranks()) {
    long single = 0, stock = 0, ours = 0;
    const std::string input = power_law("on", GRANULAR) + INTERVALS;
    {
      LammpsSession lammps(n);
      lammps.run(input + "neighbor_style multilevel\nrun 0");
      single = lammps.ghosts();
      lammps.run("comm_modify mode multi reduce/multi\nrun 0");
      ours = lammps.ghosts();
    }
    LammpsSession lammps(n);
    lammps.run(input + "comm_modify mode multi reduce/multi\nrun 0");
    stock = lammps.ghosts();
    if (!lammps.first()) continue;
    RecordProperty("single_" + std::to_string(n), static_cast<int>(single));
    RecordProperty("stock_" + std::to_string(n), static_cast<int>(stock));
    EXPECT_GT(stock, 50);
    EXPECT_LE(std::labs(ours - stock), 0.1 * stock) << n << " ranks";
    EXPECT_GT(single, 8 * ours) << n << " ranks";
  }
}

// Clusters of a large sphere with six small ones on it, small spheres that hit them, and a larger
// ball. The bonds are longer than the reach of small spheres, and cross the borders of ranks.
void write_burrs(const std::string &path)
{
  constexpr double CELL = 0.03, LARGE = 4e-3, SMALL = 0.6e-3;
  std::vector<SphereLine> spheres;
  std::vector<std::pair<int, int>> bonds;
  std::mt19937_64 random(7);
  for (int c = 0; c < 8; c++) {
    const double x = CELL * (c % 2) + 1e-3, y = CELL * (c / 2 % 2) + 2e-3,
                 z = CELL * (c / 4) + 1.5e-3;
    if (c == 7) {
      spheres.push_back({0, 24e-3, 2500, x, y, z});
      continue;
    }
    const int center = static_cast<int>(spheres.size()) + 1;
    spheres.push_back({c + 1, 2 * LARGE, 2500, x, y, z});
    for (int k = 0; k < 6; k++) {
      double at[3] = {x, y, z};
      at[k / 2] += (k % 2 ? 1 : -1) * (LARGE + SMALL);
      bonds.emplace_back(center, static_cast<int>(spheres.size()) + 1);
      spheres.push_back({c + 1, 2 * SMALL, 2500, at[0], at[1], at[2]});
    }
    for (int k = 0; k < 10; k++)
      spheres.push_back({0, 2 * SMALL * (1.0 + 0.5 * between_0_and_1(random)), 2500,
                         x + 0.007 + 2.2e-3 * (k % 5), y + 0.004 + 2.2e-3 * (k / 5), z + 0.004});
  }
  for (SphereLine &sphere : spheres)
    for (double *x : {&sphere.x, &sphere.y, &sphere.z})
      *x -= 2 * CELL * std::floor(*x / (2 * CELL));
  write_data(path, spheres, bonds, 0.0, 2 * CELL);
}

const std::string MULTI =
    "neighbor 0.0005 multi\nneigh_modify collection/interval 3 0.002 0.009 0.03\n";
const std::string MOVE = R"(
  velocity all ramp vx -2 2 z 0.0 0.06
  velocity all ramp vy -3 3 x 0.0 0.06
  velocity all ramp vz -2 2 y 0.0 0.06
  group loose molecule 0
  velocity loose set -8 -5 -5 sum yes
  fix b all breakage 10
  neigh_modify delay 0 every 5 check no
)";
const std::string STRENGTH = "young 1e8 tensile 4e5 shear 4e5";

// Positions from one rank to several differ by the order of sums, which grows through collisions.
constexpr double BY_ORDER_OF_SUMS = 1e-9;

TEST_F(CommMulti, GhostsReachBondedPartnersOfOtherSizes)
{
  write_burrs(folder / "burrs");
  const std::string input = read_case(folder / "burrs", STRENGTH) + CONTACTS + MOVE;
  std::vector<AtomSnapshot> expected;
  double broken = 0.0;
  {
    LammpsSession stock;
    stock.run(input + "run 200\nrun 200");
    expected = stock.atoms();
    broken = stock.evaluate("f_b[2]");
    EXPECT_GE(broken, 3);
  }
  const std::vector<std::pair<std::string, std::string>> ways = {
      {"on off", "reduce/multi"}, {"on off", ""}, {"off off", ""}};
  for (const int n : numbers_of_ranks())
    for (const auto &[newton, mode] : ways)
      for (const std::string style : {"default", "multilevel", "mmr", "cubes"}) {
        SCOPED_TRACE(style + " on " + std::to_string(n) + " ranks, newton " + newton + ", " + mode);
        LammpsSession lammps(n);
        lammps.run(with_newton(input, newton) + MULTI + "comm_modify mode multi " + mode +
                   "\nneighbor_style " + style + "\nrun 200\nrun 200");
        EXPECT_EQ(lammps.evaluate("f_b[2]"), broken);
        expect_same(expected, lammps.atoms(), BY_ORDER_OF_SUMS, style);
      }
}

TEST_F(CommMulti, RestartsClearAndBalance)
{
  write_burrs(folder / "burrs");
  const std::string input = read_case(folder / "burrs", STRENGTH) + CONTACTS_WITHOUT_HISTORY;
  const std::string mode = MULTI + "comm_modify mode multi\nneighbor_style multilevel\n";
  std::vector<AtomSnapshot> expected;
  {
    LammpsSession stock;
    stock.run(input + MOVE + "run 200\nrun 200");
    expected = stock.atoms();
  }
  for (const int n : numbers_of_ranks()) {
    const std::string file = folder / ("restart" + std::to_string(n));
    LammpsSession lammps(n);
    lammps.run(input + MOVE + mode + "run 200\nwrite_restart " + file + "\nrun 200");
    expect_same(expected, lammps.atoms(), BY_ORDER_OF_SUMS, "before clear");

    lammps.run("clear\nunits si\nnewton on off\nread_restart " + file + "\nbond_coeff 1 " +
               STRENGTH + CONTACTS_WITHOUT_HISTORY +
               "\nfix GRIST_GUARD all guard overlap warn\nfix b all breakage 10\nneigh_modify "
               "delay 0 every 5 check no\n" +
               mode + "run 200");
    expect_same(expected, lammps.atoms(), BY_ORDER_OF_SUMS, "after clear and restart");

    // The communication is made anew between two runs.
    const std::string tiled =
        "run 200\ncomm_style tiled\nfix shares all balance 50 1.0 rcb\nrun 200";
    lammps.run("clear\n" + with_newton(input, "off off") + MOVE + mode + tiled);
    LammpsSession single(n);
    single.run(with_newton(input, "off off") + MOVE + tiled);
    expect_same(single.atoms(), lammps.atoms(), BY_ORDER_OF_SUMS, "tiled");
  }
}

// Spheres of the largest collection come while clusters are fed whose template is known from the
// start.
TEST_F(CommMulti, FeedsOfLargerParticlesAndOfClusters)
{
  if (is_first_rank())
    std::ofstream(folder / "burr.mol")
        << "a large sphere with two small ones\n\n3 atoms\n2 bonds\n\nCoords\n\n1 0 0 0\n"
           "2 0.0046 0 0\n3 -0.0046 0 0\n\nTypes\n\n1 1\n2 1\n3 1\n\nDiameters\n\n1 0.008\n2 "
           "0.0012\n"
           "3 0.0012\n\nMasses\n\n1 6.7e-4\n2 2.3e-6\n3 2.3e-6\n\nBonds\n\n1 1 1 2\n2 1 1 3\n\n";
  MPI_Barrier(MPI_COMM_WORLD);
  const std::string input = R"(
    units si
    newton on off
    boundary p p p
    atom_style bonded/cluster
    bond_style parallel
    region box block 0 0.1 0 0.1 0 0.1
    create_box 1 box bond/types 1 extra/bond/per/atom 6 extra/special/per/atom 12
    molecule burr )" +
      (folder / "burr.mol") + R"(
    bond_coeff 1 young 1e8 tensile none shear none
    create_atoms 1 random 300 4711 box overlap 0.0012
    set type 1 diameter 0.001
    set type 1 density 2500
  )" + CONTACTS +
      R"(
    velocity all ramp vx -2 2 z 0.0 0.1
    particle_mix feed template burr fraction 0.5 sphere ball fraction 0.5 size 0.02 density 2500
    fix feed all insert/stream feed region box rate 100 every 50
    neigh_modify delay 0 every 5 check no
    fix GRIST_GUARD all guard overlap warn
  )";
  // The places that a feed finds depend on the number of ranks.
  for (const int n : numbers_of_ranks()) {
    std::vector<AtomSnapshot> expected;
    {
      LammpsSession stock(n);
      stock.run(input + "run 400");
      expected = stock.atoms();
      if (stock.first()) { EXPECT_GT(expected.size(), 310u); }
    }
    for (const std::string style : {"multilevel", "mr"}) {
      LammpsSession lammps(n);
      lammps.run(input + MULTI + "comm_modify mode multi reduce/multi\nneighbor_style " + style +
                 "\nrun 400");
      expect_same(expected, lammps.atoms(), BY_ORDER_OF_SUMS, style);
    }
  }
}

TEST_F(CommMulti, SettingsMayChangeBetweenRuns)
{
  write_power_law(folder / "powers", 1000);
  for (const int n : numbers_of_ranks()) {
    LammpsSession lammps(n);
    lammps.run(power_law("on", GRANULAR) + "neighbor_style multilevel\nrun 0");
    const std::vector<ListedPair> expected = pairs_of(lammps);
    const long single = lammps.ghosts();
    for (const std::string &change :
         {INTERVALS + "comm_modify mode multi", TYPES, std::string("neighbor_style mmr"),
          std::string("comm_modify cutoff/multi 1 20"), std::string("comm_modify mode single"),
          std::string("neighbor 1 bin"), std::string("neighbor 1 multi"),
          std::string("comm_modify mode multi reduce/multi"),
          std::string("neighbor_style default")}) {
      lammps.run(change + "\nrun 0");
      EXPECT_TRUE(pairs_of(lammps) == expected) << change << " on " << n << " ranks";
      if (change == "comm_modify mode single") { EXPECT_EQ(lammps.ghosts(), single); }
    }
    EXPECT_LT(lammps.ghosts(), single);
  }
}

TEST_F(CommMulti, Rejects)
{
  ONE_RANK_IS_ENOUGH();
  write_power_law(folder / "powers", 500);
  {
    LammpsSession lammps;
    lammps.run(power_law("on", GRANULAR) +
               "comm_modify mode multi\nneighbor 2 bin\n"
               "neighbor_style grid");
    EXPECT_TRUE(has(lammps.error_of("run 0"), "use 'neighbor 2 multi'"));
  }
  LammpsSession lammps;
  lammps.run(power_law("off on", GRANULAR) +
             "comm_modify mode multi reduce/multi\n"
             "neighbor_style grid");
  EXPECT_TRUE(
      has(lammps.error_of("run 0"),
          "Neighbor style grid: comm_modify reduce/multi would lose pairs with newton off"));
}

}    // namespace test_comm_multi
