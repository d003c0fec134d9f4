#include "styles/meshes/write_mesh.h"

#include "comm.h"
#include "error.h"
#include "meshes/vessel_keywords.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/commands/input_words.h"
#include "styles/files/output_file.h"

#include "meshes/refine_mesh.h"
#include "meshes/stl_writer.h"
#include "meshes/vessels.h"

#include <memory>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::Mesh;
using grist::Vector3d;

struct WriteMesh::Request {
  std::string file, kind, title;
  std::unique_ptr<grist::VesselKeywords> vessel;
  int axis = 2;
  Vector3d center = Vector3d::zero();
  double resolution = 0.0;    // 0: no finer than the shape
  bool text = false;
};

// ---- an error of rank 0 becomes one of all ranks

void WriteMesh::command(int narg, char **arg)
{
  InputWords words(lmp, "Command write_mesh", narg, arg);
  Request request = read(words);
  request.title = "write_mesh " + words.text(1);
  Mesh mesh;
  std::string problem;
  if (comm->me == 0) {
    try {
      mesh = mesh_of(request);
      problem = write(request, mesh);
    } catch (const std::invalid_argument &refused) {
      problem = refused.what();
    }
  }
  problem = broadcast(problem, world);
  if (!problem.empty()) error->all(FLERR, "Command write_mesh: {}", problem);
  if (comm->me == 0) report(request, mesh);
}

WriteMesh::Request WriteMesh::read(InputWords &words)
{
  Request request;
  request.file = words.word("FILE");
  request.kind = words.one_of("kind", grist::vessel_kinds());
  auto vessel = grist::vessel_keywords(request.kind, words);
  request.axis = vessel->axis;

  std::vector<Keyword> keywords = vessel->keywords;
  keywords.push_back({"axis", [&] {
                        request.axis = words.one_of("axis", {"x", "y", "z"})[0] - 'x';
                      }});
  keywords.push_back(
      {"center", [&] { request.center = words.vector("center", Quantity::LENGTH); }});
  keywords.push_back(
      {"resolution", [&] { request.resolution = words.positive("resolution", Quantity::LENGTH); }});
  keywords.push_back({"format", [&] {
                        request.text = words.one_of("format", {"text", "binary"}) == "text";
                      }});
  words.read_keywords(keywords);
  for (const std::string &key : vessel->required)
    if (!vessel->has(key))
      words.refuse("no", key, fmt::format("keyword {} is required for kind {}", key, request.kind));
  request.vessel = std::move(vessel);
  return request;
}

Mesh WriteMesh::mesh_of(const Request &request)
{
  Mesh mesh = placed(request.vessel->mesh(), request.axis, request.center);
  return request.resolution == 0.0 ? mesh : refined(std::move(mesh), request.resolution);
}

// The file gets its name when it is complete.
std::string WriteMesh::write(const Request &request, const Mesh &mesh)
{
  OutputFile file;
  const std::string contents = request.text ? text_stl(mesh, request.title)
                                            : binary_stl(mesh, request.title);
  if (file.open_for(request.file) && file.write(contents) && file.rename_to(request.file))
    return "";
  return fmt::format("cannot write file {} ({})", request.file, file.failure());
}

void WriteMesh::report(const Request &request, const Mesh &mesh)
{
  const Vector3d low = extent(mesh).low, high = extent(mesh).high;
  utils::logmesg(lmp,
                 "Mesh {}: {}, {} triangles, area {:.6g}, extent {:.6g} {:.6g} {:.6g} to {:.6g} "
                 "{:.6g} {:.6g}\n",
                 request.file, request.kind, mesh.faces.size(), surface_area(mesh), low[0], low[1],
                 low[2], high[0], high[1], high[2]);
}
