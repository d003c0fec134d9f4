// Messages between atoms and their ghosts, in all ways in which LAMMPS sends them: the buffers hold
// what our styles write.
//
// Oracle: the same run on one rank, with the defaults of LAMMPS.

#include "testing/lammps_session.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace test_ghost_messages {

using namespace grist::testing;

// Chaotic growth of rounding in some hundred steps with contacts, over places and speeds.
constexpr double SAME = 1e-8;

struct Sending {
  const char *name, *newton, *before_box, *neighbor, *commands;
};
const std::vector<Sending> WAYS = {
    {"newton off", "off", "", "bin", ""},
    {"multi", "on", "", "multi",
     "neigh_modify collection/interval 2 0.0035 0.01\ncomm_modify mode multi\n"},
    {"reduce", "on", "", "multi",
     "neigh_modify collection/interval 2 0.0035 0.01\ncomm_modify mode multi reduce/multi\n"},
    {"tiled", "off", "comm_style tiled\n", "bin", "fix level all balance 30 1.0 rcb\n"}};
const Sending DEFAULT = {"default", "on", "", "bin", ""};

// Rigid and bonded clusters fall onto a floor and onto each other, across the borders of ranks;
// owners of rigid clusters are large among small spheres, which makes messages through them long.
std::string clusters(const Sending &way, const std::string &stone)
{
  return std::string("units si\nboundary f f f\nnewton ") + way.newton +
      " off\natom_style bonded/cluster\natom_modify map array\n" + way.before_box + R"(
    bond_style parallel
    region box block -0.02 0.02 -0.02 0.02 0 0.03
    create_box 1 box bond/types 2
    neighbor 5e-4 )" +
      way.neighbor + "\ncluster_template stone spheres " + stone + R"( scale 2e-3 rigid density 2500
    cluster_template rock sphere 2e-3 elements 8 density 2500 bond/type 2
    bond_coeff 1 rigid
    bond_coeff 2 young 1e8 tensile 1e4 shear 1e4 damping 0.05
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    particle_mix ore template stone fraction 0.7 template rock fraction 0.3
    region low block -0.018 0.018 -0.018 0.018 0.0002 0.02
    fix move all rigid/cluster gravity 9.81 vector 0.2 0.1 -1
    fix fill all insert/pack ore region low number 50 velocity 0 0 -8
    fix floor all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.3 restitution 0.5 friction 0.3
    timestep 1e-6
    compute loads all stress/cluster
    compute touching all coordination/contact
    compute energy all energy/balance
    compute most all reduce max c_loads[1] c_touching[1]
    thermo_style custom step bonds c_energy c_most[1] c_most[2]
    thermo 100
)" + way.commands +
      "run 120\n";
}

TEST(GhostMessages, OfClustersAreWholeInEveryWayOfSending)
{
  TestFolder folder;
  const std::string stone = folder / "stone.txt";
  if (is_first_rank()) std::ofstream(stone) << "0 0 0 1\n1 0 0 0.8\n0 1 0 0.7\n0 0 1.2 0.5\n";
  MPI_Barrier(MPI_COMM_WORLD);
  const std::vector<AtomSnapshot> right = atoms_after(clusters(DEFAULT, stone), 1);
  for (const Sending &way : WAYS)
    expect_same(atoms_after(clusters(way, stone), world_size()), right, SAME,
                std::string(way.name) + " on " + std::to_string(world_size()));
}

}    // namespace test_ghost_messages
