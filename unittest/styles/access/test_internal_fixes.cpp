// Fixes that styles of Grist make for themselves, which an input gives by hand, removes, or whose
// IDs it gives to fixes of its own: rejected with one sentence.

#include "testing/cases.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <string>

namespace test_internal_fixes {

using namespace grist::testing;

struct Case {
  std::string line, sentence;
};

class InternalFixes : public OneRankTest {
 protected:
  void SetUp() override
  {
    OneRankTest::SetUp();
    if (!IsSkipped()) write_pair(folder / "data");
  }

  const std::string contacts = "pair_style hertz/mindlin\npair_coeff * * young 1e7 poisson 0.3\n";
  std::string start() const
  {
    return read_case(folder / "data", UNBREAKABLE) + "neighbor 1e-3 bin\n";
  }
};

TEST_F(InternalFixes, AreRefusedWhenGivenByHand)
{
  const Case cases[] = {
      {"BODY/STORE", "Fix BODY/STORE is made by styles of polyhedra alone"},
      {"BOND/STATE", "Fix BOND/STATE is made by bond_style parallel alone"},
      {"CLUSTER/ORDER", "Fix CLUSTER/ORDER is made by bond_style parallel or neighbor_style alone"},
      {"CONTACT/HISTORY 6", "Fix CONTACT/HISTORY is made by pair styles alone"},
      {"CONTACT/SEARCH multilevel", "Fix CONTACT/SEARCH is made by neighbor_style alone"},
      {"ENERGY/BALANCE", "Fix ENERGY/BALANCE is made by compute energy/balance alone"},
      {"COARSE/PARCELS 2", "Fix COARSE/PARCELS is made by command coarse alone"},
      {"EVALUATED/ATOMS", "Fix EVALUATED/ATOMS is made by computes of Grist alone"},
      {"KNOWN/IDS", "Fix KNOWN/IDS is made by styles of Grist alone"}};
  for (const auto &[style, sentence] : cases) {
    std::string own = "GRIST_" + style.substr(0, style.find(' '));
    own.replace(own.find('/'), 1, "_");
    for (const std::string &id : {std::string("mine"), own})
      for (const std::string before : {"", "run 0\n"}) {
        LammpsSession lammps;
        const std::string error =
            lammps.error_of(start() + contacts + before + "fix " + id + " all " + style);
        EXPECT_TRUE(has(error, sentence)) << style;
      }
  }
}

TEST_F(InternalFixes, MustNotBeRemoved)
{
  const std::string make =
      "compute e all energy/balance\nparticle_mix m sphere s size 1e-3 density 2500\n"
      "region slot block 0.003 0.009 0.003 0.009 0.003 0.009\n"
      "fix feed all insert/stream m region slot rate 1e-9 velocity 0 0 -1\n";
  const Case cases[] = {
      {"GRIST_BOND_STATE", "Bond style parallel: its fix GRIST_BOND_STATE was removed (leave out"},
      {"GRIST_CONTACT_HISTORY",
       "Pair style hertz/mindlin: its fix GRIST_CONTACT_HISTORY was removed (leave out unfix)"},
      {"GRIST_KNOWN_IDS",
       "Pair style hertz/mindlin: its fix GRIST_KNOWN_IDS was removed (leave out unfix)"},
      {"GRIST_ENERGY_BALANCE",
       "Compute energy/balance: its fix GRIST_ENERGY_BALANCE was removed (leave out unfix)"},
      {"GRIST_MIX_m",
       "Fix insert/stream: the particle_mix of fix feed was removed (leave out unfix)"}};
  for (const auto &[id, sentence] : cases) {
    LammpsSession lammps;
    lammps.run(start() + contacts + make + "run 0\n");
    EXPECT_TRUE(has(lammps.error_of("unfix " + id + "\nrun 0\n"), sentence)) << id;
  }
  LammpsSession lammps;
  lammps.run(start() + contacts + make + "run 0\nunfix GRIST_ENERGY_BALANCE\n");
  EXPECT_TRUE(has(lammps.error_of("print $(c_e)"), "its fix GRIST_ENERGY_BALANCE was removed"));
  for (const std::string kind : {"BOND_STATE", "CONTACT_HISTORY"}) {
    LammpsSession early;
    EXPECT_TRUE(
        has(early.error_of(start() + contacts + "unfix GRIST_" + kind + "_PLACEHOLDER\nrun 0\n"),
            "its fix GRIST_" + kind + " was removed (leave out unfix)"));
  }
}

// These are made again when they are needed.
TEST_F(InternalFixes, OfNoStateMayBeRemoved)
{
  LammpsSession lammps;
  lammps.run(start() + contacts + "neighbor_style multilevel\nrun 0\n");
  for (const std::string id : {"GRIST_CLUSTER_ORDER", "GRIST_GUARD", "GRIST_CONTACT_SEARCH"})
    lammps.run("unfix " + id + "\nrun 1\n");
  EXPECT_EQ(lammps.atoms().size(), 2);
}

TEST_F(InternalFixes, OfTheUserHaveOtherNames)
{
  const Case cases[] = {{"GRIST_BOND_STATE", "bond_style parallel\n"},
                        {"GRIST_BOND_STATE_PLACEHOLDER", "bond_style parallel\n"},
                        {"GRIST_CLUSTER_ORDER",
                         std::string("bond_coeff 1 ") + UNBREAKABLE + "\n" + contacts + "run 0\n"},
                        {"GRIST_CONTACT_HISTORY", contacts},
                        {"GRIST_CONTACT_HISTORY_PLACEHOLDER", contacts},
                        {"GRIST_KNOWN_IDS", contacts + "run 0\n"},
                        {"GRIST_ENERGY_BALANCE", "compute e all energy/balance\n"},
                        {"GRIST_CONTACT_SEARCH", "neighbor_style multilevel\n"},
                        {"GRIST_MIX_m", "particle_mix m sphere s size 1e-3 density 2500\n"}};
  for (const auto &[id, command] : cases) {
    LammpsSession lammps;
    const std::string error =
        lammps.error_of("units si\nnewton on off\natom_style bonded/cluster\n" +
                        std::string(id == "GRIST_CLUSTER_ORDER" ? "bond_style parallel\n" : "") +
                        "read_data " + (folder / "data") + "\nfix " + id + " all nve\n" + command);
    EXPECT_TRUE(has(error,
                    "fix " + id +
                        " is of style nve (IDs that begin with GRIST_ are those of fixes "
                        "that Grist makes, give another one)"))
        << id;
  }
}

// Between the command of the style and its first run.
TEST_F(InternalFixes, OfTheUserAreFoundInTime)
{
  for (const std::string id : {"GRIST_BOND_STATE", "GRIST_CONTACT_HISTORY"})
    for (const std::string &lines :
         {"fix " + id + " all nve\n",
          "unfix " + id + "_PLACEHOLDER\nfix " + id + "_PLACEHOLDER all nve\n"}) {
      LammpsSession lammps;
      EXPECT_TRUE(has(lammps.error_of(start() + contacts + lines + "run 0\n"),
                      " is of style nve (IDs that begin with GRIST_"))
          << lines;
    }
}

}    // namespace test_internal_fixes
