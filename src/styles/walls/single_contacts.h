/* Contacts of single spheres and bodies with a wall: those of laws that take one contact at a time,
   and of all laws where sizes and limits are asked for.
*/

#ifndef GRIST_STYLES_SINGLE_CONTACTS_H
#define GRIST_STYLES_SINGLE_CONTACTS_H

#include "pointers.h"

#include "styles/walls/polyhedra_on_wall.h"
#include "styles/walls/polyhedron_wall_law.h"
#include "styles/walls/wall_list.h"
#include "styles/walls/wall_step.h"

#include "contacts/contact_limits.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

class SingleContacts : protected Pointers {
 public:
  // bodies: the law, if it is one of bodies, with those that are polyhedra; else null.
  SingleContacts(class LAMMPS *lmp, WallLaw &law, PolyhedronWallLaw *bodies,
                 std::unique_ptr<PolyhedraOnWall> polyhedra);

  const PolyhedronWallLaw *law_of_bodies() const { return bodies; }

  // After the wall list is made.
  void list(const WallList &list);

  // Once surfaces of polyhedra have other numbers.
  void mark_former(grist::ContactMemory &histories);

  // Adds the forces of all contacts.
  void compute(const WallList &list, const WallStep &step);

  // Atom i as a sphere with its own mass, and its contacts within reach as number n of the list.
  grist::MovingSphere sphere(int i) const;
  const std::vector<grist::WallContact> &find(const WallList &list, int n, double reach,
                                              grist::WallSurface &surface);

  // For fix guard; spheres with the masses that count.
  void survey(const WallList &list, const WallStep &step, grist::ContactSurvey &to);

  // The radius of an atom, of a polyhedron the inner radius; of the atoms with this bit the least,
  // and the least time in which one moves by it. Infinite if there are none.
  double thinnest(int groupbit);
  double shortest_passage(int groupbit);

 private:
  WallLaw &law;
  PolyhedronWallLaw *bodies;
  std::unique_ptr<PolyhedraOnWall> polyhedra;
  grist::SingleSphere single;

  bool is_polyhedron(int i) const { return bodies && bodies->bodies.shape(i).operator bool(); }
  template <class Value> double least(int groupbit, const Value &value);
  double thickness(int i) const;
  void compute_sphere(const WallList &list, int n, const WallStep &step);
  void compute_polyhedron(int n, int i, const WallStep &step);
};

}    // namespace LAMMPS_NS

#endif
