// What contacts of bodies of several parts remember from step to step.

#ifndef GRIST_COMPOUNDS_CELL_HISTORIES_H
#define GRIST_COMPOUNDS_CELL_HISTORIES_H

#include <cstdint>
#include <utility>
#include <vector>

namespace grist {

// What the contacts of a pair remember. A cell has a key, which names the parts or pieces of both
// bodies, and the history of its contact, a row of numbers.
using CellKey = std::int64_t;
CellKey cell_key(int name_a, int name_b);
std::pair<int, int> names_of(CellKey key);
struct CellHistories {
  std::vector<CellKey> keys;    // of each cell
  std::vector<int> contacts;
  std::vector<double> rows;    // of each contact, one after another
};

// As seen from the other body: keys only.
CellHistories mirrored(const CellHistories &cells);

}    // namespace grist

#endif
