#include "styles/liquid/kept_bridges.h"

#include <cstdint>
#include <cstring>

namespace LAMMPS_NS {

static constexpr int NUMBERS = 2;    // of a bridge

// Ids as LAMMPS sends them: the bits of an integer in those of a number.
static double bits_of(tagint id)
{
  const auto wide = static_cast<std::int64_t>(id);
  double bits;
  std::memcpy(&bits, &wide, sizeof bits);
  return bits;
}

static tagint id_of(double bits)
{
  std::int64_t wide;
  std::memcpy(&wide, &bits, sizeof wide);
  return static_cast<tagint>(wide);
}

int packed_size(const KeptBridges &bridges)
{
  return 1 + NUMBERS * static_cast<int>(bridges.size());
}

int pack(const KeptBridges &bridges, double *to)
{
  int n = 0;
  to[n++] = static_cast<double>(bridges.size());
  for (const KeptBridge &one : bridges) {
    to[n++] = bits_of(one.partner);
    to[n++] = one.volume;
  }
  return n;
}

int unpack(KeptBridges &bridges, const double *from)
{
  const int count = static_cast<int>(from[0]);
  for (int k = 0; k < count; k++)
    bridges.push_back({id_of(from[1 + NUMBERS * k]), from[2 + NUMBERS * k]});
  return 1 + NUMBERS * count;
}

double half_of_volumes(const KeptBridges &bridges)
{
  double sum = 0.0;
  for (const KeptBridge &one : bridges) sum += 0.5 * one.volume;
  return sum;
}

}    // namespace LAMMPS_NS
