// A rock of bonded blocks that falls on a floor and breaks, across a periodic side and borders of
// ranks; the bonds that there are; fragments by breadth-first search, as an oracle.

#ifndef GRIST_UNITTEST_STYLES_BLOCKS_BLOCK_SCENES_H
#define GRIST_UNITTEST_STYLES_BLOCKS_BLOCK_SCENES_H

#include "atom.h"
#include "lammps.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/styles_with.h"
#include "styles/blocks/fix_face_bonds.h"
#include "styles/fragments/fragment_scenes.h"
#include "testing/bodies.h"
#include "testing/lammps_session.h"
#include "testing/one_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace grist::testing {

constexpr double ROCK_DENSITY = 2500.0, ROCK_VOLUME = 0.03 * 0.02 * 0.02;
constexpr int ROCK_BLOCKS = 40;

const std::string BLOCKS_BOX =
    "units si\natom_style hybrid body polyhedron 4 80 bond\n"
    "atom_modify map array\nprocessors * 1 1\nboundary p f f\ncomm_modify vel yes\n"
    "region box block -0.1 0.02 -0.1 0.1 0 0.2\n"
    "create_box 1 box bond/types 1\npair_style polyhedron\n"
    "pair_coeff * * volume 1e11 restitution 0.5 friction 0.4\nbond_style face\n";
const std::string BRITTLE =
    "bond_coeff 1 young 1e8 tensile 3e5 cohesion 6e5 angle 30 damping 0.1\n";
const std::string FIRM = "bond_coeff 1 young 1e8 tensile none cohesion none\n";
const std::string BLOCK_MOTION =
    "fix floor all wall/polyhedron volume 1e11 restitution 0.5 friction 0.4 zplane 0 NULL\n"
    "fix move all nve/body\ntimestep 1e-6\nthermo 0\n";
const std::string BRITTLE_ROCK = "create_blocks box 0.03 0.02 0.02 cells 40 density 2500 seed 5 "
                                 "at 0.001 0.002 0.0168 turn 1 2 3 40\n";
const std::string THROWN = "velocity all set 6 2 -2\n";

using Link = std::pair<long, long>;    // ids, the smaller one first

// The bonds that there are, as both of their ends say: on every rank that takes part.
inline std::set<Link> links_of(LammpsSession &lammps)
{
  if (!lammps.here()) return {};
  const auto *atom = lammps.lammps()->atom;
  const auto *faces = LAMMPS_NS::internal_fix<LAMMPS_NS::FixFaceBonds>(lammps.lammps());
  std::vector<std::array<long, 2>> ends;
  for (int i = 0; faces && i < atom->nlocal; i++)
    for (const auto &one : faces->of(i).bonds)
      ends.push_back({static_cast<long>(atom->tag[i]), static_cast<long>(one.partner)});
  std::set<Link> links;
  std::map<Link, int> found;
  for (const auto &end : LAMMPS_NS::from_all_ranks(ends, lammps.lammps()->world))
    found[std::minmax(end[0], end[1])]++;
  for (const auto &[link, count] : found) {
    EXPECT_EQ(count, 2) << link.first << " " << link.second;
    links.insert(link);
  }
  return links;
}

// The smallest id that each id is connected to.
inline std::map<long, long> fragments_by_search(const std::vector<BodySnapshot> &blocks,
                                                const std::set<Link> &links)
{
  std::map<long, std::vector<long>> next;
  for (const auto &[a, b] : links) {
    next[a].push_back(b);
    next[b].push_back(a);
  }
  std::map<long, long> fragment;
  for (const BodySnapshot &block : blocks) {    // by ascending id
    if (fragment.count(block.tag)) continue;
    std::vector<long> open = {block.tag};
    while (!open.empty()) {
      const long id = open.back();
      open.pop_back();
      if (!fragment.emplace(id, block.tag).second) continue;
      for (const long neighbor : next[id]) open.push_back(neighbor);
    }
  }
  return fragment;
}

}    // namespace grist::testing

#endif
