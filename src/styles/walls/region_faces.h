/* Contacts of spheres with a LAMMPS region, without asking the region, in the cases that nearly all
   have.

   These are: the centre is inside a block, cylinder, cone, sphere or half space, or of a union or
   an intersection of these, and the region is touched from inside (side in) or open; or the centre
   is where the region is not touched. Elsewhere the region is asked: outside of open regions and of
   those with side out, and regions of other styles or whose size varies.

   Points are in the frame of the region.
*/

#ifndef GRIST_STYLES_REGION_FACES_H
#define GRIST_STYLES_REGION_FACES_H

#include "common/space.h"
#include "walls/inner_faces.h"

#include <array>
#include <vector>

namespace LAMMPS_NS {

class Region;

class RegionFaces {
 public:
  using Contact = grist::InnerFaces::Contact;

  void set_region(Region *region);

  // Calls see(contact) for each contact. False where the region must be asked instead.
  template <class See> bool for_each(const grist::Vector3d &x, double reach, const See &see) const
  {
    if (parts.size() != 1) return for_each_of_several(x, reach, see);
    const Part &part = parts.front();
    const Place place = part.faces.place(x, reach);
    if (place == Place::INSIDE) part.faces.for_each(x, reach, see);
    return place != Place::BESIDE || !part.open;
  }

  // For many centers at once, in the frame of the region: whether one shape is all of the region.
  bool is_one() const { return parts.size() == 1; }
  bool is_open() const { return parts.front().open; }    // then centers beside it must be asked for
  const grist::InnerFaces &only() const { return parts.front().faces; }

 private:
  using Place = grist::InnerFaces::Place;
  static constexpr int MOST = 8;

  // A part of a union or an intersection, or the region itself.
  struct Part {
    grist::InnerFaces faces;
    bool open;
    int first;    // number of its first face
  };
  std::vector<Part> parts;    // none: the region must be asked
  bool is_union = false;

  bool add(Region *part);

  template <class See>
  bool for_each_of_several(const grist::Vector3d &x, double reach, const See &see) const
  {
    std::array<Place, MOST> places;
    int matching = 0;
    for (size_t k = 0; k < parts.size(); k++) {
      places[k] = parts[k].faces.place(x, reach);
      if (parts[k].open && places[k] == Place::BESIDE) return false;
      matching += parts[k].open || places[k] == Place::INSIDE;
    }
    if (parts.empty()) return false;
    if (matching < (is_union ? 1 : static_cast<int>(parts.size()))) return true;
    for (size_t k = 0; k < parts.size(); k++)
      if (places[k] == Place::INSIDE)
        parts[k].faces.for_each(x, reach, [&](Contact contact) {
          if (is_hidden(x - contact.distance * contact.normal, k)) return;
          contact.face += parts[k].first;
          see(contact);
        });
    return true;
  }

  // Whether other parts hide this point on a part.
  bool is_hidden(const grist::Vector3d &point, size_t of) const;
};

}    // namespace LAMMPS_NS

#endif
