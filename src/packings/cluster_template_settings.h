// The input line of cluster_template: the requested cluster, its names and its file.

#ifndef GRIST_PACKINGS_CLUSTER_TEMPLATE_SETTINGS_H
#define GRIST_PACKINGS_CLUSTER_TEMPLATE_SETTINGS_H

#include "meshes/mesh_file.h"
#include "packings/cluster_builder.h"
#include "packings/molecule_file.h"

#include <string>

namespace grist {

struct ClusterTemplateSettings {
  std::string id;
  std::string source;       // shape and sizes, or the file, as in the report
  std::string mesh_file;    // of shape stl, otherwise empty
  ClusterRequest request;
  MoleculeNames names;
  std::string file;    // of keyword write; empty without it
};

// ID shape args keyword value ... Throws std::invalid_argument for a size of the shape that is not
// positive, a file without valid spheres, and one without a closed mesh.
ClusterTemplateSettings read_cluster_template_settings(class WordReader &&words,
                                                       const MeshSource &meshes);

}    // namespace grist

#endif
