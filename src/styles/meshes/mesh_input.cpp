#include "styles/meshes/mesh_input.h"

#include "comm.h"
#include "common/constants.h"
#include "common/space.h"
#include "fmt/format.h"
#include "lammps.h"
#include "meshes/kept_parts.h"
#include "platform.h"
#include "styles/files/output_file.h"
#include "styles/files/work_progress.h"
#include "utils.h"

#include <stdexcept>
#include <utility>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr size_t FINE = 100000;      // triangles; from here on it takes seconds
static constexpr size_t MANY = 1000;        // to be cut into parts
static constexpr double LONG_WORK = 1.0;    // seconds; what took longer is kept

bool LAMMPS_NS::is_fine(const grist::Mesh &mesh)
{
  return mesh.faces.size() >= FINE;
}

grist::CleanMesh LAMMPS_NS::clean_mesh(LAMMPS *lmp, const std::string &file,
                                       const grist::Mesh &mesh, const grist::MeshCleaning &how)
{
  if (is_fine(mesh))
    report_now(lmp, fmt::format("Mesh {}: {} triangles ...\n", file, mesh.faces.size()));
  grist::CleanMesh clean = grist::cleaned(mesh, how);
  const std::string changes = clean.report.text();
  if (!changes.empty() && lmp->comm->me == 0) utils::logmesg(lmp, "Mesh {}: {}\n", file, changes);
  return clean;
}

static std::string text_if_there(const std::string &file)
{
  try {
    return grist::file_contents(file);
  } catch (const std::invalid_argument &) {
    return "";
  }
}

grist::SolidParts LAMMPS_NS::cut_mesh(LAMMPS *lmp, const std::string &file, const grist::Mesh &mesh,
                                      const grist::SolidPartsRequest &how)
{
  const std::string beside = file + ".parts";
  const std::uint64_t key = grist::parts_key(mesh, how);
  auto parts = grist::parts_of_text(text_if_there(beside), key);
  std::string where = parts ? fmt::format(" (from {})", beside) : "";
  if (!parts) {
    if (mesh.faces.size() >= MANY)
      report_now(lmp,
                 fmt::format("Shape file {}: {} triangles are cut into convex parts ...\n", file,
                             mesh.faces.size()));
    const double start = platform::walltime();
    parts = grist::solid_parts(mesh, how);
    OutputFile kept;
    if (lmp->comm->me == 0 && platform::walltime() - start > LONG_WORK && kept.open_for(beside) &&
        kept.write(grist::text_of(*parts, key)) && kept.rename_to(beside))
      where = fmt::format(" (kept in {})", beside);
  }
  if (lmp->comm->me == 0)
    utils::logmesg(lmp, "Shape file {}: {}{}\n", file, summary(*parts), where);
  return *parts;
}

grist::MeshSource LAMMPS_NS::mesh_source(LAMMPS *lmp)
{
  grist::MeshSource source;
  source.clean = [lmp](const std::string &file, const grist::Mesh &mesh,
                       const grist::MeshCleaning &how) { return clean_mesh(lmp, file, mesh, how); };
  source.cut = [lmp](const std::string &file, const grist::Mesh &mesh,
                     const grist::SolidPartsRequest &how) {
    return cut_mesh(lmp, file, mesh, how);
  };
  return source;
}

PlacementWords::PlacementWords(InputWords &words, grist::MeshPlacement &to, std::string of) :
    words(words), to(to), of(std::move(of))
{
}

std::vector<Keyword> PlacementWords::keywords()
{
  return {{"scale", [this] { read_scale(); }}, {"turn", [this] { read_turn(); }}, {"shift", [this] {
                                                                                     read_shift();
                                                                                   }}};
}

void PlacementWords::read_scale()
{
  words.need(1, of + "scale", "a factor");
  check_order("scale", is_scaled);
  to.scale *= words.positive(of + "scale", Quantity::NUMBER);
}

void PlacementWords::read_turn()
{
  words.need(4, of + "turn", "an axis and an angle");
  check_order("turn", is_turned);
  const Vector3d axis = words.axis(of + "turn axis");
  to.rotation = rotation_matrix(words.finite(of + "turn", Quantity::ANGLE) * grist::DEGREE, axis) *
      to.rotation;
}

void PlacementWords::read_shift()
{
  words.need(3, of + "shift", "x y z");
  check_order("shift", is_shifted);
  to.shift += words.vector(of + "shift", Quantity::LENGTH);
}

void PlacementWords::check_order(const std::string &word, bool &is_given)
{
  if (word != "shift" && is_shifted) shift_is_last = false;
  if (is_given) again = word;
  is_given = true;
  if (!again.empty() && !shift_is_last)
    words.refuse(of + again, "given again",
                 "expected shift after scale and turn, as the mesh is scaled, then turned, then "
                 "shifted");
}
