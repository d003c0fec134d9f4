// Names and units of the values of all styles of Grist.
//
// Oracle: the sizes that LAMMPS knows of a style, and the tables of units of LAMMPS.

#include "styles/files/output_columns.h"

#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include "compute.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace test_output_columns {

using namespace grist::testing;
using LAMMPS_NS::NamedColumn;
using OutputColumns = OneRankTest;

const std::string CLUSTERS = R"(
    units si
    boundary f f f
    newton on off
    atom_style bonded/cluster
    bond_style parallel
    region box block -0.05 0.05 -0.05 0.05 0 0.1
    create_box 2 box bond/types 2
    cluster_template rigid rod 1e-3 4e-3 elements 4 rigid density 2500
    cluster_template rock sphere 2e-3 elements 8 density 2500 bond/type 2
    bond_coeff 1 rigid
    bond_coeff 2 young 1e8 tensile 1e9 shear 1e9
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    create_atoms 0 single 0 0 0.0045 mol rigid 77 rotate 30 1 1 0 units box
    create_atoms 0 single 0.01 0 0.0045 mol rock 77 units box
    fix floor all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    fix lid all wall/hooke/history zplane NULL 0.1 stiffness 1e4 restitution 0.5 friction 0.3
    fix plates all wall/mesh plates.stl stress 10 none*.vtk wear archard 1e-3 1e9 model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    fix plain all wall/mesh plates.stl model hertz/mindlin young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    fix broken all breakage 10
    fix line all progress steps 1000
    fix move all rigid/cluster gravity 9.81 vector 0 0 -1
    fix other all leapfrog/sphere gravity 9.81 vector 0 0 -1
    fix out all outflow 10 plane 0 0 1e-6 0 0 -1 sizes 0.002 0.004
    fix hits all collisions 10 bins 1e-6 1 4
    particle_mix rocks template rock fraction 1
    region top block -0.05 0.05 -0.05 0.05 0.05 0.09
    fix feed all insert/stream rocks region top rate 0.1 every 100
    fix pack all insert/pack rocks region top number 2
    compute energy all energy/balance
    compute load all load/atom
    compute stress all stress/cluster
    compute touch all coordination/contact
    compute packing all packing slices z 3
)";

const std::string BODIES = R"(
    units si
    boundary f f f
    newton off
    atom_style body polyhedron 4 20
    region box block -0.05 0.05 -0.05 0.05 0 0.1
    create_box 1 box
    comm_modify vel yes
    pair_style polyhedron
    pair_coeff * * volume 2e10 hysteretic 0.4 friction 0.4
    fix floor all wall/polyhedron volume 3e9 restitution 0.3 friction 0.5 zplane 0 NULL
    fix crack all break/polyhedra tavares energy 20 deviation 0 damage 5 t10 0.5 0.05 smallest 0.004
    fix broken all breakage 10
)";

// Columns by "f_ID" or "c_ID" and the kind of what they are of: 's', 'v', 'a'.
std::map<std::string, std::vector<NamedColumn>> sorted(const std::vector<NamedColumn> &columns)
{
  std::map<std::string, std::vector<NamedColumn>> lists;
  for (const NamedColumn &column : columns) {
    const size_t open = column.reference.find('[');
    const bool array = column.reference.find("[*]") != std::string::npos;
    const char kind = open == std::string::npos ? 's' : array ? 'a' : 'v';
    lists[column.reference.substr(0, open) + " " + kind].push_back(column);
  }
  return lists;
}

size_t count_of(const std::map<std::string, std::vector<NamedColumn>> &lists,
                const std::string &key)
{
  return lists.count(key) ? lists.at(key).size() : 0;
}

void expect_named(const std::vector<NamedColumn> &columns, const std::string &what)
{
  std::set<std::string> names;
  for (const NamedColumn &column : columns) {
    EXPECT_TRUE(names.insert(column.name).second) << what << ": " << column.name << " twice";
    EXPECT_FALSE(column.unit.empty()) << what << ": " << column.name;
    EXPECT_EQ(column.name.find_first_of(" []=,"), std::string::npos) << what << ": " << column.name;
  }
}

template <class Style>
void expect_all(const Style &style, const std::string &reference, LAMMPS_NS::LAMMPS *lmp)
{
  const auto global = sorted(global_columns(lmp)), atom = sorted(atom_columns(lmp));
  const auto size = [](int flag, int entries) { return flag ? static_cast<size_t>(entries) : 0; };
  EXPECT_EQ(count_of(global, reference + " s"), size(style.scalar_flag, 1)) << reference;
  EXPECT_EQ(count_of(global, reference + " v"), size(style.vector_flag, style.size_vector))
      << reference;
  EXPECT_EQ(count_of(global, reference + " a"), size(style.array_flag, style.size_array_cols))
      << reference;
  const bool is_vector = style.size_peratom_cols == 0;
  EXPECT_EQ(count_of(atom, reference + (is_vector ? " s" : " v")),
            size(style.peratom_flag, is_vector ? 1 : style.size_peratom_cols))
      << reference;
}

bool is_of_lammps(const std::string &style)
{
  return style == "temp" || style == "pressure" || style == "pe";
}

