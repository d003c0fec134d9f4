#include "compounds/piece_couplings.h"

#include "common/preconditions.h"

#include <algorithm>
#include <cmath>

namespace grist {

// The cosine of a right angle, rounded.
static constexpr double RIGHT_ANGLE = 1e-9;

static bool are_parallel(const HalfSpace &a, const HalfSpace &b)
{
  return norm(a.normal - b.normal) < SAME_NORMAL;
}

std::vector<int> dividing_plates(const BodySurface &surface, const PartGroups &groups, int part,
                                 double tolerance)
{
  assert(is_number_of(part, static_cast<int>(groups.size())));
  std::vector<int> plates;
  for (const int member : groups[part])
    for (const int plate : surface.plates_of(member)) {
      const HalfSpace &plane = surface[plate].plane;
      const auto same = std::find_if(plates.begin(), plates.end(), [&](int other) {
        return are_parallel(surface[other].plane, plane);
      });
      if (same == plates.end())
        plates.push_back(plate);
      else if (plane.offset < surface[*same].plane.offset - tolerance)
        *same = plate;
    }
  return plates;
}

// ---- faces

// Of what touches the piece begun last.
class PieceCouplings::Faces {
 public:
  Faces(const BodySurface &surface, const Division &parts, const PartGroups &groups,
        const Division &pieces) :
      surface(surface),
      groups(groups), pieces(pieces)
  {
    for (int plate = 0; plate < surface.count(); plate++)
      for (int part = 0; part < parts.count(); part++)
        behind.push_back(surface.is_behind(parts, part, plate) ? 1 : 0);
    part_count = static_cast<size_t>(parts.count());
    for (int n = 0; n < pieces.count(); n++) {
      of_piece.emplace_back();
      if (pieces[n].plate == BodyCell::NO_PLATE) continue;
      const HalfSpace &plane = surface[pieces[n].plate].plane;
      for (const int part : groups[pieces[n].part])
        for (const int plate : surface.plates_of(part))
          if (are_parallel(surface[plate].plane, plane) &&
              std::fabs(surface[plate].plane.offset - plane.offset) <= parts.tolerance())
            of_piece.back().push_back(plate);
    }
  }

  // From now on kind_of() is of this piece.
  void begin(int piece)
  {
    touched.assign(static_cast<size_t>(surface.count()), Touch::NO);
    for (const int plate : of_piece[piece])
      for (const BodySurface::Neighbor &neighbor : surface.neighbors_of(plate))
        touched[neighbor.plate] =
            std::max(touched[neighbor.plate], neighbor.share_edge ? Touch::EDGE : Touch::CORNER);
  }
  // Of the piece begun last and another one.
  Kind kind_of(int piece, int other) const
  {
    const BodyCell &a = pieces[piece], &b = pieces[other];
    if (std::binary_search(groups[a.part].begin(), groups[a.part].end(), b.part)) return Kind::ONE;
    if (a.plate == BodyCell::NO_PLATE || b.plate == BodyCell::NO_PLATE) return Kind::NONE;
    if (surface[a.plate].region == surface[b.plate].region) return Kind::ONE;
    const Touch at = touch(other);
    if (at == Touch::EDGE && is_group_behind(a.part, b.plate) && is_group_behind(b.part, a.plate))
      return Kind::ONE;
    return at != Touch::NO || surface[a.plate].smooth == surface[b.plate].smooth ? Kind::TURNED
                                                                                 : Kind::NONE;
  }

 private:
  enum class Touch : char { NO, CORNER, EDGE };
  const BodySurface &surface;
  const PartGroups &groups;
  const Division &pieces;
  size_t part_count = 0;
  std::vector<char> behind;    // by plate and part
  std::vector<std::vector<int>> of_piece;
  std::vector<Touch> touched;    // by plate

  Touch touch(int piece) const
  {
    Touch most = Touch::NO;
    for (const int plate : of_piece[piece]) most = std::max(most, touched[plate]);
    return most;
  }
  bool is_group_behind(int part, int plate) const
  {
    return std::all_of(groups[part].begin(), groups[part].end(), [this, plate](int member) {
      return behind[static_cast<size_t>(plate) * part_count + static_cast<size_t>(member)] != 0;
    });
  }
};

// ---- couplings

PieceCouplings::PieceCouplings(const BodySurface &surface, const Division &parts,
                               const PartGroups &groups, const Division &pieces) :
    count(static_cast<size_t>(pieces.count()))
{
  Faces faces(surface, parts, groups, pieces);
  kinds.assign(count * count, Kind::NONE);
  for (int a = 0; a < pieces.count(); a++) {
    faces.begin(a);
    for (int b = a; b < pieces.count(); b++) {
      const Kind kind = faces.kind_of(a, b);
      kinds[static_cast<size_t>(a) * count + static_cast<size_t>(b)] = kind;
      kinds[static_cast<size_t>(b) * count + static_cast<size_t>(a)] = kind;
    }
  }
}

double PieceCouplings::coupling(const BodySurface &surface, const Division &pieces, int piece,
                                int other) const
{
  assert(is_number_of(piece, static_cast<int>(count)) &&
         is_number_of(other, static_cast<int>(count)));
  switch (kinds[static_cast<size_t>(piece) * count + static_cast<size_t>(other)]) {
    case Kind::NONE: return 0.0;
    case Kind::ONE: return 1.0;
    case Kind::TURNED: break;
  }
  const double cosine =
      dot(surface[pieces[piece].plate].plane.normal, surface[pieces[other].plate].plane.normal);
  return cosine > RIGHT_ANGLE ? std::min(cosine, 1.0) : 0.0;
}

}    // namespace grist
