#include "styles/walls/wall_law.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "styles/contacts/contact_keywords.h"
#include "styles/contacts/pair_hertz_mindlin.h"
#include "update.h"

#include <cmath>
#include <limits>
#include <utility>

using namespace LAMMPS_NS;
using grist::MovingSphere;
using grist::SurfaceContact;
using grist::Vector3d;

HertzMindlinWallLaw::HertzMindlinWallLaw(LAMMPS *lmp, int narg, char **arg, int iarg,
                                         std::string user) :
    lmp(lmp),
    user(std::move(user)),
    keywords(std::make_unique<ContactKeywords>(narg, arg, iarg, this->user, lmp)), has_roll(true),
    advances(false)
{
}

HertzMindlinWallLaw::~HertzMindlinWallLaw() = default;

/* ----------------------------------------------------------------------
   what is not given for the wall is that of the type: a wall of the same material
------------------------------------------------------------------------- */

void HertzMindlinWallLaw::init()
{
  const auto *pair = dynamic_cast<PairHertzMindlin *>(lmp->force->pair_match("hertz/mindlin", 1));
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  laws.resize(lmp->atom->ntypes + 1);
  has_roll = false;
  for (int type = 1; type <= lmp->atom->ntypes; type++) {
    grist::ElasticMaterial sphere = {0.0, unknown};
    grist::ContactCoefficients coefficients;
    if (pair) {
      sphere = pair->material(type);
      coefficients = pair->contact(type);
    }
    grist::ElasticMaterial wall_material = {sphere.young * lmp->force->nktv2p, sphere.poisson};
    keywords->set(wall_material);
    wall_material.young /= lmp->force->nktv2p;
    keywords->set(coefficients);
    if (!(wall_material.young > 0.0) || std::isnan(wall_material.poisson))
      lmp->error->all(FLERR,
                      "{}: no {} of the wall (expected the keyword, or pair_style hertz/mindlin)",
                      user, wall_material.young > 0.0 ? "poisson" : "young");
    if (!pair) sphere = wall_material;
    laws[type] = grist::HertzMindlin(sphere, wall_material, coefficients);
    if (coefficients.rolling == grist::RollingLaw::SPRING) has_roll = true;
  }
}

void HertzMindlinWallLaw::begin_step(bool advance)
{
  advances = advance;
  record.begin_step();
}

WallLaw::Force HertzMindlinWallLaw::force(int i, const MovingSphere &given,
                                          const SurfaceContact &at, double *history)
{
  MovingSphere sphere = given;
  sphere.mass /= lmp->force->ftm2v;
  const grist::SphereContact contact =
      wall_contact(sphere, at.normal, sphere.radius - at.distance, at.curvature, at.velocity,
                   at.omega, lmp->update->dt, advances);
  Eigen::Map<Vector3d> shear(history), roll(history + 3);
  grist::SphereContactHistory kept = {shear, roll};
  const grist::HertzMindlin &law = laws[lmp->atom->type[i]];
  const grist::SphereContactForce out = hertz_mindlin(law, contact, kept);
  if (record.is_on()) record.add({i, &law, contact, {at.velocity, at.omega}, out, kept});
  shear = kept.shear;
  roll = kept.roll;
  return {out.force, out.torque_a, out.rolling, true};
}
