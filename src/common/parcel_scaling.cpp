#include "common/parcel_scaling.h"

#include "common/number_text.h"

#include <algorithm>
#include <cmath>

namespace grist {

// Exponents of mass, length and time.
static constexpr int by_dimension(int mass, int length, int time)
{
  return 3 * mass + length + time;
}

int parcel_power(Quantity quantity)
{
  switch (quantity) {
    case Quantity::SIZE: return by_dimension(0, 1, 0);
    case Quantity::MASS: return by_dimension(1, 0, 0);
    case Quantity::VOLUME: return by_dimension(0, 3, 0);
    case Quantity::DENSITY: return by_dimension(1, -3, 0);
    case Quantity::VELOCITY: return by_dimension(0, 1, -1);
    case Quantity::TIME: return by_dimension(0, 0, 1);
    case Quantity::PRESSURE: return by_dimension(1, -1, -2);
    case Quantity::FORCE: return by_dimension(1, 1, -2);
    case Quantity::TORQUE: return by_dimension(1, 2, -2);
    case Quantity::STIFFNESS: return by_dimension(1, 0, -2);
    case Quantity::DASHPOT: return by_dimension(1, 0, -1);
    case Quantity::ENERGY_PER_AREA: return by_dimension(1, 0, -2);
    case Quantity::FORCE_PER_VOLUME: return by_dimension(1, -2, -2);
    case Quantity::VISCOSITY: return by_dimension(1, -1, -1);
    case Quantity::HEAT_SOURCE: return 3;          // as the particles that a parcel stands for
    case Quantity::EXCHANGE_PER_AREA: return 1;    // surface per volume goes with 1/L
    case Quantity::CONDUCTIVITY:
    case Quantity::NUMBER: break;
  }
  return 0;
}

double parcel_power_of_stiffness(double n)
{
  return parcel_power(Quantity::FORCE) - n * parcel_power(Quantity::SIZE);
}

void ParcelTable::add(const std::string &name, double real, double parcel, double power)
{
  const auto same = [&](const Row &row) { return row.name == name && row.real == real; };
  if (std::none_of(rows.begin(), rows.end(), same)) rows.push_back({name, real, parcel, power});
}

static std::string padded(std::string text, size_t width)
{
  text.resize(std::max(width, text.size() + 1), ' ');
  return text;
}

std::string ParcelTable::text() const
{
  constexpr size_t NAME = 28, VALUE = 14;
  std::string all;
  for (const Row &row : rows)
    all += "  " + padded(row.name, NAME) + padded(number_text(row.real), VALUE) +
        padded(number_text(row.parcel), VALUE) + "L^" + number_text(row.power) + "\n";
  if (all.empty()) return all;
  return "  " + padded("quantity", NAME) + padded("real", VALUE) + padded("parcel", VALUE) +
      "times\n" + all;
}

double ParcelScale::operator()(const std::string &name, Quantity quantity, double real) const
{
  const int power = parcel_power(quantity);
  if (length_ratio == 1.0 || power == 0 || real == 0.0) return real;
  const double parcel = real * std::pow(length_ratio, power);
  if (table) table->add(name, real, parcel, power);
  return parcel;
}

}    // namespace grist
