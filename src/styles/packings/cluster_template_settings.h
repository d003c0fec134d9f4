// The input line of cluster_template: the requested cluster, its names and its file.

#ifndef LMP_CLUSTER_TEMPLATE_SETTINGS_H
#define LMP_CLUSTER_TEMPLATE_SETTINGS_H

#include "packings/cluster_builder.h"
#include "packings/molecule_file.h"

#include <string>

namespace LAMMPS_NS {

struct ClusterTemplateSettings {
  std::string id;
  std::string source;                    // shape and sizes, or the file, as in the report
  int source_from = 0, source_to = 0;    // its words
  std::string mesh_file;                 // of shape stl, otherwise empty
  grist::ClusterRequest request;
  grist::MoleculeNames names;
  std::string file;    // of keyword write; empty without it
};

// cluster_template ID shape args keyword value ... Throws std::invalid_argument for a size of the
// shape that is not positive, a file without valid spheres, and one without a closed mesh.
ClusterTemplateSettings read_cluster_template_settings(class LAMMPS *lmp, int narg, char **arg);

}    // namespace LAMMPS_NS

#endif
