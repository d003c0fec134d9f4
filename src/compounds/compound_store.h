// Compounds that are found by their numbers (geometry/shape_store.h): the coordinates of the
// corners of all parts in the body frame, one after another, then how many corners each part has.

#ifndef GRIST_COMPOUNDS_COMPOUND_STORE_H
#define GRIST_COMPOUNDS_COMPOUND_STORE_H

#include "compounds/compound_shape.h"
#include "geometry/shape_store.h"

#include <vector>

namespace grist {

std::vector<double> numbers_of(const PartCorners &parts);
PartCorners parts_of(const double *numbers, int corners, int parts);

using CompoundStore = StoreOf<CompoundShape>;

}    // namespace grist

#endif
