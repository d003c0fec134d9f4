// Benchmarks of LAMMPS that run while their rebuilds are measured: bench/in.lj, in.chain and
// in.chute of its source tree.
//
// The commands are those of LAMMPS. Its data files are replaced by states of the same kind that are
// made here: chains of random walks that are pushed apart, and a close packing of grains that
// loosens as it flows. Lists are rebuilt at fixed steps, about as often as LAMMPS' own settings do.

#ifndef GRIST_BENCH_MOVING_DECKS_H
#define GRIST_BENCH_MOVING_DECKS_H

#include <string>

namespace grist {

struct MovingDeck {
  const char *name;
  double skin;
  int every, steps;    // of rebuilds, and of a timed run
  void (*write_data)(const std::string &file);
  std::string (*input)(const std::string &data);

  int builds() const { return steps / every; }
};

// Null if there is none of this name.
const MovingDeck *find_moving_deck(const std::string &name);

}    // namespace grist

#endif
