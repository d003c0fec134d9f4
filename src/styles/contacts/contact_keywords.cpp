#include "styles/contacts/contact_keywords.h"

#include "error.h"
#include "fmt/format.h"
#include "lammps.h"
#include "utils.h"

#include <stdexcept>

using namespace LAMMPS_NS;
using grist::ContactCoefficients;
using grist::ElasticMaterial;
using grist::RollingLaw;

// The value after a keyword.
static double number(int narg, char **arg, int iarg, const char *keyword, const std::string &user,
                     LAMMPS *lmp)
{
  if (iarg >= narg) lmp->error->all(FLERR, "{}: {} needs a value", user, keyword);
  return utils::numeric(FLERR, arg[iarg], false, lmp);
}

ContactKeywords::ContactKeywords(int narg, char **arg, int iarg, const std::string &user,
                                 LAMMPS *lmp)
{
  while (iarg < narg) iarg += read(narg, arg, iarg, user, lmp);
  ElasticMaterial checked = {1.0, 0.0};
  set(checked);
  try {
    check(checked);
    check(coefficients);
  } catch (const std::invalid_argument &invalid) {
    lmp->error->all(FLERR, "{}: {}", user, invalid.what());
  }
}

// Returns how many words were used.
int ContactKeywords::read(int narg, char **arg, int iarg, const std::string &user, LAMMPS *lmp)
{
  const std::string word = arg[iarg];
  const auto value = [&] { return number(narg, arg, iarg + 1, arg[iarg], user, lmp); };
  if (word == "rolling") return 1 + read_rolling(narg, arg, iarg + 1, user, lmp);
  if (word == "young") {
    young = true;
    material.young = value();
  } else if (word == "poisson") {
    poisson = true;
    material.poisson = value();
  } else if (word == "restitution") {
    restitution = true;
    coefficients.restitution = value();
  } else if (word == "friction") {
    friction = true;
    coefficients.friction = value();
  } else if (word == "damping_t") {
    damping = true;
    if (iarg + 1 < narg && std::string(arg[iarg + 1]) == "huang")
      coefficients.damping_ratio = ContactCoefficients::HUANG;
    else if ((coefficients.damping_ratio = value()) < 0.0)
      lmp->error->all(FLERR, "{}: damping_t {} (must be huang, 0 or more)", user,
                      coefficients.damping_ratio);
  } else
    lmp->error->all(FLERR,
                    "{}: unknown keyword {} (expected young, poisson, restitution, friction, "
                    "damping_t or rolling)",
                    user, word);
  return 2;
}

int ContactKeywords::read_rolling(int narg, char **arg, int iarg, const std::string &user,
                                  LAMMPS *lmp)
{
  const std::string law = iarg < narg ? arg[iarg] : "";
  const auto value = [&](int k) { return number(narg, arg, iarg + k, "rolling", user, lmp); };
  rolling = true;
  ContactCoefficients &c = coefficients;
  c.rolling_stiffness = c.rolling_damping = c.rolling_friction = 0.0;
  if (law == "none") {
    c.rolling = RollingLaw::NONE;
    return 1;
  }
  if (law == "torque") {
    c.rolling = RollingLaw::TORQUE;
    c.rolling_friction = value(1);
    return 2;
  }
  if (law != "sds")
    lmp->error->all(FLERR, "{}: rolling '{}' (expected none, torque or sds)", user, law);
  c.rolling = RollingLaw::SPRING;
  c.rolling_stiffness = value(1);
  c.rolling_damping = value(2);
  c.rolling_friction = value(3);
  return 4;
}

bool ContactKeywords::has_contact() const
{
  return restitution || friction || damping || rolling;
}

void ContactKeywords::set(ElasticMaterial &to) const
{
  if (young) to.young = material.young;
  if (poisson) to.poisson = material.poisson;
}

void ContactKeywords::set(ContactCoefficients &to) const
{
  if (restitution) to.restitution = coefficients.restitution;
  if (friction) to.friction = coefficients.friction;
  if (damping) to.damping_ratio = coefficients.damping_ratio;
  if (!rolling) return;
  to.rolling = coefficients.rolling;
  to.rolling_stiffness = coefficients.rolling_stiffness;
  to.rolling_damping = coefficients.rolling_damping;
  to.rolling_friction = coefficients.rolling_friction;
}

std::string LAMMPS_NS::keywords_of(const ElasticMaterial &material)
{
  return fmt::format("young {:.17g} poisson {:.17g}", material.young, material.poisson);
}

std::string LAMMPS_NS::keywords_of(const ContactCoefficients &c)
{
  const std::string damping = c.damping_ratio == ContactCoefficients::HUANG
      ? "huang"
      : fmt::format("{:.17g}", c.damping_ratio);
  std::string rolling = "none";
  if (c.rolling == RollingLaw::TORQUE)
    rolling = fmt::format("torque {:.17g}", c.rolling_friction);
  else if (c.rolling == RollingLaw::SPRING)
    rolling = fmt::format("sds {:.17g} {:.17g} {:.17g}", c.rolling_stiffness, c.rolling_damping,
                          c.rolling_friction);
  return fmt::format("restitution {:.17g} friction {:.17g} damping_t {} rolling {}", c.restitution,
                     c.friction, damping, rolling);
}
