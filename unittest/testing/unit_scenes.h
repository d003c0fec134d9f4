// Spheres for testing/unit_cases.h: one hits another, and a third hits a wall at z = -0.01.

#ifndef GRIST_TESTING_UNIT_SCENES_H
#define GRIST_TESTING_UNIT_SCENES_H

#include "testing/unit_cases.h"

#include <string>
#include <vector>

namespace grist::testing {

const std::string BOX_OF_SPHERES = R"(
    newton on
    boundary f f f
    atom_style sphere
    atom_modify map yes
    region box block <-0.01 length> <0.01 length> <-0.01 length> <0.01 length> <-0.01 length> <0.01 length>
    create_box 1 box
    {coarse}
)";

const std::string SPHERES_THAT_MEET = BOX_OF_SPHERES + R"(
    create_atoms 1 single 0 0 0
    create_atoms 1 single <2.002e-3 length> <1e-4 length> 0
    create_atoms 1 single <5e-3 length> 0 <-8.996e-3 length>
    set group all diameter <2e-3 length> density <2500 mass/volume>
    set atom 2 vx <-0.3 velocity> vy <0.05 velocity> vz <0.02 velocity>
    set atom 3 vx <0.04 velocity> vy <0.02 velocity> vz <-0.3 velocity>
    set atom 2*3 omega <100 1/time> <300 1/time> <300 1/time>
    neighbor <2e-3 length> bin
    comm_modify vel yes
    timestep <4e-6 time>
)";

const std::string HERTZ = "young <5e6 pressure> poisson 0.3 restitution 0.6 friction 0.4";
const std::string HOOKE = "stiffness <1000 force/length> restitution 0.6 friction 0.4";

// Before, in and after the contacts.
const std::string RUNS_OF_CONTACTS = R"(
    thermo_style custom step c_e
    run 15
    look
    run 40
    look
    run 200
)";

const std::string MOTION = "fix move all nve/sphere\ncompute e all energy/balance\n";

const Reading ENERGIES = {"energy", entries("c_e", 1, 17)};

// The output of any wall.
inline std::vector<Reading> of_wall(const std::string &id)
{
  return {{"force", entries("f_" + id, 1, 3)}, {"torque", entries("f_" + id, 4, 6)}};
}

}    // namespace grist::testing

#endif
