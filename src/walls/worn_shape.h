// The shape of a wall that wears: the corners of its mesh recede into the solid behind the triangles
// until the worn volume is gone.
//
// Vocabulary:
//   corner    of the surface: a corner of the mesh, of which images in a periodic box are copies
//   depth     of a corner: worn volume over area, both of a third of each triangle around it
//   shift     of a corner, from its place in the file
//   sheet     a surface without solid of its own: behind some triangle there is no other side of the
//             wall. Its thickness must be given
//
// A corner moves by the way that makes all triangles around it recede by its depth d, in the mean of
// squares over their areas A with normals n:
//
//      (sum A n n^T + e sum A) s = -d sum A n,   e = 0.001
//
// in a direction in which e settles what the triangles leave open: along sum A n, the gradient of the
// enclosed volume. On a plane, an edge or a corner of three planes all faces recede by d, however
// they are cut into triangles. The way is as long as its volume, s . sum A n / 3, asks for; and all
// ways together are scaled, close to 1, so that the volume between the old and the new surface,
// which is a cubic polynomial, is that worn.
//
// The corners of a slender triangle are nearer to each other than the places whose depths differ: by
// such ways it would turn over. So the corner beside its longest edge moves nearly as this edge does
// there.
//
// All vectors are in the frame of the mesh.

#ifndef GRIST_WALLS_WORN_SHAPE_H
#define GRIST_WALLS_WORN_SHAPE_H

#include "walls/mesh_wall.h"

#include <string>
#include <vector>

namespace grist {

// How far one corner has moved since the file. Copied byte by byte between ranks and into restart files.
struct WornCorner {
  double shift[3] = {0.0, 0.0, 0.0};
  double depth = 0.0;
};

class WornShape {
 public:
  // `thickness` of a sheet, 0 if it is not given; `least` that is left of the wall, or 0. Throws
  // std::invalid_argument for a mesh with T-junctions, and for a thickness that is missing, not
  // needed or below the least.
  WornShape(MeshWall &wall, double thickness, double least);

  const TriangleMesh &mesh() const { return wall.mesh(); }
  const std::vector<WornCorner> &corners() const { return worn; }

  // Moves the wall there.
  void set_corners(const std::vector<WornCorner> &corners);

  // Moves the wall by what was worn from each own triangle. Returns what is wrong with the new shape,
  // with the triangle, its place and the remedy, or nothing.
  std::string wear(const std::vector<double> &volumes);

 private:
  MeshWall &wall;
  double thickness, least;
  std::vector<WornCorner> worn;
  std::vector<double> first_areas;
  std::vector<char> cut_before;    // by edge of the mesh: it meets another triangle in the file
  std::vector<double> moved;       // by edge: how far since it was last tested for cuts
  std::vector<Vector3d> normals_before;    // of own triangles, before the last deformation
  double travelled = 0.0;                  // sum of the largest ways of all deformations
  struct Thickness {
    double behind, travelled;    // at that time
  };
  std::vector<Thickness> measured;    // by own triangle

  void check_thickness(double given) const;
  double thickness_behind(int triangle) const;
  bool is_cut(int edge) const;
  std::vector<int> shift_wall();
  void add_ways(const std::vector<Vector3d> &ways, double scale);
  struct Moving {
    std::vector<int> triangles, slender;    // own ones; slender ones among them
  };
  Moving moving(const std::vector<double> &volumes) const;
  std::vector<Vector3d> ways_of(const std::vector<double> &volumes, const Moving &moving,
                                std::vector<double> &depths) const;
  void straighten(const std::vector<int> &slender, const std::vector<double> &areas,
                  std::vector<Vector3d> &ways) const;
  double scale_of(const std::vector<Vector3d> &ways, const std::vector<int> &triangles,
                  double volume) const;
  std::string fault(const std::vector<int> &changed);
  std::string fault_of(int triangle);
  bool cuts_now(int edge);
  double least_behind(int triangle);
  std::string thin_place();
  std::string named(int triangle, const std::string &problem) const;
};

// The own triangles, where they are in the frame of the mesh.
Mesh own_mesh(const TriangleMesh &mesh);

}    // namespace grist

#endif
