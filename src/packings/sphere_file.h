// Spheres in a text file: a line for each with x, y, z and the radius. Empty lines and what follows
// # are left out.
//
// This is also how templates of multispheres of LIGGGHTS are written.

#ifndef GRIST_PACKINGS_SPHERE_FILE_H
#define GRIST_PACKINGS_SPHERE_FILE_H

#include "packings/sphere_union.h"

#include <string>
#include <vector>

namespace grist {

// Throw std::invalid_argument, with the number of the line, for a file that cannot be read, a line
// that is not four finite numbers, a radius that check_length() rejects, no line, and more than
// MAX_ELEMENTS.
std::vector<SolidSphere> read_spheres(const std::string &file);
std::vector<SolidSphere> parse_spheres(const std::string &text, const std::string &name);

}    // namespace grist

#endif
