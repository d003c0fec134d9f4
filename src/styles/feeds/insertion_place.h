/* Where particles are inserted: a region, the inside of a closed mesh, or the space in front of a
   flat one; and the places that particles find in it among the atoms that are there.
*/

#ifndef LMP_INSERTION_PLACE_H
#define LMP_INSERTION_PLACE_H

#include "pointers.h"

#include "feeds/dense_filling.h"
#include "meshes/mesh.h"
#include "particles/mesh_containers.h"
#include "styles/particles/placed_atoms.h"
#include "styles/particles/region_container.h"

#include <cassert>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords;

struct Orientation {
  bool random = true;
  grist::Matrix3d given = grist::Matrix3d::identity();    // otherwise
};

class InsertionPlace : protected Pointers {
 public:
  // `user` begins errors.
  InsertionPlace(LAMMPS *lmp, const std::string &user) : Pointers(lmp), user(user), atoms(lmp) {}

  // The words behind keywords region and mesh, which are one, and behind face.
  void read_region(InputWords &words);
  void read_mesh(InputWords &words);
  void read_face(InputWords &words) { face = read(words, "face"); }

  bool is_given() const { return !text().empty(); }
  bool is_face() const { return !face_file.empty(); }
  std::string text() const;    // "region feed", "mesh bin.stl"

  // For a face: particles are put into the space that it sweeps along this vector. To be called
  // before open().
  void set_sweep(const grist::Vector3d &given)
  {
    assert(is_face());
    sweep = given;
  }

  // At every init. Collective.
  void open();

  // Before particles are placed: a region that moves is taken as it is now. Collective.
  void update()
  {
    if (region) region->update();
  }

  const grist::Container &container() const
  {
    assert(space);
    return *space;
  }
  const grist::SweptFace &swept_face() const
  {
    assert(swept);
    return *swept;
  }    // of a face

  // Volume of the solid whose centres are inside now. Collective.
  double solid_inside()
  {
    return sum_inside([this](int i) { return solid_of(i); });
  }

  // Sum over the own atoms whose centres are inside now, of all ranks. Collective.
  double sum_inside(const std::function<double(int)> &amount_of);

  // For each particle a pose, or none. The same on every rank; the result depends on the particles,
  // the atoms and the seed alone. Collective.
  std::vector<std::optional<grist::Pose>> place(const std::vector<grist::SizedShape> &particles,
                                                const Orientation &orientation, std::uint64_t seed);

 private:
  std::string user, region_id, mesh_file, face_file;
  grist::Vector3d sweep = grist::Vector3d::zero();
  std::unique_ptr<grist::Container> space;
  RegionContainer *region = nullptr;    // the same, where it is a region
  grist::SweptFace *swept = nullptr;    // the same, where it is a face
  grist::Mesh face;
  PlacedAtoms atoms;

  grist::Mesh read(InputWords &words, const std::string &keyword);
  std::vector<char> near_atoms() const;
  double solid_of(int i) const;
  bool is_near(const grist::AlignedBox &extent, const double *center, double radius) const;
};

}    // namespace LAMMPS_NS

#endif
