#include "styles/packings/packed_particles.h"

#include "common/space.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "lammps.h"

#include <cmath>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;
using grist::AlignedBox;
using grist::HalfSpace;
using grist::PackedSolid;
using grist::Vector3d;

grist::Vector3d LAMMPS_NS::periods_of(const Domain &domain)
{
  const int periodic[3] = {domain.xperiodic, domain.yperiodic, domain.zperiodic};
  Vector3d periods = Vector3d::zero();
  for (int k = 0; k < 3; k++)
    if (periodic[k]) periods[k] = domain.prd[k];
  return periods;
}

namespace {

std::vector<PackedSolid> own_bodies(LAMMPS *lmp, const std::string &user, int groupbit)
{
  PolyhedronBodies bodies;
  bodies.connect(lmp->atom, lmp->error, user);
  bodies.find_shapes(lmp->atom->nlocal);
  bodies.update(lmp->atom->nlocal);
  std::vector<PackedSolid> solids;
  for (int i = 0; i < lmp->atom->nlocal; i++) {
    if (!(lmp->atom->mask[i] & groupbit)) continue;
    if (!bodies.shape(i)) {
      solids.push_back({grist::vector_at(lmp->atom->x[i]), bodies.radius(i), lmp->atom->tag[i]});
      continue;
    }
    const grist::PlacedBody body = bodies.placed(i);
    for (int n = 0; n < body.part_count(); n++) {
      const grist::Pose &pose = body.part_pose(n);
      solids.push_back({pose.position, body.part(n).radius(), lmp->atom->tag[i],
                        grist::turned_faces(body.part(n), pose.rotation), &body.part(n),
                        pose.rotation});
    }
  }
  return solids;
}

std::vector<PackedSolid> own_solids(LAMMPS *lmp, const std::string &user, int groupbit)
{
  const Atom *atom = lmp->atom;
  if (lmp->atom->style_match("body")) return own_bodies(lmp, user, groupbit);
  std::vector<PackedSolid> solids;
  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && atom->radius[i] > 0.0)
      solids.push_back({grist::vector_at(atom->x[i]), atom->radius[i], atom->tag[i]});
  return solids;
}

// Around bounding spheres.
AlignedBox bounds_of(const std::vector<PackedSolid> &solids)
{
  AlignedBox box;
  for (const PackedSolid &solid : solids) {
    const Vector3d reach = Vector3d::all(solid.radius);
    box.extend(AlignedBox{solid.center - reach, solid.center + reach});
  }
  return box;
}

// Around the solids themselves.
AlignedBox extent_of(const std::vector<PackedSolid> &solids)
{
  AlignedBox box;
  for (const PackedSolid &solid : solids) {
    if (solid.is_ball())
      box.extend(bounds_of({solid}));
    else
      for (const Vector3d &vertex : solid.shape->vertices())
        box.extend(solid.center + solid.rotation * vertex);
  }
  return box;
}

struct BoxMessage {
  double low[3], high[3];
};

std::vector<AlignedBox> boxes_of_ranks(const AlignedBox &mine, MPI_Comm world)
{
  BoxMessage message;
  for (int k = 0; k < 3; k++) {
    message.low[k] = mine.low[k];
    message.high[k] = mine.high[k];
  }
  std::vector<AlignedBox> boxes;
  for (const BoxMessage &one : from_all_ranks<BoxMessage>({message}, world))
    boxes.push_back({grist::vector_at(one.low), grist::vector_at(one.high)});
  return boxes;
}

struct SolidMessage {
  double center[3], radius;
  tagint id;
  int faces;
};
struct FaceMessage {
  double normal[3], offset;
};

// The solids that each rank needs of this one.
class Sending {
 public:
  explicit Sending(int ranks) : solids(ranks), faces(ranks) {}

  void add(int rank, const PackedSolid &solid, const Vector3d &shift)
  {
    const Vector3d at = solid.center + shift;
    solids[rank].push_back({{at[0], at[1], at[2]},
                            solid.radius,
                            static_cast<tagint>(solid.id),
                            static_cast<int>(solid.faces.size())});
    for (const HalfSpace &face : solid.faces)
      faces[rank].push_back({{face.normal[0], face.normal[1], face.normal[2]}, face.offset});
  }

  void exchange(MPI_Comm world, std::vector<PackedSolid> &all) const
  {
    const std::vector<FaceMessage> their_faces = across_ranks(faces, world);
    auto next = their_faces.begin();
    for (const SolidMessage &one : across_ranks(solids, world)) {
      all.push_back({grist::vector_at(one.center), one.radius, one.id});
      for (int n = 0; n < one.faces; n++, next++)
        all.back().faces.push_back({grist::vector_at(next->normal), next->offset});
    }
  }

 private:
  std::vector<std::vector<SolidMessage>> solids;
  std::vector<std::vector<FaceMessage>> faces;
};

// Adds those solids of other ranks, and images of all, whose bounding spheres come into the box
// around the solids of this rank.
void add_others(LAMMPS *lmp, std::vector<PackedSolid> &solids)
{
  const std::vector<AlignedBox> boxes = boxes_of_ranks(bounds_of(solids), lmp->world);
  Sending sending(lmp->comm->nprocs);
  grist::PartGrid near;
  near.periods = periods_of(*lmp->domain);
  for (int rank = 0; rank < lmp->comm->nprocs; rank++) {
    if (boxes[rank].is_empty()) continue;
    near.low = boxes[rank].low;
    near.high = boxes[rank].high;
    for (const PackedSolid &solid : solids)
      for (const Vector3d &shift : near.images(solid.center, solid.radius)) {
        if (rank == lmp->comm->me && is_zero(shift)) continue;
        const double reach = solid.radius;
        if (squared_distance(boxes[rank], solid.center + shift) < reach * reach)
          sending.add(rank, solid, shift);
      }
  }
  sending.exchange(lmp->world, solids);
}

// A particle that is not in the group has no part in it, wherever it is.
void check_places(LAMMPS *lmp, const std::string &user, const std::vector<PackedSolid> &solids)
{
  std::string problem;
  for (const PackedSolid &solid : solids)
    if (!is_finite(solid.center) || !std::isfinite(solid.radius))
      problem =
          fmt::format("{}: atom {} has a position or a radius that is not finite", user, solid.id);
  end_if_any(lmp, problem);
}

AlignedBox around_all(const AlignedBox &mine, MPI_Comm world)
{
  AlignedBox all;
  for (const AlignedBox &box : boxes_of_ranks(mine, world))
    if (!box.is_empty()) all.extend(box);
  return all;
}

}    // namespace

PackedParticles::PackedParticles(LAMMPS *lmp, const std::string &user, int groupbit) : packed({}, 0)
{
  std::vector<PackedSolid> solids = own_solids(lmp, user, groupbit);
  check_places(lmp, user, solids);
  const int owned = static_cast<int>(solids.size());
  around = around_all(extent_of(solids), lmp->world);
  add_others(lmp, solids);
  packed = grist::PackedSolids(std::move(solids), owned);
}
