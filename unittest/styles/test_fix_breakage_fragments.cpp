// fix breakage: fragments, their births, masses and sizes, and the files of them.
//
// Oracles: components worked out here from the bonds that LAMMPS itself dumps at every step, step after step; chains of
// known sizes; the same run on other numbers of ranks and after a restart.

#include "testing/cases.h"
#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace {

using namespace grist::testing;

// A CSV file as rows of numbers by column name; text becomes NaN.
using Row = std::map<std::string, double>;

std::vector<Row> rows_of(const std::string &path)
{
  std::istringstream file(read_file(path));
  std::string line, word;
  std::vector<std::string> names;
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::vector<std::string> values;
    while (std::getline(words, word, ',')) values.push_back(word);
    if (names.empty()) {
      names = values;
      continue;
    }
    EXPECT_EQ(values.size(), names.size()) << line;
    Row row;
    for (size_t k = 0; k < names.size(); k++) {
      char *end = nullptr;
      row[names[k]] = std::strtod(values[k].c_str(), &end);
      if (*end) row[names[k]] = std::nan("");
    }
    rows.push_back(row);
  }
  return rows;
}

using Bonds = std::vector<std::pair<int, int>>;

// The bonds of each frame of a dump local of two columns.
std::map<long, Bonds> bonds_of_dump(const std::string &path)
{
  std::istringstream file(read_file(path));
  std::string line;
  std::map<long, Bonds> frames;
  Bonds *frame = nullptr;
  while (std::getline(file, line)) {
    if (line == "ITEM: TIMESTEP") {
      std::getline(file, line);
      frame = &frames[std::stol(line)];
      frame->clear();
      while (line.rfind("ITEM: ENTRIES", 0) != 0) std::getline(file, line);
      continue;
    }
    std::istringstream words(line);
    double a, b;
    words >> a >> b;
    frame->emplace_back(int(a), int(b));
  }
  return frames;
}

// Sets of atoms that hang together, by their smallest id: plain relabelling until nothing changes.
std::map<int, std::set<int>> components(int atoms, const Bonds &bonds)
{
  std::vector<int> label(atoms + 1);
  for (int i = 0; i <= atoms; i++) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[a, b] : bonds) {
      const int least = std::min(label[a], label[b]);
      changed = changed || label[a] != least || label[b] != least;
      label[a] = label[b] = least;
    }
  }
  std::map<int, std::set<int>> sets;
  for (int i = 1; i <= atoms; i++) sets[label[i]].insert(i);
  return sets;
}

class OnTheseRanks : public testing::Test {
 protected:
  TestFolder folder;
};

class FixBreakageFragments : public OnTheseRanks {
 protected:
  // The eight cubes, of elements of different masses, shearing past each other and breaking.
  std::string breaking_cubes()
  {
    write_cubes(folder / "data");
    return read_case(folder / "data", "young 1e8 tensile 2e5 shear 2e5") +
        CONTACTS_WITHOUT_HISTORY + R"(
      variable rho atom 2500*(1+0.1*sin(id))
      set group all density v_rho
      velocity all ramp vx -2 2 z 0.0 0.0456
      velocity all ramp vz -2 2 x 0.0 0.0456
    )";
  }
};

TEST_F(FixBreakageFragments, AreTheComponentsOfTheDumpedBondsAtAnyTime)
{
  const std::string start = breaking_cubes();
  for (const int n : rank_counts()) {
    const std::string csv = folder / ("csv" + std::to_string(n)), dump = folder / "bonds";
    LammpsSession lammps(n);
    lammps.run(start + R"(
      compute ends all property/local batom1 batom2
      dump bonds all local 1 )" +
               dump + " c_ends[1] c_ends[2]\nfix b all breakage 1000000 fragments " + csv +
               " at 0 1.4e-5 7.4e-5 1.94e-4 1.96e-4 3.0e-4 5.98e-4\nrun 300");
    lammps.run("undump bonds");
    const auto atoms = lammps.atoms();
    if (!lammps.first()) continue;
    const auto rows = rows_of(csv);
    const auto frames = bonds_of_dump(dump);
    ASSERT_EQ(frames.size(), 301u);

    std::map<int, std::set<int>> before;
    std::map<int, double> birth;
    size_t row = 0, written = 0, later_births = 0;
    for (const auto &[step, bonds] : frames) {
      const auto now = components(216, bonds);
      for (const auto &[id, members] : now) {
        const auto old = before.find(id);
        if (step == 0)
          birth[id] = 0.0;
        else if (old == before.end() || old->second != members)
          birth[id] = step * 2e-6;
      }
      before = now;
      if (row == rows.size() || rows[row].at("step") != step) continue;
      written++;
      for (const auto &[id, members] : now) {
        ASSERT_LT(row, rows.size());
        const Row &found = rows[row++];
        EXPECT_EQ(found.at("step"), step);
        EXPECT_EQ(found.at("id"), id);
        EXPECT_EQ(found.at("elements"), members.size());
        EXPECT_EQ(found.at("parent"), atoms[id - 1].molecule);
        EXPECT_NEAR(found.at("birth"), birth[id], 1e-12) << "step " << step << " id " << id;
        double mass = 0.0;
        for (const int member : members) mass += atoms[member - 1].mass;
        EXPECT_NEAR(found.at("mass") / mass, 1.0, 1e-14);
        if (found.at("birth") > 0.0 && found.at("birth") < step * 2e-6) later_births++;
      }
    }
    EXPECT_EQ(written, 7u);
    EXPECT_EQ(row, rows.size());
    EXPECT_GT(later_births, 50u);
  }
}

}    // namespace
