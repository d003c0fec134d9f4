// A box for clusters of 27 elements, cubes of 2 cm, as bonded or as rigid ones.

#ifndef GRIST_UNITTEST_STYLES_RIGID_CUBE_BOX_H
#define GRIST_UNITTEST_STYLES_RIGID_CUBE_BOX_H

#include <string>

namespace grist::testing {

inline const std::string CUBE_BOX = R"(
  units si
  boundary p p f
  newton on off
  comm_modify vel yes
  processors * * 1
  atom_style bonded/cluster
  bond_style parallel
  region box block -0.03 0.03 -0.03 0.03 0 0.06
  create_box 1 box bond/types 1
  cluster_template cube cube 0.02 radius 0.0033 lattice sc density 2500
  fix GRIST_GUARD all guard timestep warn overlap warn
)";

}    // namespace grist::testing

#endif
