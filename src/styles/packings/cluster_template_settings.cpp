#include "styles/packings/cluster_template_settings.h"

#include "styles/common/input_words.h"
#include "styles/meshes/mesh_input.h"

#include "packings/solid_shapes.h"
#include "packings/sphere_file.h"

#include "error.h"
#include "lammps.h"

using namespace LAMMPS_NS;

static grist::Shape read_shape(InputWords &words, const std::string &shape)
{
  if (shape == "sphere") return grist::Shape::sphere(words.real("sphere radius"));
  if (shape == "cube") return grist::Shape::cube(words.real("cube edge"));
  if (shape == "box") {
    const Eigen::Vector3d edges = words.vector("box");
    return grist::Shape::box(edges[0], edges[1], edges[2]);
  }
  const double radius = words.real("cylinder radius");
  return grist::Shape::cylinder(radius, words.real("cylinder height"));
}

// Values at the end of the sizes have defaults.
static double next_or(InputWords &words, const std::string &what, double otherwise)
{
  return words.next_is_number() ? words.real(what) : otherwise;
}

static grist::Mesh read_named_mesh(InputWords &words, const std::string &shape)
{
  namespace shapes = grist::solid_shapes;
  if (shape == "tablet") {
    const double radius = words.real("tablet radius");
    const double band = next_or(words, "tablet band height", 0.4 * radius);
    return shapes::tablet(radius, band, next_or(words, "tablet cap height", 0.25 * radius));
  }
  if (shape == "rod") {
    const double radius = words.real("rod radius");
    return shapes::rod(radius, words.real("rod length"));
  }
  if (shape == "cushion") {
    const Eigen::Vector3d edges = words.vector("cushion");
    const double rounding = next_or(words, "cushion rounding", 0.25 * edges.minCoeff());
    return shapes::cushion(edges[0], edges[1], edges[2], rounding);
  }
  const double diameter = words.real("gravel diameter");
  return shapes::gravel(diameter, words.next_is_number() ? words.whole("gravel seed", 1) : 1);
}

static void read_source(InputWords &words, ClusterTemplateSettings &read)
{
  const int first = words.position();
  const std::string shape = words.one_of("shape",
                                         {"sphere", "cube", "box", "cylinder", "tablet", "rod",
                                          "cushion", "gravel", "stl", "spheres"});
  grist::ClusterRequest &request = read.request;
  if (shape == "stl") {
    read.mesh_file = words.word("stl");
    request.mesh = read_mesh_file(read.mesh_file);
  } else if (shape == "spheres") {
    request.spheres = grist::read_spheres(words.word("spheres"));
  } else if (shape == "sphere" || shape == "cube" || shape == "box" || shape == "cylinder") {
    request.shape = read_shape(words, shape);
  } else {
    request.mesh = read_named_mesh(words, shape);
  }
  read.source_from = first;
  read.source_to = words.position();
}

// Scales a mesh, or the places and sizes of given spheres.
static void scale_source(grist::ClusterRequest &request, double factor)
{
  if (request.mesh)
    for (auto &place : request.mesh->vertices) place *= factor;
  for (grist::SolidSphere &sphere : request.spheres)
    sphere = {factor * sphere.center, factor * sphere.radius};
}

static std::string source_text(const ClusterTemplateSettings &read, char **arg)
{
  if (read.request.shape) return read.request.shape->text();
  std::string text = arg[read.source_from];
  for (int n = read.source_from + 1; n < read.source_to; n++) text += std::string(" ") + arg[n];
  return text;
}

ClusterTemplateSettings LAMMPS_NS::read_cluster_template_settings(LAMMPS *lmp, int narg, char **arg)
{
  InputWords words(lmp, "Command cluster_template", narg, arg);
  ClusterTemplateSettings read;
  read.id = words.word("ID");
  read_source(words, read);
  read.names.title = "# cluster_template";
  for (int i = 0; i < narg; i++) read.names.title += std::string(" ") + arg[i];

  grist::ClusterRequest &request = read.request;
  bool has_density = false;
  const auto read_density = [&](const char *keyword, grist::MassOf mass_of) {
    if (has_density) words.refuse("second", keyword, "only one of density, density/solid and mass");
    request.density = words.real(keyword);
    request.mass_of = mass_of;
    has_density = true;
  };
  const auto read_range = [&] {
    request.radius = words.real("radius/range");
    request.radius_max = words.real("radius/range");
  };
  const auto read_scale = [&] {
    const double factor = words.positive("scale");
    if (request.shape) words.refuse("scale", factor, "is for stl and spheres");
    scale_source(request, factor);
  };
  grist::MeshCleaning how;
  how.use = grist::MeshUse::SOLID;
  const auto read_precision = [&] {
    how.precision = words.positive("precision");
    if (read.mesh_file.empty()) words.refuse("precision", how.precision, "is for stl");
  };
  const auto read_lattice = [&] {
    const bool is_simple = words.one_of("lattice", {"sc", "fcc"}) == "sc";
    request.lattice = is_simple ? grist::Lattice::SC : grist::Lattice::FCC;
  };
  words.read_keywords({
      {"density", [&] { read_density("density", grist::MassOf::ELEMENTS); }},
      {"density/solid", [&] { read_density("density/solid", grist::MassOf::SOLID); }},
      {"mass", [&] { read_density("mass", grist::MassOf::CLUSTER); }},
      {"elements", [&] { request.elements = words.whole("elements", 1); }},
      {"radius", [&] { request.radius = words.real("radius"); }},
      {"radius/range", read_range},
      {"lattice", read_lattice},
      {"type", [&] { read.names.atom_type = words.whole("type", 1); }},
      {"bond/type", [&] { read.names.bond_type = words.whole("bond/type", 1); }},
      {"reach", [&] { request.reach = words.real("reach"); }},
      {"seed", [&] { request.seed = words.whole("seed", 1); }},
      {"rigid", [&] { request.rigid = true; }},
      {"scale", read_scale},
      {"precision", read_precision},
      {"write", [&] { read.file = words.word("write"); }},
  });
  if (!has_density)
    lmp->error->all(FLERR,
                    "Command cluster_template: no density (one of density, density/solid and mass "
                    "is required)");
  if (!read.mesh_file.empty())
    request.mesh = clean_mesh(lmp, read.mesh_file, *request.mesh, how).mesh;
  read.source = source_text(read, arg);
  return read;
}
