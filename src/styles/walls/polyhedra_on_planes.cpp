#include "styles/walls/polyhedra_on_planes.h"

#include "common/preconditions.h"
using namespace LAMMPS_NS;
using grist::Overlap;
using grist::OverlapStatus;
using grist::Vector3d;

const std::vector<PolyhedraOnWall::Contact> &PolyhedraOnPlanes::find(int, int i)
{
  assert(bodies.shape(i));
  contacts.clear();
  places.clear();
  const Vector3d &position = bodies.pose(i).position;
  planes.measure(position);
  for (int plane = 0; plane < planes.count(); plane++) {
    if (planes.distance(plane) >= bodies.radius(i)) continue;
    const Overlap overlap = bodies.overlap(i, planes[plane]);
    if (overlap.status != OverlapStatus::OVERLAPPING || !(overlap.area > 0.0)) continue;
    contacts.push_back(
        {overlap, planes.contact(plane, position + overlap.centroid, planes.distance(plane)), 1.0});
    places.push_back(contacts.back().at);
  }
  return contacts;
}
