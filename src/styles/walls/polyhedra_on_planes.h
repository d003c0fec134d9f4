/* Polyhedra on planes that move together (walls/plane_wall.h): the overlap with each half space.
*/

#ifndef GRIST_STYLES_POLYHEDRA_ON_PLANES_H
#define GRIST_STYLES_POLYHEDRA_ON_PLANES_H

#include "styles/polyhedra/polyhedron_bodies.h"
#include "styles/walls/polyhedra_on_wall.h"

#include "walls/plane_wall.h"

namespace LAMMPS_NS {

class PolyhedraOnPlanes : public PolyhedraOnWall {
 public:
  PolyhedraOnPlanes(PolyhedronBodies &bodies, grist::PlaneWall &planes) :
      bodies(bodies), planes(planes)
  {
  }
  void list(const std::vector<int> &, double) override {}
  const std::vector<Contact> &find(int n, int i) override;
  double *histories(int i, grist::ContactMemory &memory) override
  {
    return memory.update(i, places, planes);
  }
  bool began(int k, const grist::ContactMemory &memory) const override { return memory.began(k); }

 private:
  PolyhedronBodies &bodies;
  grist::PlaneWall &planes;
  std::vector<Contact> contacts;
  std::vector<grist::WallContact> places;    // of the contacts
};

}    // namespace LAMMPS_NS

#endif
