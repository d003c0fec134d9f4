#include "styles/walls/wall_deformation.h"

#include "styles/access/rank_vectors.h"
#include "styles/files/output_file.h"

#include "meshes/stl_writer.h"

#include "comm.h"
#include "error.h"
#include "update.h"

#include <utility>

using namespace LAMMPS_NS;
using grist::WornCorner;

WallDeformation::WallDeformation(LAMMPS *lmp, std::string user, const std::string &owner,
                                 grist::MeshWall &wall, const DeformRequest &given) :
    Pointers(lmp),
    user(std::move(user)), given(given), shape(wall, given.thickness, given.least)
{
  if (comm->me == 0) removed.assign(wall.mesh().own_triangles(), 0.0);
  const std::string problem = broadcast(comm->me == 0 ? begin(owner) : "", world);
  if (!problem.empty())
    error->all(FLERR, "{}: deform file {} ({})", this->user, given.file, problem);
}

// Claims the files, and finds out whether they can be written. Returns why not, or nothing.
std::string WallDeformation::begin(const std::string &owner)
{
  const std::string other = claim.claim(lmp, given.file, owner);
  if (!other.empty()) return other;
  remove_leftovers(given.file);
  OutputFile trial;
  return trial.open_for(given.file) ? "" : trial.failure();
}

bool WallDeformation::is_due() const
{
  return update->ntimestep % given.every == 0;
}

void WallDeformation::deform(const std::vector<double> &totals)
{
  std::string fault;
  std::vector<WornCorner> corners;
  if (comm->me == 0) {
    std::vector<double> volumes(removed.size());
    for (size_t t = 0; t < volumes.size(); t++)
      volumes[t] = given.factor * (totals[t] - std::exchange(removed[t], totals[t]));
    fault = shape.wear(volumes);
    corners = shape.corners();
  }
  fault = broadcast(fault, world);
  if (!fault.empty())
    error->all(FLERR, "{}: at step {} of deform, {}", user, update->ntimestep, fault);
  broadcast(corners, world);
  if (comm->me > 0) shape.set_corners(corners);
}

void WallDeformation::write() const
{
  if (comm->me > 0) return;
  const std::string step = std::to_string(update->ntimestep);
  const std::string path = std::string(given.file).replace(given.file.find('*'), 1, step);
  OutputFile file;
  if (!file.open_for(path) ||
      !file.write(grist::text_stl(own_mesh(shape.mesh()), "worn at step " + step)) ||
      !file.rename_to(path))
    error->one(FLERR, "{}: cannot write {} ({})", user, path, file.failure());
}

void WallDeformation::set_state(const WornState &state, const std::vector<double> &totals)
{
  if (state.corners.empty()) {
    removed = totals;
    return;
  }
  if (state.corners.size() != shape.corners().size())
    error->all(FLERR, "{}: {} corners (the restart file has {})", user, shape.corners().size(),
               state.corners.size());
  shape.set_corners(state.corners);
  if (comm->me == 0) removed = state.removed;
}
