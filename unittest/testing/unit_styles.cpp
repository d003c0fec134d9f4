#include "testing/unit_styles.h"

#include "testing/lammps_session.h"

#include "force.h"
#include "lammps.h"

#include <cmath>
#include <cstdio>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace grist::testing {

const std::vector<DocumentedUnits> &documented_units()
{
  constexpr double MOL = 6.02214076e23, G_PER_MOL = 1e-3 / MOL, KCAL_PER_MOL = 4184.0 / MOL,
                   EV = 1.602176634e-19, HARTREE = 4.3597447222071e-18, BOHR = 5.29177210903e-11;
  // The page gives velocities of electron in Bohr over 1.03275e-15 s; LAMMPS moves atoms by
  // velocity times time.
  static const std::vector<DocumentedUnits> UNITS = {
      {"si", 1, 1, 1, 1, 1, 1, 1, 1, 1},
      {"metal", G_PER_MOL, 1e-10, 1e-12, EV, 1e2, EV / 1e-10, EV, 1e5, 1},
      {"real", G_PER_MOL, 1e-10, 1e-15, KCAL_PER_MOL, 1e5, KCAL_PER_MOL / 1e-10, KCAL_PER_MOL,
       101325, 1},
      {"electron", G_PER_MOL, BOHR, 1e-15, HARTREE, BOHR / 1e-15, HARTREE / BOHR, HARTREE, 1, 1},
      {"micro", 1e-15, 1e-6, 1e-6, 1e-15, 1, 1e-9, 1e-15, 1e3, 1},
      {"nano", 1e-21, 1e-9, 1e-9, 1e-21, 1, 1e-12, 1e-21, 1e6, 1},
      {"cgs", 1e-3, 1e-2, 1, 1e-7, 1e-2, 1e-5, 1e-7, 0.1, 1},
      {"lj", 2e-5, 4e-3, 8e-3, 5e-6, 0.5, 1.25e-3, 5e-6, 78.125, 2.5}};
  return UNITS;
}

UnitStyle::UnitStyle(const std::string &name) : style(name), base{}, force(0), pressure(0), gap(0)
{
  for (const DocumentedUnits &one : documented_units())
    if (style == one.style) base = one;
  LammpsSession session;
  session.run("units " + style + "\n");
  const LAMMPS_NS::Force &constants = *session.lammps()->force;
  force = constants.ftm2v * base.mass * base.length / (base.time * base.time);
  pressure = force / (base.length * base.length) / constants.nktv2p;
  gap = std::fabs(constants.ftm2v * constants.mvv2e - 1.0);
}

double UnitStyle::size_of(const std::string &unit) const
{
  const double length = base.length;
  if (unit == "1") return 1.0;
  if (unit == "mass") return base.mass;
  if (unit == "length") return length;
  if (unit == "area") return length * length;
  if (unit == "volume") return length * length * length;
  if (unit == "time") return base.time;
  if (unit == "velocity") return length / base.time;
  if (unit == "force") return force;
  if (unit == "energy" || unit == "torque") return force * length;
  if (unit == "power") return force * length / base.time;
  if (unit == "pressure") return pressure;
  if (unit == "temperature") return base.temperature;
  throw std::invalid_argument("no unit " + unit);
}

double UnitStyle::size(const std::string &dimension) const
{
  double size = 1.0;
  std::istringstream quotients(dimension);
  std::string product;
  for (bool above = true; std::getline(quotients, product, '/'); above = false) {
    std::istringstream factors(product);
    for (std::string unit; std::getline(factors, unit, '*');)
      size = above ? size * size_of(unit) : size / size_of(unit);
  }
  return size;
}

static std::string digits(double value)
{
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  return text;
}

static const std::regex NUMBER("<([-+.0-9e]+) ([a-z1/*]+)>");

