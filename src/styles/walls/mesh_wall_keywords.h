// The words of `fix wall/mesh` behind its file.

#ifndef GRIST_STYLES_MESH_WALL_KEYWORDS_H
#define GRIST_STYLES_MESH_WALL_KEYWORDS_H

#include "styles/commands/motion_variables.h"
#include "styles/walls/polyhedron_wall_law.h"
#include "styles/walls/sphere_wall_law.h"
#include "styles/walls/surface_keyword.h"
#include "styles/walls/wall_deformation.h"
#include "styles/walls/wall_response.h"

#include "common/number_row.h"
#include "meshes/mesh.h"
#include "walls/mesh_wall.h"
#include "walls/wear.h"

#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct MeshWallKeywords {
  grist::MeshPlacement placement;
  bool one_sided = false;
  double smooth = 20.0;    // of TriangleMesh, in degrees
  bool closed = false;
  double precision = 0.0;    // of the clean-up (meshes/mesh_cleaning.h)
  bool repair = false;
  grist::RigidMotion motion;
  std::vector<DrivenMotion> driven;
  ResponseRequest response;
  SurfaceRequest surface;
  bool has_reference = false;
  grist::Vector3d reference = grist::Vector3d::zero();
  int stress_every = 0;    // 0: none
  std::string stress_file;
  grist::WearLaws wear;
  DeformRequest deform;
  bool draws_all = false;          // by dump image: all mesh walls, not this one alone
  int model = 0;                   // index in arg of the name of the contact model
  std::unique_ptr<WallLaw> law;    // of spheres, or
  std::unique_ptr<PolyhedronWallLaw> law_of_bodies;
};

// The numbers of these words, each stated once (common/number_row.h).
const grist::NumberRows<MeshWallKeywords> &mesh_wall_numbers();
const grist::NumberRows<grist::WearLaws> &wear_numbers();
const grist::NumberRows<DeformRequest> &deform_numbers();

// Reads from arg[first] to the end. `user` begins error texts.
MeshWallKeywords read_mesh_wall_keywords(class LAMMPS *lmp, const std::string &user, int narg,
                                         char **arg, int first);

}    // namespace LAMMPS_NS

#endif
