#include "styles/polyhedra/overlap_law_keywords.h"

#include "overlaps/overlap_numbers.h"

using namespace LAMMPS_NS;
using grist::NormalLaw;
using grist::OverlapContactLaw;

OverlapContactLaw LAMMPS_NS::read_normal_law(InputWords &words)
{
  OverlapContactLaw law;
  const std::string normal = words.one_of("normal law", {"volume", "energy"});
  law.normal = normal == "volume" ? NormalLaw::VOLUME : NormalLaw::ENERGY;
  law.stiffness = grist::stiffness_number(law.normal).read(words);
  return law;
}

std::vector<Keyword> LAMMPS_NS::overlap_law_keywords(InputWords &words, OverlapContactLaw &law)
{
  std::vector<Keyword> keywords;
  add_keywords(keywords, grist::overlap_numbers(), words, law);
  for (Keyword &keyword : keywords)
    keyword.read = [&law, numbers = keyword] {
      numbers.read();
      grist::choose(numbers.name, law);
    };
  return keywords;
}
