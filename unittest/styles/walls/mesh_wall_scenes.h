// Scenes for tests of fix wall/mesh.

#ifndef GRIST_UNITTEST_STYLES_WALLS_MESH_WALL_SCENES_H
#define GRIST_UNITTEST_STYLES_WALLS_MESH_WALL_SCENES_H

#include "styles/walls/wall_scenes.h"

namespace grist::testing {

inline const std::string LAW =
    " young 1e7 poisson 0.3 restitution 0.5 friction 0.4 rolling sds 1000 0.01 0.1\n";

inline const std::string LOW = "block -0.03 0.03 -0.03 0.03 0.0018 0.0022";

inline std::string spheres(const std::string &fill, int count = 150,
                           const std::string &boundary = "f f f", double speed = 0.3)
{
  return input_of({fill, count, boundary, speed, speed});
}

inline std::string moving_block(const std::string &mesh)
{
  return "variable v equal 0.1*cos(300*step*dt)\nvariable r equal 20+3*sin(200*step*dt)\n"
         "fix w all wall/mesh " +
      mesh +
      " move variable v_v NULL NULL 0 0 0 0 0 1 v_r move rotate 0.003 0 0.002 0 1 0 0.2"
      " move wiggle 0 0.001 0 0.01 model hertz/mindlin "
      "young 1e5 poisson 0.3 restitution 0.5 friction 0.4 rolling sds 100 0.01 0.1\n";
}

class FixWallMeshOnOneRank : public OneRankTest {
 protected:
  MeshFiles files;
};

}    // namespace grist::testing

#endif
