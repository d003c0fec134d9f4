#include "styles/walls/sphere_wall_law.h"

#include "atom.h"
#include "comm.h"
#include "common/preconditions.h"
#include "common/space.h"
#include "error.h"
#include "force.h"
#include "styles/commands/input_words.h"
#include "styles/contacts/contact_keywords.h"
#include "styles/contacts/heat_conductance.h"
#include "styles/contacts/pair_sphere_contact.h"
#include "styles/parcels/fix_parcels.h"
#include "update.h"
#include "utils.h"

#include "contacts/block_forces.h"
#include "contacts/contact_force.h"
#include "heat/heat_numbers.h"
#include "walls/wall_surface.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace LAMMPS_NS;
using grist::ContactKind;
using grist::MovingSphere;
using grist::Vector3d;
using grist::WallContact;

std::optional<ContactKind> SphereWallLaw::find_kind(int narg, char **arg, int iarg)
{
  const bool by_position =
      iarg + 1 < narg && (utils::is_double(arg[iarg + 1]) || strcmp(arg[iarg + 1], "NULL") == 0);
  if (iarg >= narg || by_position) return std::nullopt;
  return grist::find_contact_kind(arg[iarg]);
}

SphereWallLaw::SphereWallLaw(LAMMPS *lmp, ContactKind kind, InputWords &words, std::string user,
                             const std::vector<Keyword> &others) :
    lmp(lmp),
    kind(kind), user(std::move(user)), keywords(std::make_unique<ContactKeywords>(
                                           lmp, this->user, kind, words, with_heat(words, others))),
    reaches_beyond_touch(false), remembers_touch(false), advances(false)
{
}

SphereWallLaw::~SphereWallLaw() = default;

std::vector<Keyword> SphereWallLaw::with_heat(InputWords &words, const std::vector<Keyword> &others)
{
  std::vector<Keyword> all = others;
  const auto add = [&](std::optional<NumberOrVariable> &to, const grist::NumberDescription &what) {
    all.push_back({what.name, [&words, &to, &what] { to = NumberOrVariable::read(words, what); }});
  };
  add(wall_heat.temperature, grist::heat_numbers::WALL);
  add(wall_heat.flux, grist::heat_numbers::FLUX);
  return all;
}

void SphereWallLaw::init()
{
  if (wall_heat.temperature && wall_heat.flux)
    lmp->error->all(FLERR, "{}: temperature and flux (expected one of them)", user);
  const auto *pair =
      dynamic_cast<PairSphereContact *>(lmp->force->pair_match(grist::description(kind).name, 1));
  const auto of_pair = pair ? pair->form() : grist::ContactForm::CONSISTENT;
  if (!contact_form) contact_form = keywords->form().value_or(of_pair);
  if (!pair) report_defaults();
  laws.resize(lmp->atom->ntypes + 1);
  wall_heat.conductance.resize(laws.size());
  for (int type = 1; type <= lmp->atom->ntypes; type++) {
    laws[type] = law_for(type, pair);
    wall_heat.conductance[type] = conductance_for(type, pair);
  }
  remembers_touch = has(&grist::ContactPart::jumps);
  reaches_beyond_touch = remembers_touch || has(&grist::ContactPart::acts_apart);
  make_block();
}

// Whether it pulls for any type.
bool SphereWallLaw::has(bool grist::ContactPart::*property) const
{
  return std::any_of(laws.begin() + 1, laws.end(), [property](const grist::ContactLaw &law) {
    return grist::cohesion_part(law.parts[grist::COHESION_PART]).*property && grist::pulls(law);
  });
}

void SphereWallLaw::make_block()
{
  parts = {};
  for (size_t type = 1; type < laws.size(); type++) parts.add(laws[type].parts);
  if (parts.clash >= 0) lmp->error->all(FLERR, "{}: {} in one run", user, parts.text_of_clash());
  one_law = std::all_of(laws.begin() + 1, laws.end(),
                        [this](const grist::ContactLaw &law) { return law == laws[1]; });
  block = std::make_unique<grist::ContactBlock>();
  for (int lane = 0; lane < LANES; lane++) block->set_law(lane, laws[1]);
}

// Farther than cohesion acts, so that a contact that ends is seen to, and for the larger R* inside
// of a curved wall.
double SphereWallLaw::reach(double radius) const
{
  if (!reaches_beyond_touch) return radius;
  constexpr double MARGIN = 2.0, LEAST_SHARE = 5e-3;
  double farthest = LEAST_SHARE * radius;
  for (size_t type = 1; type < laws.size(); type++)
    farthest = std::max(farthest, grist::reach(laws[type], radius));
  return radius + MARGIN * farthest;
}

