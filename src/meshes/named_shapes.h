// Bodies that are not convex, by name: the numbers that describe each, and its mesh.
//
// Numbers are ratios of lengths, or counts; the largest of the lengths that others are given over
// is 1, and the caller scales the mesh to its size. The meshes are closed: each edge belongs to two
// polygons, which run along it in opposite ways. Polygons are flat and may be concave. There are no
// faces inside, where arms meet: cleaned() with MeshUse::SOLID finds nothing to change.
//
// Words: a *rod* is a polygon moved along a path, its ends mitred where the path turns; *corners*
// of a rod are those of its section, a regular polygon whose width is that between flat sides.

#ifndef GRIST_MESHES_NAMED_SHAPES_H
#define GRIST_MESHES_NAMED_SHAPES_H

#include "common/number_range.h"
#include "meshes/mesh.h"

#include <string>
#include <vector>

namespace grist {

struct NamedShape {
  struct Argument {
    const char *name;
    double initial;    // where it is not given
    NumberRange range;
    const char *text;    // what it is, as in the page
  };
  const char *name;
  const char *text;
  std::vector<Argument> arguments;
  Mesh (*make)(const std::vector<double> &values);    // one for each argument, each in its range
};

const std::vector<NamedShape> &named_shapes();

// The row of a shape; null if there is none of this name. Names differ in upper and lower case.
const NamedShape *find_named_shape(const std::string &name);

// The mesh with the values given first, in their order, and initial ones for the rest. Throws
// std::invalid_argument for values out of range, values that do not go together, and too many.
Mesh named_shape_mesh(const NamedShape &shape, const std::vector<double> &values = {});

}    // namespace grist

#endif
