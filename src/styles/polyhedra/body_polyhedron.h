/* Body style polyhedron: convex polyhedra of any number of vertices, and spheres among them, for
   atom_style body.

   The Bodies section of a data file has for each body one integer, the number N of vertices, and 3
   N coordinates, whose convex hull is the shape; or the integer 0 and one number, the radius of a
   sphere. Coordinates are along the axes of the box, relative to the position in the Atoms section,
   which then moves to the centroid.

   LAMMPS stores the vertices of each body in the body frame (origin at the centroid, principal
   axes) and sends them from rank to rank. Shapes (geometry/convex_polyhedron.h) are made from the
   vertices where they are needed, once for all bodies with equal vertices (geometry/shape_store.h).
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

#include "geometry/shape_store.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace LAMMPS_NS {

class BodyPolyhedron : public Body {
 public:
  BodyPolyhedron(class LAMMPS *, int, char **);
  ~BodyPolyhedron() override;

  // The shape of a body; null for a sphere. Ask again after each rebuild of the neighbor lists:
  // shapes that are not asked for, of bodies that broke or left, are forgotten.
  const grist::ConvexPolyhedron *shape(const AtomVecBody::Bonus *bonus);

  // Bounding radius of a polyhedron, radius of a sphere.
  double radius(const AtomVecBody::Bonus *bonus);

  int vertex_limit() const { return most_vertices; }

  // Makes atom i a polyhedron, as AtomVecBody::data_body does, of the corners of a hull (x, y, z of
  // each) in its body frame: no hull is made where the shape is known. Its orientation is that of
  // the box.
  void add_shape(int i, std::vector<double> corners);

  // Once the bodies of ghosts are forgotten: stores the vertices of owned bodies anew if atoms were
  // deleted while there were ghosts (fix_body_store.h).
  void mend_store();

  int pack_border_body(AtomVecBody::Bonus *, double *) override;
  int unpack_border_body(AtomVecBody::Bonus *, double *) override;
  void data_body(int, int, int, int *, double *) override;
  int pack_data_body(tagint, int, double *) override;
  int write_data_body(FILE *, double *) override;
  double radius_body(int, int, int *, double *) override;
  int noutrow(int ibonus) override { return std::max(1, avec->bonus[ibonus].ivalue[VERTICES]); }
  int noutcol() override { return 3; }
  void output(int, int, double *) override;
  int image(int, double, double, int *&, double **&) override;

 private:
  // Entries of `ivalue` of a bonus: the number of vertices, 0 for a sphere, and the two halves of
  // the shape's key.
  enum { VERTICES, KEY_LOW, KEY_HIGH, INTEGERS };

  int most_vertices;
  bool adds_shape = false;    // in add_shape
  grist::ShapeStore shapes;
  bigint lists_made = -1;    // step of the last rebuild that was seen
  int owned_below = -1;      // number of owned bodies when ghosts came; -1: there are no ghosts
  int *image_kinds;
  double **image_data;
  int image_room;

  void empty_pools();
  static std::uint64_t key_of(const AtomVecBody::Bonus &bonus);
  const AtomVecBody::Bonus *owned_like(const AtomVecBody::Bonus &bonus) const;
  grist::ConvexPolyhedron parse(int ninteger, int ndouble, const int *ifile, const double *dfile);
  void check_vertices(int count);
  double parse_sphere(int ndouble, const double *dfile);
  void set_sphere(AtomVecBody::Bonus &bonus, double radius);
  grist::Pose set_hull(AtomVecBody::Bonus &bonus, const grist::ConvexPolyhedron &given);
  void set_corners(AtomVecBody::Bonus &bonus, const double *corners, int count);
};

// Bodies of style polyhedron among the atoms.
class AtomPolyhedra {
 public:
  explicit AtomPolyhedra(const class Atom *atom);
  explicit operator bool() const { return bodies; }    // false: no atom can be one

  // Null for a sphere.
  const grist::ConvexPolyhedron *shape(int i) const;

  AtomVecBody *avec;         // null: other atom styles
  BodyPolyhedron *bodies;    // null: no or other bodies

 private:
  const Atom *atom;
};

}    // namespace LAMMPS_NS

#endif
#endif
