/* Body style polyhedron: polyhedra, convex ones and such of several convex parts, and spheres among
   them, for atom_style body.

   The Bodies section of a data file has for each body one integer for each convex part, the number
   of its vertices, and the coordinates of all vertices, part by part; the convex hull of its
   vertices is the part. A 0 before these integers says that parts are not to be cut at hollow edges.
   Or it has the integer 0 and one number, the radius of a sphere. Coordinates
   are along the axes of the box, relative to the position in the Atoms section, which then moves to
   the centroid.

   LAMMPS stores the vertices of each body in the body frame (origin at the centroid, principal
   axes), behind them how many each part has if there are several, and sends them from rank to rank.
   Shapes (compounds/body_shape.h) are made from the vertices where they are needed, once for all
   bodies with equal vertices (geometry/shape_store.h).
   A ghost has no vertices of its own where a body of this rank is known to have the same ones.
*/

#ifdef BODY_CLASS
// clang-format off
BodyStyle(polyhedron,BodyPolyhedron);
// clang-format on
#else

#ifndef LMP_BODY_POLYHEDRON_H
#define LMP_BODY_POLYHEDRON_H

#include "atom_vec_body.h"
#include "body.h"

#include "compounds/body_shape.h"
#include "compounds/compound_store.h"
#include "compounds/same_corners.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace LAMMPS_NS {

class BodyPolyhedron : public Body {
 public:
  BodyPolyhedron(class LAMMPS *, int, char **);
  ~BodyPolyhedron() override;

  // The shape of a body; none for a sphere. Ask again after each rebuild of the neighbor lists:
  // shapes that are not asked for, of bodies that broke or left, are forgotten.
  grist::BodyShape shape(const AtomVecBody::Bonus *bonus);

  // Bounding radius of a polyhedron, radius of a sphere.
  double radius(const AtomVecBody::Bonus *bonus);

  int vertex_limit() const { return most_vertices; }

  // Makes atom i a polyhedron, as AtomVecBody::data_body does, of the numbers that describe its
  // shape in its body frame: the corners of a hull (x, y, z of each), or of `parts` hulls with their
  // counts (compound_store.h). No hull is made where the shape is known. Its orientation is that of
  // the box.
  void add_shape(int i, std::vector<double> numbers, int parts = 1);

  // Once the bodies of ghosts are forgotten: stores the vertices of owned bodies anew if atoms were
  // deleted while there were ghosts (fix_body_store.h).
  void mend_store();

  int pack_border_body(AtomVecBody::Bonus *, double *) override;
  int unpack_border_body(AtomVecBody::Bonus *, double *) override;
  void data_body(int, int, int, int *, double *) override;
  int pack_data_body(tagint, int, double *) override;
  int write_data_body(FILE *, double *) override;
  double radius_body(int, int, int *, double *) override;
  int noutrow(int ibonus) override { return std::max(1, vertices_of(avec->bonus[ibonus])); }
  int noutcol() override { return 3; }
  void output(int, int, double *) override;
  int image(int, double, double, int *&, double **&) override;

 private:
  // Entries of `ivalue` of a bonus: the number of vertices, 0 for a sphere, and, above the lowest
  // bits, that of parts less 1; the two halves of the shape's key.
  enum { COUNTS, KEY_LOW, KEY_HIGH, INTEGERS };
  static constexpr int PARTS_FROM_BIT = 14;
  static int vertices_of(const AtomVecBody::Bonus &bonus)
  {
    return bonus.ivalue[COUNTS] & ((1 << PARTS_FROM_BIT) - 1);
  }
  static int parts_of(const AtomVecBody::Bonus &bonus)
  {
    return (bonus.ivalue[COUNTS] >> PARTS_FROM_BIT) + 1;
  }
  int number_limit() const;    // of what describes a shape

  int most_vertices;
  int parts_added = 0;    // of the shape that add_shape() adds
  grist::ShapeStore shapes;
  grist::CompoundStore compounds;
  grist::ReadBodies bodies_read;
  bigint lists_made = -1;    // step of the last rebuild that was seen
  int owned_below = -1;      // number of owned bodies when ghosts came; -1: there are no ghosts
  int *image_kinds;
  double **image_data;
  int image_room;
  bool has_warned_of_lines = false;    // that a data file cannot be read back
  bool has_warned_of_cuts = false;     // that cuts at hollow edges were left out

  void empty_pools();
  static std::uint64_t key_of(const AtomVecBody::Bonus &bonus);
  const AtomVecBody::Bonus *owned_like(const AtomVecBody::Bonus &bonus) const;
  grist::ReadBody parse(int ninteger, int ndouble, const int *ifile, const double *dfile);
  grist::ReadBody made(const std::vector<int> &counts, const std::vector<grist::Vector3d> &corners);
  void check_vertices(int count);
  double parse_sphere(int ndouble, const double *dfile);
  void set_sphere(AtomVecBody::Bonus &bonus, double radius);
  void set_numbers(AtomVecBody::Bonus &bonus, const double *numbers, int count, int parts);
};

// Bodies of style polyhedron among the atoms.
class AtomPolyhedra {
 public:
  explicit AtomPolyhedra(const class Atom *atom);
  explicit operator bool() const { return bodies; }    // false: no atom can be one

  // None for a sphere.
  grist::BodyShape shape(int i) const;

  AtomVecBody *avec;         // null: other atom styles
  BodyPolyhedron *bodies;    // null: no or other bodies

 private:
  const Atom *atom;
};

}    // namespace LAMMPS_NS

#endif
#endif
