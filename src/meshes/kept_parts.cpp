#include "meshes/kept_parts.h"

#include "common/bit_hash.h"
#include "common/number_text.h"

#include <cstdio>
#include <sstream>

namespace grist {

// Raised when the same mesh is cut into other parts, or the text has another form.
static constexpr int VERSION = 1;

std::uint64_t parts_key(const Mesh &mesh, const SolidPartsRequest &request)
{
  BitHash hash;
  const double numbers[] = {static_cast<double>(VERSION), static_cast<double>(request.most),
                            request.simplify, request.volume_error, request.inertia_error};
  hash.add(numbers, std::size(numbers));
  for (const Vector3d &vertex : mesh.vertices) hash.add(vertex.data(), 3);
  for (const std::vector<int> &face : mesh.faces)
    for (const int corner : face) {
      const double number = corner;
      hash.add(&number, 1);
    }
  return hash.value();
}

static std::string exact(double value)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%.17g", value);
  return text;
}

std::string text_of(const SolidParts &parts, std::uint64_t key)
{
  std::ostringstream text;
  text << "grist parts " << key << ' ' << parts.parts.size() << '\n'
       << parts.triangles << ' ' << (parts.is_exact ? 1 : 0);
  for (const double value : {parts.volume, parts.surface, parts.parts_volume, parts.parts_surface,
                             parts.volume_error, parts.surface_error, parts.inertia_error})
    text << ' ' << exact(value);
  text << '\n';
  for (const std::vector<Vector3d> &part : parts.parts) {
    text << part.size() << '\n';
    for (const Vector3d &corner : part)
      text << exact(corner.x) << ' ' << exact(corner.y) << ' ' << exact(corner.z) << '\n';
  }
  text << "end\n";
  return text.str();
}

std::optional<SolidParts> parts_of_text(const std::string &text, std::uint64_t key)
{
  std::istringstream in(text);
  std::string word, kind;
  std::uint64_t of = 0;
  size_t count = 0;
  SolidParts parts;
  if (!(in >> word >> kind >> of >> count) || word != "grist" || kind != "parts" || of != key)
    return {};
  in >> parts.triangles >> parts.is_exact >> parts.volume >> parts.surface >> parts.parts_volume >>
      parts.parts_surface >> parts.volume_error >> parts.surface_error >> parts.inertia_error;
  for (size_t n = 0; n < count && in; n++) {
    size_t corners = 0;
    in >> corners;
    parts.parts.emplace_back();
    for (size_t k = 0; k < corners && in; k++) {
      Vector3d corner;
      in >> corner.x >> corner.y >> corner.z;
      parts.parts.back().push_back(corner);
    }
  }
  if (!(in >> word) || word != "end") return {};
  return parts;
}

std::string summary(const SolidParts &parts)
{
  const std::string count = std::to_string(parts.parts.size()) + " convex parts of " +
      std::to_string(parts.triangles) + " triangles";
  if (parts.is_exact) return count + ", exact";
  const auto percent = [](double share) { return number_text(100.0 * share) + " %"; };
  return count + "; errors: volume " + percent(parts.volume_error) + ", surface " +
      percent(parts.surface_error) + ", inertia " + percent(parts.inertia_error);
}

}    // namespace grist
