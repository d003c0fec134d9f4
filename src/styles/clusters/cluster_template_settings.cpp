#include "styles/clusters/cluster_template_settings.h"

#include "styles/common/input_words.h"

#include "clusters/sphere_file.h"

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

static void read_source(InputWords &words, ClusterTemplateSettings &read)
{
  const std::string shape = words.one_of("shape", {"sphere", "cube", "box", "cylinder", "spheres"});
  if (shape == "spheres") {
    const std::string file = words.word("spheres");
    read.request.spheres = grist::read_spheres(file);
    read.source = "spheres " + file;
  } else {
    read.request.shape = read_shape(words, shape);
    read.source = read.request.shape->text();
  }
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
  const auto read_density = [&] {
    request.density = words.real("density");
    has_density = true;
  };
  const auto read_lattice = [&] {
    const bool is_simple = words.one_of("lattice", {"sc", "fcc"}) == "sc";
    request.lattice = is_simple ? grist::Lattice::SC : grist::Lattice::FCC;
  };
  words.read_keywords({
      {"density", read_density},
      {"elements", [&] { request.elements = words.whole("elements", 1); }},
      {"radius", [&] { request.radius = words.real("radius"); }},
      {"lattice", read_lattice},
      {"type", [&] { read.names.atom_type = words.whole("type", 1); }},
      {"bond/type", [&] { read.names.bond_type = words.whole("bond/type", 1); }},
      {"reach", [&] { request.reach = words.real("reach"); }},
      {"seed", [&] { request.seed = words.whole("seed", 1); }},
      {"rigid", [&] { request.rigid = true; }},
      {"write", [&] { read.file = words.word("write"); }},
  });
  if (!has_density)
    lmp->error->all(FLERR, "Command cluster_template: no density (keyword density is required)");
  return read;
}