// Once. With a pair style of this law they are those of the types, which names what it has not got.
void SphereWallLaw::report_defaults()
{
  if (std::exchange(defaults_are_reported, true) || lmp->comm->me > 0) return;
  if (!keywords->has("friction")) utils::logmesg(lmp, "  {}: friction was not given: 0\n", user);
  if (!keywords->has("restitution"))
    utils::logmesg(lmp, "  {}: restitution was not given: 1, no loss\n", user);
}

// Values that are not given for the wall are those of the type: a wall of the same material.
grist::ContactLaw SphereWallLaw::law_for(int type, const PairSphereContact *pair) const
{
  const grist::Elasticity sphere = pair ? pair->coefficients().elasticity(type)
                                        : default_elasticity(kind);
  grist::Elasticity wall = sphere;
  keywords->set(wall);
  if (const char *missing = missing_keyword(kind, wall))
    lmp->error->all(FLERR, "{}: no {} of the wall (expected the keyword, or pair_style {})", user,
                    missing, grist::description(kind).name);
  grist::ContactCoefficients coefficients = pair ? pair->coefficients().coefficients(type)
                                                 : default_coefficients(kind);
  keywords->set(coefficients);
  refuse_in_stock(lmp, user, kind, *contact_form, coefficients);
  const bool has_own = pair && grist::description(kind).by_material;
  return law_between(lmp, kind, *contact_form, has_own ? sphere : wall, wall, coefficients,
                     FixParcels::scale_of_contact(lmp, type, type));
}

double SphereWallLaw::conductance_for(int type, const PairSphereContact *pair) const
{
  if (!pair) return 0.0;    // fix heat/gran needs it
  const HeatSide sphere = {pair->coefficients().elasticity(type), pair->coefficients().heat(type)};
  HeatSide wall = sphere;
  keywords->set(wall.elasticity);
  if (wall.elasticity != sphere.elasticity) wall.heat.young_real = 0.0;    // of another material
  keywords->set(wall.heat);
  return heat_conductance(kind, sphere, wall);
}

const grist::ContactLaw &SphereWallLaw::law_of(const SphereAtWall &contact) const
{
  assert(contact.i >= 0 && contact.i < lmp->atom->nlocal && !laws.empty());
  return laws[lmp->atom->type[contact.i]];
}

static grist::TouchingPair at_wall(int sphere)
{
  return {sphere, grist::TouchingPair::WALL, 1.0};
}

// Whether a surface within reach is in contact. A contact that has ended forgets.
bool SphereWallLaw::acts(const SphereAtWall &within, double *history)
{
  const grist::ContactLaw &law = law_of(within);
  const grist::SphereContact contact = contact_of(within);
  const WallContact &at = within.at;
  const bool before = history[TOUCHED] != 0.0, now = grist::acts(law, contact, before);
  if (!now) std::fill_n(history, WIDTH, 0.0);
  if (!grist::cohesion_part(law.parts[grist::COHESION_PART]).jumps) return now;
  history[TOUCHED] = now;
  if (now != before && record.recording.is_on())
    record.add(grist::RecordedChange{
        at_wall(within.i), &law, contact, {at.velocity, at.omega}, now, at.image});
  return now;
}

grist::ContactMode SphereWallLaw::mode() const
{
  return {kind,
          parts.parts[grist::ROLLING_PART],
          form(),
          parts.parts[grist::COHESION_PART],
          lmp->update->dt,
          advances,
          false,
          parts.parts[grist::TWISTING_PART]};
}

void SphereWallLaw::begin_step(bool advance)
{
  advances = advance;
  record.begin_step();
  keeps_flows = of_flows.is_on() && !record.recording.is_on();
  losses.begin_step(keeps_flows ? foreseen_rates(lmp) : nullptr);
}

// By which the velocities of spheres are behind those of the wall.
double SphereWallLaw::half_step() const
{
  return advances && *contact_form == grist::ContactForm::CONSISTENT ? 0.5 * lmp->update->dt : 0.0;
}

double SphereWallLaw::mass_against(double mass, const Vector3d &center, const WallContact &at) const
{
  assert(is_unit(at.normal));
  mass /= lmp->force->ftm2v;
  if (!inertia) return mass;
  return inertia->effective_mass(mass, at.place(center), -at.normal);
}