// Returns the styles that were seen; those in capitals and particle_mix have no values.
std::set<std::string> check(const std::string &lines)
{
  LammpsSession lammps;
  lammps.run(lines);
  LAMMPS_NS::LAMMPS *lmp = lammps.lammps();
  std::set<std::string> seen;
  const auto fixes = lmp->modify->get_fix_list();    // a copy: each call makes the list anew
  for (const LAMMPS_NS::Fix *fix : fixes) {
    if (fix->style == std::string("deposit/mix") || isupper(fix->style[0])) continue;
    seen.insert(std::string("fix ") + fix->style);
    expect_all(*fix, std::string("f_") + fix->id, lmp);
  }
  const auto computes = lmp->modify->get_compute_list();
  for (const LAMMPS_NS::Compute *compute : computes) {
    if (is_of_lammps(compute->style)) continue;
    seen.insert(std::string("compute ") + compute->style);
    expect_all(*compute, std::string("c_") + compute->id, lmp);
  }
  for (const auto &[key, list] : sorted(global_columns(lmp))) expect_named(list, key);
  for (const auto &[key, list] : sorted(atom_columns(lmp))) expect_named(list, key);
  return seen;
}

TEST_F(OutputColumns, NameEveryValueOfEveryStyle)
{
  std::string clusters = CLUSTERS;
  const std::string mesh = folder / "plates.stl";
  LammpsSession().run("units si\nwrite_mesh " + mesh + " plane size 0.1 0.1 center 0 0 0.09\n");
  for (size_t at; (at = clusters.find(" plates.stl")) != std::string::npos;)
    clusters.replace(at, 11, " " + mesh);
  clusters.replace(clusters.find("none*"), 5, folder / "stress*");
  std::set<std::string> seen = check(clusters);
  for (const std::string &style : check(BODIES)) seen.insert(style);
  EXPECT_EQ(seen.size(), 19u) << *seen.begin();
}

TEST_F(OutputColumns, UnitsAreThoseOfTheRun)
{
  using LAMMPS_NS::unit_of;
  EXPECT_EQ(unit_of("force", "si"), "N");
  EXPECT_EQ(unit_of("mass/time", "si"), "kg/s");
  EXPECT_EQ(unit_of("mass/time", "cgs"), "g/s");
  EXPECT_EQ(unit_of("energy/mass", "real"), "kcal/mol/(g/mol)");
  EXPECT_EQ(unit_of("velocity^2", "real"), "(A/fs)^2");
  EXPECT_EQ(unit_of("1/time", "metal"), "1/ps");
  EXPECT_EQ(unit_of("pressure", "lj"), "epsilon/sigma^3");
  EXPECT_EQ(unit_of("nanosecond", "lj"), "ns");
  for (const char *style : {"real", "metal", "electron"}) {
    EXPECT_EQ(unit_of("velocity", style),
              unit_of("distance", style) + "/" + unit_of("time", style));
    EXPECT_EQ(unit_of("power", style), unit_of("energy", style) + "/" + unit_of("time", style));
  }
  for (const char *style : {"si", "cgs", "real", "metal", "electron", "micro", "nano", "lj"})
    for (const char *dimension : {"mass", "distance", "time", "energy", "velocity", "force",
                                  "torque", "pressure", "power", "volume", "velocity^2"})
      EXPECT_FALSE(unit_of(dimension, style).empty()) << dimension << " of " << style;
  EXPECT_EQ(LAMMPS_NS::with_units("step,time [time],number,rate [mass/time]\n", "si"),
            "step,time [s],number,rate [kg/s]\n");
}

TEST_F(OutputColumns, NameTheThermoOutput)
{
  LammpsSession lammps;
  lammps.run(R"(
    units cgs
    boundary f f f
    atom_style sphere
    region box block 0 1 0 1 0 1
    create_box 1 box
    create_atoms 1 single 0.5 0.5 0.5
    set group all diameter 0.1 density 2
    pair_style zero 0.2
    pair_coeff * *
    fix out all outflow 10 plane 0.5 0.5 0.1 0 0 -1
    thermo_style custom step f_out f_out[7] f_out[1][3] ke
    run 0
  )");
  EXPECT_TRUE(has(lammps.output(), "f_out[7]"));
  lammps.run("grist columns\nrun 0\n");
  const std::string text = lammps.output();
  EXPECT_TRUE(has(text, "out:total_mass_out[g]"));
  EXPECT_TRUE(has(text, "out:mass_rate[g/s]"));
  EXPECT_TRUE(has(text, "out:mass_rate[g/s]:1"));
  EXPECT_TRUE(has(text, "f_out[7]         mass_rate (g/s)"));
  EXPECT_EQ(lammps.thermo("ke"), 0.0);
}

// An id that another fix had before has the columns of the new one.
TEST_F(OutputColumns, FollowTheFixThatHasTheId)
{
  LammpsSession lammps;
  lammps.run(R"(
    units si
    boundary f f f
    atom_style sphere
    region box block 0 1 0 1 0 1
    create_box 1 box
    fix one all progress steps 10
    unfix one
    fix one all outflow 10 plane 0 0 -1 0 0 -1
  )");
  EXPECT_EQ(global_columns(lammps.lammps()).at(1).name, "mass_out");
  lammps.run("unfix one\nfix one all viscous 1\n");
  EXPECT_TRUE(global_columns(lammps.lammps()).empty());
}

}    // namespace test_output_columns
