/* The contacts of spheres with a wall, in blocks: evaluated together, and added in the order in
   which they were found.
*/

#ifndef GRIST_STYLES_SPHERES_ON_WALL_H
#define GRIST_STYLES_SPHERES_ON_WALL_H

#include "pointers.h"

#include "styles/walls/sphere_wall_law.h"
#include "styles/walls/wall_list.h"
#include "styles/walls/wall_step.h"

#include "walls/wall_contact.h"

#include <vector>

namespace LAMMPS_NS {

class SpheresOnWall : protected Pointers {
 public:
  explicit SpheresOnWall(class LAMMPS *lmp) : Pointers(lmp) {}

  // At the start of a run.
  void init();

  // Computes the contacts of the spheres of a wall list, and adds the forces to the atoms. From the
  // build of a list on, histories are changed here alone.
  void compute(const WallList &list, SphereWallLaw &kernel, const WallStep &step);

  // The power of the wall on the spheres, in the last compute().
  double power() const { return work_rate; }

  // The contacts of the last compute(), with the spheres and the surfaces where they were: found by
  // the same operations, so that each has the surface by which its history is kept. (By others,
  // rounding may call a point on the common edge of two triangles by another name.)
  std::vector<SphereAtWall> find_again(grist::WallSurface &surface, const SphereWallLaw &law) const;

  double memory_usage() const { return static_cast<double>(listed.capacity() * sizeof(Listed)); }

 private:
  // What is read of a listed sphere in each step and stays the same from step to step, by number in
  // the list: spheres at a wall lie far apart in memory. Histories: as ContactMemory has them.
  struct Listed {
    double radius, mass;
    int place, contacts;
  };

  // Contacts that wait for their forces, in the order in which they were found: the atom, where the
  // history is, and whether the contact began in this step. There is room for more than are there.
  struct Waiting {
    std::vector<int> atom, place;
    std::vector<double> radius, mass;
    std::vector<char> began;
    int count = 0;

    void make_room(size_t contacts);
    void move(int from, int to);
    void drop_first(int contacts);
  };
  bool sizes_vary = false;    // within a run
  bigint listed_build = -1;
  std::vector<Listed> listed;
  const WallStep *wall = nullptr;    // in compute()
  SphereWallLaw *law = nullptr;
  const std::vector<int> *spheres = nullptr;
  Waiting waiting;
  grist::WallContacts found;    // of these
  int counted_last = -1;        // of the spheres that touch
  double work_rate = 0.0;

  void read_listed();
  void read_sizes();
  void prefetch_places(int first) const;
  void gather_centers(const SphereWallLaw &of, int first, int count,
                      grist::CenterBatch &centers) const;
  void collect_contacts(int first, int count);
  bool await_forces(int first, int count, const int *counts);
  void find_histories(int first, int count, const int *counts, int n);
  void drop_idle(int first);
  void evaluate_first(int most);
  void fill_vector();
  void add_forces(int first, int count, const grist::ContactBlock &block);
  void tally_lane(int n, int lane, const grist::ContactBlock &block);
};

}    // namespace LAMMPS_NS

#endif
