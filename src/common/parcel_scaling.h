// Parcels: spheres L times as large as the particles that they stand for, so that a run has L^3 fewer.
//
// Stress and speed are kept. Then two contacts are similar where every quantity is scaled by its
// dimension: a length times L, a time times L, a mass times L^3; so velocity, stress and density
// times 1, force times L^2. That is the rule of all quantities of contacts; the power of L is 3 m + l + t
// with the exponents of mass, length and time. Sources: Bierwisch, Kraft, Riedel and Moseler,
// J. Mech. Phys. Solids 57 (2009) 10 (stresses are kept); Thakur, Ooi and Ahmadian, Powder Technol. 293
// (2016) 130 (cohesive powders).
//
// What is exchanged at surfaces in time (heat, vapour) is kept per volume of the bed and per time of
// the plant, which is not scaled: conductivity times 1, exchange per area times L.
//
// A new keyword is scaled by its Quantity through ParcelScale, here and nowhere else.

#ifndef GRIST_COMMON_PARCEL_SCALING_H
#define GRIST_COMMON_PARCEL_SCALING_H

#include "common/quantity.h"

#include <cassert>
#include <string>
#include <vector>

namespace grist {

// The power of L by which it is scaled.
int parcel_power(Quantity quantity);

// The same of a stiffness of F = k d^n.
double parcel_power_of_stiffness(double n);

// What was scaled in a run, each once, to be printed.
class ParcelTable {
 public:
  void add(const std::string &name, double real, double parcel, double power);
  std::string text() const;    // rows of quantity, real, parcel, power; empty if there is none

 private:
  struct Row {
    std::string name;
    double real, parcel, power;
  };
  std::vector<Row> rows;
};

class ParcelScale {
 public:
  ParcelScale() = default;    // of real particles: changes nothing

  // Every value goes into the table, which must remain.
  ParcelScale(double ratio, ParcelTable *table) : length_ratio(ratio), table(table)
  {
    assert(ratio > 0.0);
  }

  double ratio() const { return length_ratio; }    // L

  // The value of parcels from that of the real material; `name` is the keyword.
  double operator()(const std::string &name, Quantity quantity, double real) const;

 private:
  double length_ratio = 1.0;
  ParcelTable *table = nullptr;
};

}    // namespace grist

#endif
