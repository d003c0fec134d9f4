// Bonds, of spheres or of blocks, as line cells, with what they carry; and the places where bonds
// of bond_style parallel or face broke since the last frame.

#ifndef GRIST_STYLES_SHOWN_BONDS_H
#define GRIST_STYLES_SHOWN_BONDS_H

#include "common/subscription.h"
#include "pointers.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/output/output_piece.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class ShownBonds : protected Pointers, public BreakListener {
 public:
  // `user` begins errors.
  ShownBonds(class LAMMPS *lmp, std::string user, int groupbit);

  // At every init.
  void connect();

  bool has_bonds() const;
  bool has_events() const { return elements != nullptr; }    // bonds can break

  // Bonds of these owned atoms. A bond belongs to its end of the smaller id, and its line to the
  // nearest image of the other.
  OutputPiece bonds(const std::vector<int> &atoms);

  OutputPiece take_broken();
  void bond_broken(const BreakEvent &event) override
  {
    if ((event.mask_a & groupbit) && (event.mask_b & groupbit)) broken.push_back(event);
  }

 private:
  const std::string user;
  const int groupbit;
  BondedElements *elements = nullptr;    // null: bonds of other styles, or none
  grist::Subscription breaks;
  std::vector<BreakEvent> broken;    // on this rank, since the last frame

  struct Values;
  void list_bonds(int i, std::vector<BondEnd> &to) const;
  void add_line(int i, int j, std::vector<int> &point_of, OutputPiece &piece) const;
  void add_loads(int i, int j, int m, Values &values) const;
};

}    // namespace LAMMPS_NS

#endif
