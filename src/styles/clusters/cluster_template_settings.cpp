#include "styles/clusters/cluster_template_settings.h"

#include "styles/common/input_words.h"

#include "error.h"
#include "lammps.h"

using namespace LAMMPS_NS;

static grist::Shape read_shape(InputWords &words)
{
  const std::string shape = words.one_of("shape", {"sphere", "cube", "box", "cylinder"});
  if (shape == "sphere") return grist::Shape::sphere(words.real("sphere radius"));
  if (shape == "cube") return grist::Shape::cube(words.real("cube edge"));
  if (shape == "box") {
    const Eigen::Vector3d edges = words.vector("box");
    return grist::Shape::box(edges[0], edges[1], edges[2]);
  }
  const double radius = words.real("cylinder radius");
  return grist::Shape::cylinder(radius, words.real("cylinder height"));
}

ClusterTemplateSettings LAMMPS_NS::read_cluster_template_settings(LAMMPS *lmp, int narg, char **arg)
{
  InputWords words(lmp, "Command cluster_template", narg, arg);
  const std::string id = words.word("ID");
  ClusterTemplateSettings read = {id, {read_shape(words), 0.0, {}, {}, {}}, {}, ""};
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
      {"write", [&] { read.file = words.word("write"); }},
  });
  if (!has_density)
    lmp->error->all(FLERR, "Command cluster_template: no density (keyword density is required)");
  return read;
}
