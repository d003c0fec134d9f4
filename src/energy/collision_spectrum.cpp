#include "energy/collision_spectrum.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace grist {

EnergyBins::EnergyBins(double least, double most, int between)
{
  if (!(least > 0.0) || !(most > least) || !std::isfinite(most) || between < 1)
    throw std::invalid_argument("energy bins need 0 < least < most");
  for (int n = 0; n <= between; n++)
    borders.push_back(least * std::pow(most / least, static_cast<double>(n) / between));
  borders.back() = most;
}

int EnergyBins::bin_of(double energy) const
{
  return static_cast<int>(std::upper_bound(borders.begin(), borders.end(), energy) -
                          borders.begin());
}

double EnergyBins::from(int bin) const
{
  assert(is_number_of(bin, count()));
  return bin == 0 ? 0.0 : borders[bin - 1];
}

double EnergyBins::to(int bin) const
{
  assert(is_number_of(bin, count()));
  return bin + 1 == count() ? std::numeric_limits<double>::infinity() : borders[bin];
}

CollisionSpectrum::CollisionSpectrum(const EnergyBins &of_bins, int kinds) :
    numbers(static_cast<size_t>(kinds) * of_bins.count() * NUMBERS, 0.0), bins(of_bins.count())
{
  assert(kinds >= 0);
}

int CollisionSpectrum::kinds() const
{
  assert(numbers.size() % (static_cast<size_t>(bins) * NUMBERS) == 0);
  return static_cast<int>(numbers.size()) / (bins * NUMBERS);
}

void CollisionSpectrum::grow(int kinds)
{
  assert(kinds >= this->kinds());
  numbers.resize(static_cast<size_t>(kinds) * bins * NUMBERS, 0.0);
}

void CollisionSpectrum::add(int kind, int bin, const ContactLoss &loss)
{
  assert(kind >= 0 && kind < kinds());
  assert(bin >= 0 && bin < bins);
  double *place = numbers.data() + (static_cast<size_t>(kind) * bins + bin) * NUMBERS;
  place[0] += 1.0;
  place[1] += loss.total;
  place[2] += loss.friction;
}

CollisionSpectrum::Entry CollisionSpectrum::entry(int kind, int bin) const
{
  assert(kind >= 0 && kind < kinds());
  assert(bin >= 0 && bin < bins);
  const double *place = numbers.data() + (static_cast<size_t>(kind) * bins + bin) * NUMBERS;
  return {place[0], {place[1], place[2]}};
}

void CollisionSpectrum::Entry::add(const Entry &other)
{
  contacts += other.contacts;
  loss.add(other.loss);
}

CollisionSpectrum::Entry CollisionSpectrum::of_bin(int bin) const
{
  assert(is_number_of(bin, bins));
  Entry sum;
  for (int kind = 0; kind < kinds(); kind++) sum.add(entry(kind, bin));
  return sum;
}

CollisionSpectrum::Entry CollisionSpectrum::total() const
{
  Entry sum;
  for (int bin = 0; bin < bins; bin++) sum.add(of_bin(bin));
  return sum;
}

bool CollisionSpectrum::has(int kind) const
{
  assert(is_number_of(kind, kinds()));
  for (int bin = 0; bin < bins; bin++)
    if (entry(kind, bin).contacts > 0.0) return true;
  return false;
}

}    // namespace grist
