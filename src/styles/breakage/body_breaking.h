// Bodies of this rank that are replaced by their pieces. Ids of pieces follow the ids of the
// bodies, so that they do not depend on ranks.
//
// To be called in pre_exchange: pieces are made on the rank of the body, wherever they lie, and
// migrate with the exchange.

#ifndef LMP_BODY_BREAKING_H
#define LMP_BODY_BREAKING_H

#include "pointers.h"

#include "breakage/broken_body.h"
#include "breakage/piece_volumes.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

// The body that a piece came from at first: one that was no piece.
struct BodyOrigin {
  tagint id;
  double size, sieve;    // diameters: of equal volume, of sieving
};

// A body that breaks; the same data on all ranks.
struct BrokenBody {
  tagint parent, first;    // ids: of the body, of its first piece
  int pieces;
  double energy, t10;    // specific energy of the hit, J/kg in SI units
  double mass, size;
  double position[3];
  int mask, generation;    // groups; 0: no piece itself
  BodyOrigin origin;
};

class BodyBreaking : protected Pointers {
 public:
  struct Order {
    tagint id;
    double energy, t10;
    grist::Vector3d
        contact;    // relative to the position of the body, at the step of the hit; space axes
    int generation;
    BodyOrigin origin;
  };
  // A piece, by its index on this rank.
  struct Born {
    int i;
    tagint parent;
  };

  BodyBreaking(class LAMMPS *lmp, std::string user, const grist::PieceSizeLaw &sizes,
               const grist::PieceLimits &limits, bool by_cells, std::uint64_t seed);

  // Breaks those of the bodies that are still on this rank; orders of a body that has left the run
  // are dropped. `highest`: no smaller id is given, and it becomes the last one given. Events of
  // all ranks, by parent; `born` gets the pieces of this rank. Collective.
  std::vector<BrokenBody> run(const std::vector<Order> &orders, tagint &highest,
                              std::vector<Born> &born);

 private:
  struct Broken {
    int i, type, mask;
    imageint image;
    BrokenBody event;
    std::vector<grist::MovingPiece> pieces;
  };
  const std::string user;
  const grist::PieceSizeLaw &sizes;
  const grist::PieceLimits &limits;
  bool by_cells;
  std::uint64_t seed;

  std::vector<Broken> divide(const std::vector<Order> &orders) const;
  Broken divided(int i, const Order &order) const;
  std::vector<grist::BodyPiece> divide(const grist::BodyShape &shape,
                                       const std::vector<double> &volumes,
                                       const grist::CrackSettings &settings) const;
  void check_vertices(const std::vector<Broken> &broken) const;
  std::vector<BrokenBody> share_events(const std::vector<Broken> &broken, tagint &highest) const;
  void add(const Broken &broken, tagint first, class AtomEditor &editor, std::vector<Born> &born);
  int add_piece(const Broken &broken, const grist::MovingPiece &piece, tagint id);
};

}    // namespace LAMMPS_NS

#endif
