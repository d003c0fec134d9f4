/* Polyhedra on planes that move together (walls/moving_planes.h): the overlap with each half space.
*/

#ifndef GRIST_STYLES_BODY_PLANE_CONTACTS_H
#define GRIST_STYLES_BODY_PLANE_CONTACTS_H

#include "styles/polyhedra/polyhedron_bodies.h"
#include "styles/walls/body_contacts.h"

#include "walls/moving_planes.h"

namespace LAMMPS_NS {

class BodyPlaneContacts : public BodyContacts {
 public:
  BodyPlaneContacts(PolyhedronBodies &bodies, grist::MovingPlanes &planes) :
      bodies(bodies), planes(planes)
  {
  }
  void list(const std::vector<int> &, double) override {}
  const std::vector<Contact> &find(int n, int i) override;
  double *histories(int i, grist::ContactMemory &memory) override;
  bool began(int k, const grist::ContactMemory &memory) const override { return memory.began(k); }

 private:
  PolyhedronBodies &bodies;
  grist::MovingPlanes &planes;
  std::vector<Contact> contacts;
  std::vector<grist::WallContact> places;    // of the contacts
};

}    // namespace LAMMPS_NS

#endif
