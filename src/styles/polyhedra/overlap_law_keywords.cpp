#include "styles/polyhedra/overlap_law_keywords.h"

using namespace LAMMPS_NS;
using grist::FrictionLaw;
using grist::NormalLaw;
using grist::OverlapContactLaw;

OverlapContactLaw LAMMPS_NS::read_normal_law(InputWords &words)
{
  OverlapContactLaw law;
  const std::string normal = words.one_of("normal law", {"volume", "energy"});
  law.normal = normal == "volume" ? NormalLaw::VOLUME : NormalLaw::ENERGY;
  law.stiffness = words.positive("stiffness");
  return law;
}

static void read_restitution(InputWords &words, OverlapContactLaw &law, const char *keyword,
                             bool hysteretic)
{
  const double value = words.real(keyword);
  if (!(value > 0.0 && value <= 1.0)) words.refuse(keyword, value, "must be above 0, at most 1");
  law.set_restitution(value);
  law.hysteretic = hysteretic;
}

static void read_regularised(InputWords &words, OverlapContactLaw &law)
{
  law.friction = FrictionLaw::REGULARISED;
  law.mu = words.not_negative("regularised");
  const double speed = words.positive("the speed of regularised");
  law.speed_squared = speed * speed;
}

std::vector<Keyword> LAMMPS_NS::overlap_law_keywords(InputWords &words, OverlapContactLaw &law)
{
  return {{"restitution", [&] { read_restitution(words, law, "restitution", false); }},
          {"hysteretic", [&] { read_restitution(words, law, "hysteretic", true); }},
          {"damping", [&] { law.damping = words.not_negative("damping"); }},
          {"coulomb",
           [&] {
             law.friction = FrictionLaw::COULOMB;
             law.mu = words.not_negative("coulomb");
           }},
          {"ratio", [&] { law.stiffness_ratio = words.positive("ratio"); }},
          {"regularised", [&] { read_regularised(words, law); }},
          {"tangential", [&] { law.tangential_damping = words.not_negative("tangential"); }}};
}
