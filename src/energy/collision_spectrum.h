// How many contacts have dissipated how much energy: counts and energies by kind of contact and by
// bins of the energy that a contact lost from first to last touch, evenly spaced on a logarithmic
// scale.
//
// Vocabulary:
//   loss     what one contact has dissipated, in total and by friction (sliding, rolling) alone
//   kind     which types of particles were in contact; a number of the caller

#ifndef GRIST_ENERGY_COLLISION_SPECTRUM_H
#define GRIST_ENERGY_COLLISION_SPECTRUM_H

#include <vector>

namespace grist {

struct ContactLoss {
  double total = 0.0, friction = 0.0;
  void add(const ContactLoss &other)
  {
    total += other.total;
    friction += other.friction;
  }
};

// Borders of the bins. Bin 0 is below the first border, bin count() - 1 from the last one on.
class EnergyBins {
 public:
  // `between`: number of bins from `least` to `most`. Throws std::invalid_argument unless 0 < least
  // < most.
  EnergyBins(double least, double most, int between);

  int count() const { return static_cast<int>(borders.size()) + 1; }
  int bin_of(double energy) const;    // 0 where it is not positive
  double from(int bin) const;         // 0 of the first
  double to(int bin) const;           // infinite of the last

 private:
  std::vector<double> borders;
};

class CollisionSpectrum {
 public:
  CollisionSpectrum(const EnergyBins &bins, int kinds);

  void add(int kind, int bin, const ContactLoss &loss);
  void grow(int kinds);    // more kinds, without contacts

  struct Entry {
    double contacts = 0.0;
    ContactLoss loss;
    void add(const Entry &other);
  };
  Entry entry(int kind, int bin) const;
  Entry of_bin(int bin) const;    // of all kinds
  Entry total() const;
  bool has(int kind) const;    // any contact
  int kinds() const;

  // Three numbers for each kind and bin: contacts, energy, of it by friction. For sums over ranks
  // and restart files.
  std::vector<double> numbers;

 private:
  static constexpr int NUMBERS = 3;
  int bins;
};

}    // namespace grist

#endif
