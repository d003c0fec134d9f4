#include "styles/walls/granular_wall_law.h"

#include "atom.h"
#include "common/space.h"
#include "heat/heat_numbers.h"

#include "error.h"
#include "gran_sub_mod_normal.h"
#include "granular_model.h"
#include "styles/commands/input_words.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::Granular_NS;
using grist::MovingSphere;
using grist::Vector3d;

bool GranularWallLaw::knows(const std::string &word)
{
  return word == "granular" || word == "hooke" || word == "hooke/history" ||
      word == "hertz/history";
}

GranularWallLaw::GranularWallLaw(LAMMPS *lmp, int narg, char **arg, int iarg, std::string user) :
    lmp(lmp), user(std::move(user)), model(std::make_unique<GranularModel>(lmp)), has_heat(false)
{
  model->contact_type = WALLREGION;
  model->Tj = 0.0;
  if (strcmp(arg[iarg], "granular") == 0)
    iarg = read_sub_models(narg, arg, iarg + 1);
  else
    iarg = model->define_classic_model(arg, iarg, narg);
  iarg = read_limit_damping(narg, arg, iarg);
  if (!model->damping_model) model->construct_sub_model("viscoelastic", DAMPING);
  model->init();
  InputWords words(lmp, this->user, narg, arg, iarg);
  read_temperature(words);
  if (model->normal_model->name == "mdr")
    lmp->error->all(
        FLERR, "{}: normal model mdr (its contacts need numbers that only fix wall/gran assigns)",
        this->user);

  // In models that act beyond contact, slot 0 stores whether there was a contact.
  int slot = model->beyond_contact ? 1 : 0;
  for (GranSubMod *part : model->sub_models) {
    part->history_index = slot;
    slot += part->size_history;
  }
}

GranularWallLaw::~GranularWallLaw() = default;

// These return the index of the first word that they do not know. The sub-models of LAMMPS read arg
// themselves.
int GranularWallLaw::read_sub_models(int narg, char **arg, int iarg)
{
  const std::pair<const char *, SubModelType> kinds[] = {{"damping", DAMPING},
                                                         {"tangential", TANGENTIAL},
                                                         {"rolling", ROLLING},
                                                         {"twisting", TWISTING},
                                                         {"heat", HEAT}};
  iarg = model->add_sub_model(arg, iarg, narg, NORMAL);
  while (iarg < narg) {
    const int before = iarg;
    for (const auto &kind : kinds)
      if (iarg < narg && strcmp(arg[iarg], kind.first) == 0) {
        iarg = model->add_sub_model(arg, iarg + 1, narg, kind.second);
        if (kind.second == HEAT) has_heat = true;
      }
    iarg = read_limit_damping(narg, arg, iarg);
    if (iarg == before) break;
  }
  return iarg;
}

int GranularWallLaw::read_limit_damping(int narg, char **arg, int iarg)
{
  if (iarg >= narg || strcmp(arg[iarg], "limit_damping") != 0) return iarg;
  model->limit_damping = 1;
  return iarg + 1;
}

void GranularWallLaw::read_temperature(InputWords &words)
{
  const bool given = words.next_is("temperature");
  if (given) {
    words.word("temperature");
    temperature = NumberOrVariable::read(words, grist::heat_numbers::WALL);
  }
  if (words.left())
    words.refuse("unknown word", words.word(""), "expected what fix wall/gran takes for a model");
  if (given != has_heat)
    lmp->error->all(FLERR, "{}: {} (expected both or neither)", user,
                    given ? "temperature without a heat model" : "heat model without temperature");
}

void GranularWallLaw::init()
{
  if (has_heat && (!lmp->atom->temperature_flag || !lmp->atom->heatflow_flag))
    lmp->error->all(FLERR, "{}: atom style {} has no temperature or heatflow (needed by heat)",
                    user, lmp->atom->get_style());
  temperature.find(lmp, user);
}

void GranularWallLaw::begin_step(bool advance)
{
  model->dt = lmp->update->dt;
  model->history_update = advance;
  model->calculate_svector = 0;
  model->radj = 0.0;
  if (has_heat) model->Tj = temperature.value(lmp, user);
}

int GranularWallLaw::width() const
{
  return model->size_history + (model->beyond_contact ? 1 : 0);
}

// The model expects two spheres. Two of twice the radius have the effective radius of one sphere on
// a flat wall.
double GranularWallLaw::reach(double radius) const
{
  if (!model->beyond_contact) return radius;
  return radius + model->pulloff_distance(2.0 * radius, 2.0 * radius);
}

WallLaw::Force GranularWallLaw::force(const SphereAtWall &contact, double *history)
{
  const auto &[i, sphere, at] = contact;
  Force out = {Vector3d::zero(), Vector3d::zero(), Vector3d::zero(), false};
  MovingSphere mine = sphere;
  Vector3d wall_velocity = at.velocity, wall_omega = at.omega;
  grist::copy_to(model->dx, at.distance * at.normal);
  model->r = at.distance;
  model->radi = sphere.radius;
  model->i = i;
  model->j = at.surface;
  if (model->beyond_contact) model->touch = history[0] != 0.0;
  if (!model->check_contact()) {
    std::fill_n(history, width(), 0.0);
    return out;
  }
  if (model->beyond_contact) history[0] = 1.0;
  model->meff = sphere.mass;
  model->vi = mine.velocity.data();
  model->omegai = mine.omega.data();
  model->vj = wall_velocity.data();
  model->omegaj = wall_omega.data();
  model->history = history;
  if (has_heat) model->Ti = lmp->atom->temperature[i];
  model->calculate_forces();
  if (has_heat) lmp->atom->heatflow[i] += model->dq;
  out.touching = true;
  out.force = grist::vector_at(model->forces);
  out.torque = grist::vector_at(model->torquesi);
  out.rolling = out.torque + sphere.radius * cross(at.normal, grist::vector_at(model->fs));
  return out;
}
