#include "packings/cluster_template_settings.h"

#include "common/space.h"
#include "common/word_reader.h"

#include "packings/solid_shapes.h"
#include "packings/sphere_file.h"

namespace grist {

static Shape read_shape(WordReader &words, const std::string &shape)
{
  if (shape == "sphere") return Shape::sphere(words.real("sphere radius", Quantity::SIZE));
  if (shape == "cube") return Shape::cube(words.real("cube edge", Quantity::SIZE));
  if (shape == "box") {
    const Vector3d edges = words.vector("box", Quantity::SIZE);
    return Shape::box(edges[0], edges[1], edges[2]);
  }
  const double radius = words.real("cylinder radius", Quantity::SIZE);
  return Shape::cylinder(radius, words.real("cylinder height", Quantity::SIZE));
}

// Values at the end of the sizes have defaults.
static double next_or(WordReader &words, const std::string &what, double otherwise)
{
  return words.next_is_number() ? words.real(what, Quantity::SIZE) : otherwise;
}

static Mesh read_named_mesh(WordReader &words, const std::string &shape)
{
  namespace shapes = solid_shapes;
  if (shape == "tablet") {
    const double radius = words.real("tablet radius", Quantity::SIZE);
    const double band = next_or(words, "tablet band height", 0.4 * radius);
    return shapes::tablet(radius, band, next_or(words, "tablet cap height", 0.25 * radius));
  }
  if (shape == "rod") {
    const double radius = words.real("rod radius", Quantity::SIZE);
    return shapes::rod(radius, words.real("rod length", Quantity::SIZE));
  }
  if (shape == "cushion") {
    const Vector3d edges = words.vector("cushion", Quantity::SIZE);
    const double rounding = next_or(words, "cushion rounding", 0.25 * least_of(edges));
    return shapes::cushion(edges[0], edges[1], edges[2], rounding);
  }
  const double diameter = words.real("gravel diameter", Quantity::SIZE);
  return shapes::gravel(diameter, words.next_is_number() ? words.whole("gravel seed", 1) : 1);
}

static void read_source(WordReader &words, const MeshSource &meshes, ClusterTemplateSettings &read)
{
  const int first = words.position();
  const std::string shape = words.one_of("shape",
                                         {"sphere", "cube", "box", "cylinder", "tablet", "rod",
                                          "cushion", "gravel", "stl", "spheres"});
  ClusterRequest &request = read.request;
  if (shape == "stl") {
    read.mesh_file = words.word("stl");
    request.mesh = meshes.read(read.mesh_file);
  } else if (shape == "spheres") {
    request.spheres = read_spheres(words.word("spheres"));
  } else if (shape == "sphere" || shape == "cube" || shape == "box" || shape == "cylinder") {
    request.shape = read_shape(words, shape);
  } else {
    request.mesh = read_named_mesh(words, shape);
  }
  read.source = request.shape ? request.shape->text() : words.text(first, words.position());
}

// Scales a mesh, or the places and sizes of given spheres.
static void scale_source(ClusterRequest &request, double factor)
{
  if (request.mesh)
    for (auto &place : request.mesh->vertices) place *= factor;
  for (SolidSphere &sphere : request.spheres)
    sphere = {factor * sphere.center, factor * sphere.radius};
}

ClusterTemplateSettings read_cluster_template_settings(WordReader &&words, const MeshSource &meshes)
{
  ClusterTemplateSettings read;
  read.id = words.word("ID");
  read_source(words, meshes, read);
  read.names.title = "# cluster_template " + words.text(0);

  ClusterRequest &request = read.request;
  bool has_density = false;
  const auto read_density = [&](const char *keyword, MassOf mass_of) {
    if (has_density) words.refuse("second", keyword, "only one of density, density/solid and mass");
    request.density =
        words.real(keyword, mass_of == MassOf::CLUSTER ? Quantity::MASS : Quantity::DENSITY);
    request.mass_of = mass_of;
    has_density = true;
  };
  const auto read_range = [&] {
    request.radius = words.real("radius/range", Quantity::SIZE);
    request.radius_max = words.real("radius/range", Quantity::SIZE);
  };
  const auto read_scale = [&] {
    const double factor = words.positive("scale", Quantity::NUMBER);
    if (request.shape) words.refuse("scale", factor, "is for stl and spheres");
    scale_source(request, factor);
  };
  MeshCleaning how;
  how.use = MeshUse::SOLID;
  const auto read_precision = [&] {
    how.precision = words.positive("precision", Quantity::SIZE);
    if (read.mesh_file.empty()) words.refuse("precision", how.precision, "is for stl");
  };
  const auto read_lattice = [&] {
    const bool is_simple = words.one_of("lattice", {"sc", "fcc"}) == "sc";
    request.lattice = is_simple ? Lattice::SC : Lattice::FCC;
  };
  words.read_keywords({
      {"density", [&] { read_density("density", MassOf::ELEMENTS); }},
      {"density/solid", [&] { read_density("density/solid", MassOf::SOLID); }},
      {"mass", [&] { read_density("mass", MassOf::CLUSTER); }},
      {"elements", [&] { request.elements = words.whole("elements", 1); }},
      {"radius", [&] { request.radius = words.real("radius", Quantity::SIZE); }},
      {"radius/range", read_range},
      {"lattice", read_lattice},
      {"type", [&] { read.names.atom_type = words.whole("type", 1); }},
      {"bond/type", [&] { read.names.bond_type = words.whole("bond/type", 1); }},
      {"reach", [&] { request.reach = words.real("reach", Quantity::NUMBER); }},
      {"seed", [&] { request.seed = words.whole("seed", 1); }},
      {"rigid", [&] { request.rigid = true; }},
      {"scale", read_scale},
      {"precision", read_precision},
      {"write", [&] { read.file = words.word("write"); }},
  });
  if (!has_density) words.fail("no density (one of density, density/solid and mass is required)");
  if (!read.mesh_file.empty()) request.mesh = meshes.clean(read.mesh_file, *request.mesh, how).mesh;
  return read;
}

}    // namespace grist
