// The order of fixes. Oracle: the page of the order, whose input runs, and of which any other order
// either runs or ends with an error whose order runs.

#include "styles/interfaces/order_of_fixes.h"

#include "testing/lammps_session.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace test_order_of_fixes {

using namespace grist::testing;

std::vector<std::string> page()
{
  std::ifstream file(GRIST_SOURCE_DIR "/doc/howto_order.md");
  EXPECT_TRUE(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

bool begins(const std::string &line, const std::string &with)
{
  return line.compare(0, with.size(), with) == 0;
}

void replace(std::string &line, const std::string &old, const std::string &text)
{
  if (const size_t at = line.find(old); at != std::string::npos) line.replace(at, old.size(), text);
}

struct Plant {
  std::string before, after;
  std::vector<std::string> fixes;

  // Its files are in `folder`.
  explicit Plant(const TestFolder &folder)
  {
    const std::vector<std::string> lines = page();
    auto line = std::find(lines.begin(), lines.end(), "```lammps");
    for (++line; line != lines.end() && *line != "```"; ++line) {
      std::string text = *line;
      for (const char *file : {"bin.stl", "rows.csv", "checkpoints"})
        replace(text, file, folder / file);
      if (begins(text, "fix "))
        fixes.push_back(text);
      else
        (fixes.empty() ? before : after) += text + "\n";
    }
    EXPECT_GT(fixes.size(), 10u);
  }

  // The same on every rank of the world, as each makes the next instance.
  std::string error_of(const std::vector<std::string> &order, int ranks) const
  {
    LammpsSession lammps(ranks);
    std::string lines = before;
    for (const std::string &fix : order) lines += fix + "\n";
    std::string error = lammps.error_of(lines + after);
    int size = static_cast<int>(error.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    error.resize(size);
    MPI_Bcast(error.data(), size, MPI_CHAR, 0, MPI_COMM_WORLD);
    return error;
  }
};

std::string id_of(const std::string &fix)
{
  std::istringstream words(fix);
  std::string id;
  words >> id >> id;
  return id;
}

std::vector<std::string> ids_in(const std::string &error)
{
  const std::string begin = "(right order: ";
  const size_t at = error.find(begin);
  if (at == std::string::npos) return {};
  std::istringstream list(error.substr(at + begin.size(), error.find(')', at) - at - begin.size()));
  std::vector<std::string> ids;
  for (std::string id; std::getline(list >> std::ws, id, ',');)
    if (id != "bond_style") ids.push_back(id);
  return ids;
}

TEST(OrderOfFixes, ThePageHasTheListOfPlaces)
{
  std::vector<std::string> places;
  bool in_table = false;
  for (const std::string &line : page()) {
    if (begins(line, "| place |"))
      in_table = true;
    else if (in_table && !begins(line, "|"))
      in_table = false;
    else if (in_table && !begins(line, "| ---"))
      places.push_back(line.substr(2, line.find(" |", 2) - 2));
  }
  EXPECT_EQ(places, LAMMPS_NS::names_of_places());
}

TEST(OrderOfFixes, TheOrderOfAnErrorRuns)
{
  const TestFolder folder;
  const Plant plant(folder);
  std::map<std::string, std::string> fix_of;
  for (const std::string &fix : plant.fixes) fix_of[id_of(fix)] = fix;
  for (const int ranks : rank_counts()) {
    EXPECT_EQ(plant.error_of(plant.fixes, ranks), "") << ranks;
    std::vector<std::string> order(plant.fixes.rbegin(), plant.fixes.rend());
    std::mt19937 draw(7);
    for (int n = 0; n < 4; n++, std::shuffle(order.begin(), order.end(), draw)) {
      const std::string error = plant.error_of(order, ranks);
      std::vector<std::string> right;
      for (const std::string &id : ids_in(error)) right.push_back(fix_of[id]);
      if (error.empty()) continue;
      EXPECT_TRUE(std::is_permutation(right.begin(), right.end(), order.begin(), order.end()))
          << error;
      EXPECT_EQ(plant.error_of(right, ranks), "") << error;
    }
  }
}

TEST(OrderOfFixes, OneErrorNamesAllThatStandWrongly)
{
  const TestFolder folder;
  const Plant plant(folder);
  const std::vector<std::string> order(plant.fixes.rbegin(), plant.fixes.rend());
  const std::string error = plant.error_of(order, 1);
  for (const char *part :
       {"fixes rows, broken, hits, heat and out must come before fix save of style checkpoint",
        "fixes weight and bin must come before fix hits of style collisions",
        "fixes weight and bin must come before fix heat of style heat/gran",
        "fix wet of style liquid must come before fix out of style outflow",
        "fix wet of style liquid must come before fix feed of style insert/pack"})
    EXPECT_NE(error.find(part), std::string::npos) << part << "\n" << error;
}

TEST(OrderOfFixes, BondsComeBeforeTheOutflow)
{
  const std::string box = "units si\nnewton on off\nboundary f f f\natom_style bonded/cluster\n"
                          "region box block 0 1 0 1 0 1\ncreate_box 1 box bond/types 1\n"
                          "pair_style hertz/mindlin\n"
                          "pair_coeff * * young 1e7 poisson 0.3 restitution 0.6 friction 0.3\n";
  const std::string out = "fix out all outflow 10 box\n";
  const std::string bonds = "bond_style parallel\nbond_coeff 1 young 1e7 tensile 1e6 shear 1e6\n";
  const std::string run = "comm_modify cutoff 0.1\nrun 0";
  for (const int ranks : rank_counts()) {
    EXPECT_EQ(LammpsSession(ranks).error_of(box + bonds + out + run), "");
    LammpsSession lammps(ranks);
    const std::string error = lammps.error_of(box + out + bonds + run);
    if (lammps.here()) {
      EXPECT_NE(error.find("bond_style must come before fix out of style outflow, which adds or "
                           "removes particles (right order: bond_style, out)"),
                std::string::npos)
          << error;
    }
  }
}

}    // namespace test_order_of_fixes
