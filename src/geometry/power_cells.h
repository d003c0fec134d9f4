// Laguerre (power) cells of a convex body: it falls into as many convex pieces as there are sites,
// with volumes as wanted. A body may have several convex parts: a cell is then what is of it in all
// parts, and its volume that of all.
//
// The cell of site i is what is in the body with |x - s_i|^2 - w_i <= |x - s_j|^2 - w_j for all j
// (Aurenhammer 1987, SIAM J. Comput. 16, 78-96). Cells divide the body exactly, whatever the
// weights; they are cut by planes, by the clipping kernel. A site may lie outside of its cell, and
// a cell may be empty.
//
// Weights that give wanted volumes are the maximum of a concave function, the dual of a transport
// of the body to the sites. Its gradient is the difference of volumes, its Hessian has the areas
// A_ij of the facets between cells,
//
//      dV_i/dw_j = -A_ij / (2 |s_i - s_j|),   dV_i/dw_i = minus the sum of these,
//
// and Newton's method with steps that leave no cell empty converges from anywhere (Kitagawa,
// Merigot and Thibert 2019, J. Eur. Math. Soc. 21, 2603-2651).
//
// Of few sites all planes are measured. Of many, those that can cut are looked for in a grid, from
// near to far, once for a cell: they cut a box around the body first, then what is of it in each
// part that the cell is near to.
//
// Body frame of the body. Any unit of length; density 1.

#ifndef GRIST_GEOMETRY_POWER_CELLS_H
#define GRIST_GEOMETRY_POWER_CELLS_H

#include "geometry/convex_polyhedron.h"
#include "geometry/convex_solid.h"
#include "geometry/site_grid.h"

#include <optional>
#include <vector>

namespace grist {

class PowerCells {
 public:
  // The body is read until the last call. Sites must differ from each other.
  PowerCells(const ConvexPolyhedron &body, const std::vector<Vector3d> &sites,
             const std::vector<double> &weights);

  // The same of a body of convex parts in one frame that do not overlap.
  PowerCells(const std::vector<ConvexSolid> &parts, const std::vector<Vector3d> &sites,
             const std::vector<double> &weights);
  PowerCells(std::vector<ConvexSolid> &&, const std::vector<Vector3d> &,
             const std::vector<double> &) = delete;

  int count() const { return static_cast<int>(cells.size()); }
  double volume(int i) const { return cells[i].volume; }    // 0 if the cell is empty
  const Vector3d &centroid(int i) const { return cells[i].centroid; }
  double weight(int i) const { return all_weights[i]; }

  // The part of the surface of a cell that it shares with another one.
  struct Facet {
    int beyond;    // site of the other cell
    double area;
  };
  const std::vector<Facet> &facets(int i) const { return cells[i].facets; }

  // The corners of a cell in one part; none if it is empty there. One that rounding has split is
  // there more than once.
  std::vector<Vector3d> corners(int i, int part = 0);

  // The same in each part where the cell has a volume.
  struct Piece {
    int part;
    std::vector<Vector3d> corners;
    double volume;
  };
  std::vector<Piece> pieces(int i);

  void set_weights(const std::vector<double> &weights);

  // Finds the weights for these volumes, from those that there are or, if these leave cells empty,
  // from 0. Volumes must be positive and have the sum of the body's. True once each cell has its
  // volume to `tolerance` (relative) or to the rounding of the body's; false if `most` steps do not
  // suffice, or none leads on: weights are then the best found.
  bool solve(const std::vector<double> &volumes, double tolerance, int most = 50);

  int steps() const { return steps_taken; }    // of the last solve()

 private:
  struct Cell {
    double volume = 0.0;
    Vector3d centroid = Vector3d::zero();
    std::vector<Facet> facets;
  };
  struct Cut {
    double distance;    // of the plane from the site
    int beyond;
  };
  std::vector<BodyView> parts;
  std::vector<AlignedBox> part_boxes;
  int face_count = 0;    // of a part, at most
  double radius = 0.0, body_volume = 0.0;
  CoordinateArrays site;
  std::vector<double> all_weights;    // padded like the sites
  std::vector<Cell> cells;
  int steps_taken = 0;

  // Of many sites.
  std::optional<ConvexSolid> around;    // a box around the body
  SiteGrid grid;
  double greatest_weight = 0.0;
  AlignedBox cell_box;    // around the cell whose planes were looked for last

  ClippedBody clipped;
  std::vector<double> distance;    // of the plane against each site
  std::vector<Cut> first;          // cuts that come first; of many sites: all that cut
  std::vector<int> beyond;         // of each new face
  std::vector<Vector3d> areas;     // of each new face

  Vector3d position(int i) const { return {site.x[i], site.y[i], site.z[i]}; }
  void set_sites(const std::vector<Vector3d> &sites, const std::vector<double> &weights);
  void cut_all();
  bool find_planes(int i);
  void gather_ring(int i, int ring, double reach);
  bool cut_part(int i, size_t part);
  void measure_planes(int i);
  void choose_first(int i);
  bool cut_by(int i, int j, double apart, double &reach);
  double farthest(int i) const;
  void measure_facets(Cell &cell);
  void add_facet(Cell &cell, int beyond, double area) const;
  bool step_along(const std::vector<double> &step, const std::vector<double> &volumes,
                  double least);
  std::vector<double> newton_step(const std::vector<double> &volumes) const;
  bool has_volumes(const std::vector<double> &volumes, double tolerance) const;
  double least_volume() const;
  double residual(const std::vector<double> &volumes) const;
};

}    // namespace grist

#endif
