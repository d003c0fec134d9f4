/* What stands between the file of `fix wall/mesh` and its contact model. */

#ifndef GRIST_STYLES_MESH_WALL_KEYWORDS_H
#define GRIST_STYLES_MESH_WALL_KEYWORDS_H

#include "meshes/mesh_file.h"
#include "walls/mesh_wall.h"

#include <array>
#include <string>
#include <vector>

namespace LAMMPS_NS {

struct MeshWallKeywords {
  // Equal-style variables that drive a motion: three velocities and a rate of turning; empty for 0.
  struct Drive {
    int number;    // of the motion
    std::array<std::string, 4> names;
  };

  double scale = 1.0;
  grist::Vector3d shift = grist::Vector3d::Zero();
  Eigen::AngleAxisd turn = Eigen::AngleAxisd::Identity();
  bool closed = false;
  grist::MeshWall::Settings settings;
  grist::RigidMotion motion;
  std::vector<Drive> drives;
  bool has_reference = false;
  grist::Vector3d reference = grist::Vector3d::Zero();
  int stress_every = 0;    // 0: none
  std::string stress_file;
  int model;    // the word that begins the contact model

  // Reads arg[iarg] on. `user` begins error texts.
  MeshWallKeywords(class LAMMPS *lmp, int narg, char **arg, int iarg, const std::string &user);

  // Scales, then turns, then shifts.
  void transform(grist::Mesh &mesh) const;

 private:
  class LAMMPS *lmp;
  int narg;
  char **arg;
  std::string user;

  int read(int iarg);
  int read_move(int iarg);
  void need(int iarg, int values, const char *what) const;
  double number(int iarg) const;
  grist::Vector3d vector(int iarg) const;
  grist::Vector3d axis(int iarg) const;
  double period(int iarg) const;
};

}    // namespace LAMMPS_NS

#endif
