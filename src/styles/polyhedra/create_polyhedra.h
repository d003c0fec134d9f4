/* create_polyhedra command: fills a region with bodies of body style polyhedron that do not overlap.

   Shapes, sizes and places come from geometry/; this command reads the input line, gathers the atoms that are there
   already, has rank 0 decide everything from the seed, and makes on each rank the bodies that it owns. So the result is the
   same on any number of ranks.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(create_polyhedra,CreatePolyhedra);
// clang-format on
#else

#ifndef LMP_CREATE_POLYHEDRA_H
#define LMP_CREATE_POLYHEDRA_H

#include "command.h"

#include "geometry/assortment.h"
#include "geometry/placement.h"

#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords;

class CreatePolyhedra : public Command {
 public:
  CreatePolyhedra(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  struct Order;     // what the input line asks for
  struct Bodies;    // what is made; on every rank all of them
  using Places = std::vector<std::optional<grist::Vector3d>>;

  class AtomVecBody *avec = nullptr;
  class BodyPolyhedron *body = nullptr;
  class Region *region = nullptr;
  double told = 0.0;    // when the last line of progress was printed

  Order parse(int, char **);
  void parse_keyword(const std::string &, InputWords &, Order &);
  void parse_shape(InputWords &, Order &);
  grist::RandomShape parse_random(InputWords &);
  void parse_size(InputWords &, Order &);
  BodyPolyhedron &body_of_atom_style();
  void find_region(const std::string &);

  std::vector<double> gather_spheres();
  grist::PlacementBox placement_box() const;
  template <typename Text> void tell(const Text &);
  Bodies decide(const Order &, const std::vector<double> &);
  Places place(const Order &, const grist::Assortment &, grist::OccupiedSpace &);
  bool inside_region(const double *, double);
  Bodies bodies_of(const grist::Assortment &, const Places &) const;
  void agree(const std::string &, Bodies &);

  void create(const Order &, const Bodies &);
  bool is_mine(const double *) const;
  void add_body(const Order &, const Bodies &, int, tagint);
  void report(const Order &, const Bodies &);
};

}    // namespace LAMMPS_NS

#endif
#endif
