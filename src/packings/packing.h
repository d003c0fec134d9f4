// Equal spheres ("elements") packed into a shape: densely at random, or on a lattice.
//
// A random packing depends on its arguments only, not on the machine, the compiler or the unit of
// length: it is computed in the unit shape with + - * / and sqrt alone, in a fixed order, from
// std::mt19937_64, and the files of this folder are compiled without fused multiply-add. Centres
// are relative to the centre of the shape.
//
// Every function throws std::invalid_argument, with the value in its text, for a count or radius
// without a packing.

#ifndef GRIST_PACKINGS_PACKING_H
#define GRIST_PACKINGS_PACKING_H

#include "packings/shape.h"

#include <cstdint>
#include <vector>

namespace grist {

// More elements than this are rejected: their packing would take many minutes.
inline constexpr int MAX_ELEMENTS = 50000;

struct RandomPacking {
  std::uint64_t seed = 1;
  double reach = 1.1;    // of bonds, over the distance at which elements touch (settle.h)
};

// `count` elements, with the largest radius for which the packing fits the shape.
// With few elements there are several random starts, and the best is kept.
Packing pack_count(const Shape &shape, int count, const RandomPacking &choice);

// The same packing, contracted or expanded so that its elements have this radius. They never
// overlap. Where they are too large for the shape, they protrude from it.
Packing pack_count(const Shape &shape, int count, double radius, const RandomPacking &choice);

// As many elements of this radius as fit the shape in a random packing.
Packing pack_radius(const Shape &shape, double radius, const RandomPacking &choice);

enum class Lattice { SC, FCC };    // simple cubic, face-centred cubic; neighbours touch

// The lattice sites at which an element of this radius lies in the shape, up to 1e-9 of its radius.
// Along each axis the shape's centre is at a site or half-way between two layers, whichever gives
// more elements.
Packing pack_lattice(const Shape &shape, double radius, Lattice lattice);

// The cube root of a positive number, by Newton's method: std::cbrt differs between C libraries.
double cube_root(double value);

// Largest distance by which elements protrude from the shape; 0 if all are inside.
double protrusion(const Shape &shape, const Packing &packing);

}    // namespace grist

#endif