// replace(number, dimension, count) for each number with units.
template <class Replace>
static std::string replaced(const std::string &text, const Replace &replace)
{
  std::string all;
  auto end = text.begin();
  int count = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), NUMBER), last; found != last; ++found) {
    all.append(end, text.begin() + found->position());
    all += replace(std::stod((*found)[1]), (*found)[2].str(), count++);
    end = text.begin() + found->position() + found->length();
  }
  all.append(end, text.end());
  return all;
}

std::string UnitStyle::written(const std::string &text) const
{
  return replaced(text, [this](double value, const std::string &dimension, int) {
    return digits(value / size(dimension));
  });
}

std::vector<std::string> with_one_changed(const std::string &text, double factor)
{
  std::vector<std::string> all;
  const int numbers = static_cast<int>(std::distance(
      std::sregex_iterator(text.begin(), text.end(), NUMBER), std::sregex_iterator()));
  for (int changed = 0; changed < numbers; changed++)
    all.push_back(replaced(text, [&](double value, const std::string &dimension, int count) {
      return with_unit(count == changed ? factor * value : value, dimension);
    }));
  return all;
}

std::string with_unit(double value, const std::string &dimension)
{
  return "<" + digits(value) + " " + dimension + ">";
}

std::string with_unit(double value, Quantity quantity)
{
  return with_unit(value, dimension_text(quantity));
}

const std::vector<UnitStyle> &unit_styles()
{
  static const std::vector<UnitStyle> ALL = [] {
    std::vector<UnitStyle> all;
    for (const DocumentedUnits &one : documented_units()) all.emplace_back(one.style);
    return all;
  }();
  return ALL;
}

std::string dimension_text(Quantity quantity)
{
  switch (quantity) {
    case Quantity::NUMBER: return "1";
    case Quantity::SIZE: return "length";
    case Quantity::MASS: return "mass";
    case Quantity::VOLUME: return "volume";
    case Quantity::DENSITY: return "mass/volume";
    case Quantity::VELOCITY: return "velocity";
    case Quantity::TIME: return "time";
    case Quantity::PRESSURE: return "pressure";
    case Quantity::ENERGY_PER_VOLUME: return "energy/volume";
    case Quantity::FORCE: return "force";
    case Quantity::TORQUE: return "torque";
    case Quantity::STIFFNESS: return "force/length";
    case Quantity::DASHPOT: return "force/velocity";
    case Quantity::ENERGY_PER_AREA: return "energy/area";
    case Quantity::FORCE_PER_VOLUME: return "force/volume";
    case Quantity::ENERGY_PER_VOLUME_SQUARED: return "energy/volume/volume";
    case Quantity::VISCOSITY: return "pressure*time";
    case Quantity::CONDUCTIVITY: return "power/length/temperature";
    case Quantity::HEAT_SOURCE: return "power";
    case Quantity::EXCHANGE_PER_AREA: return "power/area/temperature";
    case Quantity::EVAPORATION: return "volume/area/time";
    case Quantity::ANGLE: return "1";    // degrees in all of them
    case Quantity::TEMPERATURE: return "temperature";
    case Quantity::LENGTH: return "length";
    case Quantity::AREA: return "area";
    case Quantity::ANGULAR_VELOCITY: return "1/time";
    case Quantity::SPECIFIC_HEAT: return "energy/mass/temperature";
    case Quantity::INERTIA: return "mass*area";
    case Quantity::DURATION: return "time";
    case Quantity::RATE: return "1/time";
    case Quantity::ACCELERATION: return "force/mass";    // as fix gravity has it
    case Quantity::ANGULAR_DASHPOT: return "torque*time";
    case Quantity::MASS_RATE: return "mass/time";
    case Quantity::ENERGY: return "energy";
    case Quantity::ENERGY_PER_MASS: return "energy/mass";
    case Quantity::MASS_PER_ENERGY: return "mass/energy";
    case Quantity::VOLUME_RATE: return "volume/time";
  }
  throw std::invalid_argument("a quantity without a unit");
}

}    // namespace grist::testing