SphereAtWall SphereWallLaw::row(int i, double mass, const WallContact &at) const
{
  assert(i >= 0 && i < lmp->atom->nlocal && mass > 0.0);
  const Atom &atom = *lmp->atom;
  const size_t three = 3 * static_cast<size_t>(i);
  return {i,
          {grist::vector_at(atom.x[0] + three), grist::vector_at(atom.v[0] + three),
           grist::vector_at(atom.omega[0] + three), atom.radius[i], mass},
          at};
}

grist::SphereContact SphereWallLaw::contact_of(const SphereAtWall &given) const
{
  const WallContact &at = given.at;
  MovingSphere sphere = given.sphere;
  sphere.mass = mass_against(sphere.mass, sphere.position, at);
  return wall_contact(sphere, at.normal, sphere.radius - at.distance, at.curvature,
                      grist::velocity_halfway(at.velocity, at.omega,
                                              sphere.velocity - center_velocity, half_step()),
                      at.omega, lmp->update->dt, advances);
}

void SphereWallLaw::record_contact(const SphereAtWall &given, const grist::SphereContactForce &on,
                                   const double *history)
{
  const WallContact &at = given.at;
  record.add(grist::RecordedContact{at_wall(given.i),
                                    &law_of(given),
                                    contact_of(given),
                                    {at.velocity, at.omega},
                                    on,
                                    grist::SphereContactHistory::read(history),
                                    at.image});
}

// ---- in blocks

// Masses that count against a wall, in the units of forces: those given, or in `room`.
const double *SphereWallLaw::masses_against(const BlockContacts &contacts, double *room) const
{
  if (!inertia && lmp->force->ftm2v == 1.0) return contacts.mass;
  for (int k = 0; k < grist::WallTouches::lanes_of(contacts.count); k++)
    room[k] = mass_against(contacts.mass[k], grist::vector_at(lmp->atom->x[contacts.i[k]]),
                           contacts.found[contacts.first + k]);
  return room;
}

const grist::ContactBlock &SphereWallLaw::evaluate(const BlockContacts &contacts,
                                                   const Vector3d &reference)
{
  assert(contacts.count > 0 && contacts.count <= LANES);
  const int count = contacts.count;
  const int first = contacts.first;
  const grist::WallContacts &found = contacts.found;
  double masses[LANES];
  const Atom &atom = *lmp->atom;
  const grist::WallTouches touches = {atom.x[0],
                                      atom.v[0],
                                      atom.omega[0],
                                      {reference[0], reference[1], reference[2]},
                                      half_step(),
                                      {center_velocity.x, center_velocity.y, center_velocity.z},
                                      contacts.i,
                                      contacts.radius,
                                      masses_against(contacts, masses),
                                      found.normal(first),
                                      found.distance(first),
                                      found.curvature(first),
                                      found.is_still() ? nullptr : found.velocity(first),
                                      found.omega(first),
                                      found.has_images() ? found.image(first) : nullptr,
                                      found.stride(),
                                      contacts.history};
  const grist::ContactMode mode = this->mode();
  gather(touches, mode, count, *block);
  if (!one_law)
    for (int lane = 0; lane < count; lane++)
      block->set_law(lane, laws[atom.type[contacts.i[lane]]]);
  grist::evaluate_at_wall(*block, count, mode, keeps_flows ? losses.room_for(count) : nullptr);
  if (advances)
    keep(*block, mode, touches, count);
  else
    keep_memories(*block, mode, touches, count);
  if (record.recording.is_on())
    for (int lane = 0; lane < count; lane++)
      record_contact(row(contacts.i[lane], contacts.mass[lane], found[first + lane]),
                     force_of(*block, lane), contacts.history[lane]);
  if (keeps_flows) losses.add(contacts.i, nullptr, nullptr, count);
  return *block;
}

grist::ContactEnergy SphereWallLaw::stored_energy(const SphereAtWall &contact,
                                                  const double *history) const
{
  return grist::stored_energy(law_of(contact), contact_of(contact),
                              grist::SphereContactHistory::read(history));
}

grist::ContactTangent SphereWallLaw::tangent(const SphereAtWall &given, double least) const
{
  grist::SphereContact contact = contact_of(given);
  contact.overlap = std::max(contact.overlap, least);
  const grist::ContactLaw &law = law_of(given);
  const grist::ContactSprings springs = contact_springs(law, contact);
  return {grist::unloading_stiffness(law, springs.normal), springs.shear, springs.damping,
          law.damping_ratio * springs.damping};
}

void SphereWallLaw::survey(const SphereAtWall &given, grist::ContactSurvey &to) const
{
  const grist::SphereContact contact = contact_of(given);
  to.add(law_of(given), contact.overlap, contact.radius, contact.mass,
         -dot(contact.velocity, contact.normal), given.sphere.radius);
}
