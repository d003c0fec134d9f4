// Scenes of bodies that break, and the file of their events.

#ifndef GRIST_UNITTEST_STYLES_BREAKAGE_BREAKING_SCENES_H
#define GRIST_UNITTEST_STYLES_BREAKAGE_BREAKING_SCENES_H

#include "testing/lammps_session.h"

#include <sstream>
#include <string>
#include <vector>

namespace grist::testing {

const std::string BODY_SCENE = R"(
  units si
  newton off
  boundary f f f
  comm_modify vel yes
  atom_style body polyhedron 4 60
)";
const std::string BODY_BOX = "region box block -0.1 0.1 -0.1 0.1 -0.1 0.1\ncreate_box 1 box\n";
const std::string BODY_LAW = "volume 2e10 hysteretic 0.4 friction 0.4";
const std::string BODY_CONTACTS = "pair_style polyhedron\npair_coeff * * " + BODY_LAW + "\n";
const std::string TAVARES =
    "tavares energy 20 size 0.02 exponent 1 deviation 0.5 damage 5 t10 0.5 0.05 smallest 0.004 ";

inline std::string breaking(const std::string &more)
{
  return "fix crack all break/polyhedra " + TAVARES + more + "\n";
}

// Columns of the file of fix break/polyhedra.
enum EventColumn { EVENT_ENERGY = 7 };

inline std::vector<double> events_of(const std::string &path, EventColumn column)
{
  std::vector<double> values;
  std::stringstream text(read_file(path));
  std::string row, word;
  std::getline(text, row);    // header
  while (std::getline(text, row)) {
    std::stringstream words(row);
    for (int k = 0; k <= column; k++) std::getline(words, word, ',');
    values.push_back(std::stod(word));
  }
  return values;
}

}    // namespace grist::testing

#endif
