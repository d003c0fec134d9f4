// The convex parts of a mesh as a text, by which a file that was cut once is known again.
//
// The first line has a key of the mesh and the request; numbers are written with all their digits.

#ifndef GRIST_MESHES_KEPT_PARTS_H
#define GRIST_MESHES_KEPT_PARTS_H

#include "meshes/solid_parts.h"

#include <cstdint>
#include <optional>
#include <string>

namespace grist {

std::uint64_t parts_key(const Mesh &mesh, const SolidPartsRequest &request);
std::string text_of(const SolidParts &parts, std::uint64_t key);

// Nothing where the text is of another key, or none of these.
std::optional<SolidParts> parts_of_text(const std::string &text, std::uint64_t key);

// what is said of them: parts, triangles, errors.
std::string summary(const SolidParts &parts);

}    // namespace grist

#endif
