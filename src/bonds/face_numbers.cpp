#include "bonds/face_numbers.h"

#include "bonds/beam_terms.h"
#include "common/constants.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace grist {

static NumberRows<FaceMaterial> make_face_numbers()
{
  NumberRows<FaceMaterial> rows = {
      {"young", in<&FaceMaterial::young>, Quantity::PRESSURE, ranges::POSITIVE,
       "Young's modulus of the faces", Presence::REQUIRED},
      {"ratio", in<&FaceMaterial::ratio>, Quantity::NUMBER, ranges::POSITIVE,
       "ratio of normal to shear stiffness"},
      {"damping", in<&FaceMaterial::damping>, Quantity::NUMBER, ranges::NOT_NEGATIVE,
       "fraction of critical damping along the normal"},
      {"tensile", in<&FaceMaterial::tensile>, Quantity::PRESSURE, BeamStrengths::RANGE,
       "tensile strength, or none for faces that never part in tension"},
      {"cohesion", in<&FaceMaterial::cohesion>, Quantity::PRESSURE, BeamStrengths::RANGE,
       "shear strength without pressure, or none"},
      {"angle", in<&FaceMaterial::angle>, Quantity::ANGLE, BeamStrengths::ANGLE,
       "angle of friction, by which pressure adds to the shear strength"},
      {"beta", in<&FaceMaterial::beta>, Quantity::NUMBER, ranges::ZERO_TO_ONE,
       "share of the moments in the stresses, 0 to 1"},
      {"gc", in<&FaceMaterial::opening>, Quantity::ENERGY_PER_AREA, ranges::POSITIVE,
       "energy of fracture per area of face, in tension and bending"},
      {"gc/shear", in<&FaceMaterial::shearing>, Quantity::ENERGY_PER_AREA, ranges::POSITIVE,
       "the same in shear and twist (default: gc)"}};
  for (const auto &row : Softening::rows()) rows.emplace_back(row);
  for (const auto &row : FaceFriction::rows()) rows.emplace_back(row);
  for (const auto &row : Fatigue::rows()) rows.emplace_back(row);
  for (const auto &row : Weakening::rows()) rows.emplace_back(row);
  for (const auto &row : BondCreep::rows()) rows.emplace_back(row);
  return rows;
}

const NumberRows<FaceMaterial> &face_numbers()
{
  static const NumberRows<FaceMaterial> ROWS = make_face_numbers();
  return ROWS;
}

// Words of strength by stress.
static constexpr const char *OF_STRESS[] = {"cohesion", "angle", "beta", "soften"};

// softening: the word by which faces soften.
static void check_kinds_of_damage(WordReader &words, const FaceMaterial &material,
                                  const std::string &softening)
{
  const std::string tired = "fatigue " + number_text(material.fatigue);
  const std::string one_kind = ": a face has one kind of damage";
  if (Fatigue::acts(material) && material.softens())
    words.fail(tired + " excludes " + softening + one_kind);
  if (Weakening::acts(material) && material.softens())
    words.fail("weaken " + number_text(material.strong_until) + " " +
               number_text(material.gone_at) + " excludes " + softening + one_kind);
  if (Weakening::acts(material) && Fatigue::acts(material))
    words.fail(tired + " excludes weaken" + one_kind);
  if (BondCreep::acts(material) && material.softens())
    words.fail("creep " + number_text(material.relaxation_time) + " excludes " + softening +
               ": the energy of its crack is that of springs which do not relax");
  try {
    Weakening::check(material);
  } catch (const std::invalid_argument &invalid) {
    words.fail(invalid.what());
  }
}

static void check_strengths(WordReader &words, const FaceMaterial &material,
                            const std::string &types)
{
  const bool by_energy = words.has_read("gc");
  if (!words.has_read("tensile") && !by_energy)
    words.fail("bond_coeff for type " + types +
               " lacks tensile and cohesion, or gc (tensile none cohesion none: never parts)");
  if (!by_energy && words.has_read("tensile") != words.has_read("cohesion"))
    words.fail(std::string("bond_coeff for type ") + types + " lacks " +
               (words.has_read("tensile") ? "cohesion" : "tensile") +
               " (tensile and cohesion belong together)");
  for (const char *word : OF_STRESS)
    if (by_energy && words.has_read(word))
      words.fail(std::string(word) + " is for strength by tensile and cohesion, not by gc");
  if (words.has_read("gc/shear") && !by_energy) words.fail("gc/shear needs gc");
  if (Softening::acts(material) && !std::isfinite(material.tensile))
    words.fail("soften " + number_text(material.softening) + " needs a number for tensile");
  if (FaceFriction::acts(material) && !material.softens())
    words.fail("friction " + number_text(material.sliding) + " needs soften, or gc with tensile (" +
               "faces that part at once have the friction of their contact)");
  check_kinds_of_damage(words, material, by_energy ? "gc with tensile" : "soften");
}

FaceMaterial read_face_material(WordReader &words, const std::string &types)
{
  FaceMaterial material;
  std::vector<Keyword> keywords;
  add_keywords(keywords, face_numbers(), words, material);
  ScatteredStrength::add_keywords(keywords, words, material);
  words.read_keywords(keywords);
  if (!words.has_read("young"))
    words.fail("bond_coeff for type " + types + " lacks the keyword young");
  check_strengths(words, material, types);
  if (material.parts_by_energy() && !words.has_read("gc/shear"))
    material.shearing = material.opening;
  material.friction = std::tan(material.angle * DEGREE);
  const double least = material.tensile * material.friction;
  if (std::isfinite(least) && material.cohesion < least)
    words.fail("cohesion " + number_text(material.cohesion) +
               " must be at least tensile times tan(angle), " + number_text(least) +
               ": else no face reaches its tensile strength");
  return material;
}

std::string face_material_text(const FaceMaterial &material)
{
  NumberRows<FaceMaterial> rows;
  for (const auto &row : face_numbers())
    if (!material.parts_by_energy() ||
        std::none_of(std::begin(OF_STRESS), std::end(OF_STRESS),
                     [&row](const std::string &word) { return word == row.name; }))
      rows.push_back(row);
  return words_of(rows, material) + ScatteredStrength::words(material);
}

FaceMaterial in_force_units(const FaceMaterial &material, double nktv2p)
{
  return as_evaluated(face_numbers(), material, nktv2p, {});
}

}    // namespace grist
