#include "common/parcel_scaling.h"

#include "common/number_text.h"

#include <algorithm>
#include <cmath>

namespace grist {

int parcel_power(Quantity quantity)
{
  return dimension_of(quantity).parcel_power;
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
