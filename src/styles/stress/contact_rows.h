// A row of compute contact/local, and what its columns are.

#ifndef LMP_CONTACT_ROWS_H
#define LMP_CONTACT_ROWS_H

#include "common/space.h"
#include "lmptype.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// One contact of two particles, or of a particle with a wall; or the sum of all contacts of two
// bodies, or of a body with a wall. The particle or body with the lower number is the first.
struct ContactRow {
  tagint id[2], body[2];    // 0: a wall
  int type[2];              // 0: a wall
  int wall;                 // its number from 1; 0: none
  int contacts;             // in this row
  double overlap;           // the largest
  double normal_force;      // sum along the normals of the contacts; positive pushes
  double tangential;        // sum of the magnitudes across them
  double weight;            // sum of the magnitudes of the forces
  double point[3];          // of the contact; the mean with the weight
  double normal[3];         // towards the first, of length 1
  double force[3];          // on the first

  // Adds a contact of the same two. `apart`: from the point of this row to the nearest image of the
  // other's point.
  void add(const ContactRow &other, const grist::Vector3d &apart);
};

struct ContactColumn {
  std::string name;
  bool of_bodies;    // has a meaning for sums over the contacts of bodies
  std::function<double(const ContactRow &)> value;
};

const std::vector<ContactColumn> &contact_columns();

}    // namespace LAMMPS_NS

#endif
