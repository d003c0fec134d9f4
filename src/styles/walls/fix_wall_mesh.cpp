#include "styles/walls/fix_wall_mesh.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "input.h"
#include "modify.h"
#include "styles/common/lammps_compat.h"
#include "styles/walls/granular_wall_law.h"
#include "update.h"
#include "utils.h"
#include "variable.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <utility>

using namespace LAMMPS_NS;
using namespace FixConst;
using grist::MeshStress;
using grist::MeshWall;
using grist::MovingSphere;
using grist::RigidMotion;
using grist::SurfaceContact;
using grist::Vector3d;

// A mesh is as long as the box if it is to this share of it.
static constexpr double SAME_LENGTH = 1e-6;

// Of a mesh that is shorter than this share of the box no sphere meets two images.
static constexpr double SHORT = 0.5;

/* ----------------------------------------------------------------------
   fix ID group wall/mesh FILE keyword values ... model name values ...
------------------------------------------------------------------------- */

FixWallMesh::FixWallMesh(LAMMPS *lmp, int narg, char **arg) :
    WallContactFix(lmp, narg, arg, "Fix wall/mesh"), mesh_wall(nullptr), continued{}, period_made{},
    stress_duration(0.0)
{
  if (narg < 4) error->all(FLERR, "{}: no mesh (expected an STL file)", name);
  if (domain->triclinic)
    error->all(FLERR, "{}: box is triclinic (expected an orthogonal one)", name);
  file = arg[3];
  const MeshWallKeywords given(lmp, narg, arg, 4, name);
  auto owned = std::make_unique<MeshWall>(read_mesh(given), given.settings, given.motion);
  mesh_wall = owned.get();
  wall = std::move(owned);
  if (given.has_reference) mesh_wall->set_reference(given.reference);
  for (const MeshWallKeywords::Drive &drive : given.drives)
    drives.push_back({drive.number, drive.names, {-1, -1, -1, -1}});
  if (given.stress_every > 0) {
    stress = std::make_unique<MeshStress>(mesh_wall->mesh());
    stress_file = given.stress_file;
    nevery = given.stress_every;
    if (comm->me == 0) total_work.assign(mesh_wall->mesh().own_triangles(), 0.0);
  }
  restart_global = 1;

  const std::string model = arg[given.model];
  if (const auto kind = SphereWallLaw::find_kind(narg, arg, given.model))
    complete(std::make_unique<SphereWallLaw>(lmp, *kind, narg, arg, given.model + 1, name));
  else if (GranularWallLaw::knows(model))
    complete(std::make_unique<GranularWallLaw>(lmp, narg, arg, given.model, name));
  else
    error->all(FLERR,
               "{}: model {} (expected hertz/mindlin, granular, hooke, hooke/history or "
               "hertz/history)",
               name, model);
  report(given);
}

grist::TriangleMesh FixWallMesh::read_mesh(const MeshWallKeywords &given)
{
  try {
    grist::Mesh mesh = grist::read_mesh(file);
    given.transform(mesh);
    grist::TriangleMesh triangles(mesh, given.settings.smooth,
                                  find_continuation(mesh, given.motion));
    if (given.closed && triangles.open_edges() > 0)
      error->all(FLERR, "{}: {} is not closed: {} edges are not between two triangles", name, file,
                 triangles.open_edges());
    return triangles;
  } catch (const std::invalid_argument &invalid) {
    error->all(FLERR, "{}: {} (file {})", name, invalid.what(), file);
  }
}

// The edges of the box along which the mesh is continued by its images, 0 for none.
Vector3d FixWallMesh::find_continuation(const grist::Mesh &mesh, const RigidMotion &motion)
{
  grist::AlignedBox3d extent;
  for (const Vector3d &p : mesh.vertices) extent.extend(p);
  Vector3d period = Vector3d::Zero();
  if (extent.isEmpty()) return period;
  for (int d = 0; d < 3; d++) {
    const double length = extent.sizes()[d], edge = domain->prd[d];
    continued[d] = domain->periodicity[d] && motion.keeps_period(d) && length > SHORT * edge &&
        length <= (1.0 + SAME_LENGTH) * edge;
    period_made[d] = edge;
    if (continued[d]) period[d] = edge;
  }
  return period;
}

void FixWallMesh::report(const MeshWallKeywords &given)
{
  const grist::TriangleMesh &mesh = mesh_wall->mesh();
  const Vector3d least = mesh.extent().min(), greatest = mesh.extent().max();
  if (comm->me == 0)
    utils::logmesg(
        lmp,
        "wall/mesh {}: {} triangles, {} degenerate and {} copies dropped, {} open edges, "
        "extent {:g} {:g} {:g} to {:g} {:g} {:g}{}\n",
        id, mesh.own_triangles(), mesh.degenerate(), mesh.duplicates(), mesh.open_edges(), least[0],
        least[1], least[2], greatest[0], greatest[1], greatest[2],
        given.settings.one_sided ? ", one-sided" : "");
}

int FixWallMesh::setmask()
{
  return WallContactFix::setmask() | (stress ? END_OF_STEP : 0);
}

void FixWallMesh::init()
{
  WallContactFix::init();
  for (int d = 0; d < 3; d++)
    if (continued[d] &&
        (std::fabs(domain->prd[d] - period_made[d]) > SAME_LENGTH * period_made[d] ||
         domain->box_change_size))
      error->all(FLERR, "{}: the box changes along {}, where {} is as long as it", name, "xyz"[d],
                 file);
  for (Drive &drive : drives)
    for (int k = 0; k < 4; k++) {
      if (drive.names[k].empty()) continue;
      drive.variables[k] = input->variable->find(drive.names[k].c_str());
      if (drive.variables[k] < 0 || !input->variable->equalstyle(drive.variables[k]))
        error->all(FLERR, "{}: no equal-style variable {}", name, drive.names[k]);
    }
}

/* ----------------------------------------------------------------------
   motion
------------------------------------------------------------------------- */

// A mesh that is longer than the periodic box and one in a box that ends is seen once, where it is.
void FixWallMesh::update_periods()
{
  Vector3d periods = Vector3d::Zero();
  const Vector3d sizes = mesh_wall->mesh().extent().sizes();
  for (int d = 0; d < 3; d++)
    if (domain->periodicity[d] && sizes[d] <= (1.0 + SAME_LENGTH) * domain->prd[d])
      periods[d] = domain->prd[d];
  mesh_wall->set_periods(periods);
}

// Setup stands at the step that was last.
void FixWallMesh::move_wall()
{
  const double dt = update->setupflag ? 0.0 : update->dt;
  if (dt > 0.0) clock.step(dt);
  stress_duration += dt;
  update_periods();
  if (!mesh_wall->moves()) return;
  if (!drives.empty()) drive(dt);
  mesh_wall->place(clock.time());
}

void FixWallMesh::drive(double dt)
{
  modify->clearstep_compute();
  for (const Drive &drive : drives) {
    const auto value = [&](int k) {
      return drive.variables[k] < 0 ? 0.0 : input->variable->compute_equal(drive.variables[k]);
    };
    mesh_wall->motion.drive(drive.number, Vector3d(value(0), value(1), value(2)), value(3), dt);
  }
  modify->addstep_compute(update->ntimestep + 1);
}

/* ----------------------------------------------------------------------
   stress on triangles
------------------------------------------------------------------------- */

void FixWallMesh::tally(const MovingSphere &sphere, const SurfaceContact &at,
                        const WallLaw::Force &contact)
{
  if (!stress || update->setupflag) return;
  const Vector3d relative =
      sphere.velocity - at.velocity - sphere.radius * sphere.omega.cross(at.normal);
  const Eigen::Matrix3d to_own = mesh_wall->frame().linear().transpose();
  stress->add(at.surface, to_own * at.normal, to_own * contact.force,
              to_own * (relative - relative.dot(at.normal) * at.normal), update->dt);
}

void FixWallMesh::end_of_step()
{
  std::vector<double> sums = gather_stress();
  if (comm->me == 0) write_stress(std::move(sums));
  stress_duration = 0.0;
}

// Adds up what all ranks have since the last time, on rank 0; work goes into the total.
std::vector<double> FixWallMesh::gather_stress()
{
  collect_work();
  std::vector<double> sums(stress->sums().size());
  MPI_Reduce(stress->sums().data(), sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM,
             0, world);
  stress->clear();
  for (size_t n = 0; n < total_work.size(); n++)
    sums[n * MeshStress::NUMBERS + MeshStress::WORK] = total_work[n];
  return sums;
}

void FixWallMesh::collect_work()
{
  std::vector<double> work(mesh_wall->mesh().own_triangles()), all(work.size());
  for (size_t n = 0; n < work.size(); n++)
    std::swap(work[n], stress->sums()[n * MeshStress::NUMBERS + MeshStress::WORK]);
  MPI_Reduce(work.data(), all.data(), static_cast<int>(work.size()), MPI_DOUBLE, MPI_SUM, 0, world);
  for (size_t n = 0; n < total_work.size(); n++) total_work[n] += all[n];
}

// A file appears when it is complete.
static void write_file(const std::string &path, const std::function<void(std::ostream &)> &write,
                       Error *error, const std::string &user)
{
  const std::string part = path + ".part";
  std::ofstream out(part);
  if (out) write(out);
  out.close();
  if (!out || std::rename(part.c_str(), path.c_str()) != 0) {
    std::remove(part.c_str());
    error->one(FLERR, "{}: cannot write {}", user, path);
  }
}

void FixWallMesh::write_stress(std::vector<double> sums)
{
  const size_t star = stress_file.find('*');
  const auto with = [&](const std::string &step) {
    return std::string(stress_file).replace(star, 1, step);
  };
  const std::string path = with(std::to_string(update->ntimestep));
  const grist::StressFrame frame = {mesh_wall->mesh(), mesh_wall->frame(), std::move(sums),
                                    stress_duration, clock.time()};
  write_file(
      path, [&](std::ostream &out) { write_vtk(out, frame); }, error, name);
  stress_series +=
      fmt::format("{}\n    {{\"name\": \"{}\", \"time\": {:.9g}}}",
                  stress_series.empty() ? "" : ",", platform::path_basename(path), clock.time());
  write_file(
      with("") + ".series",
      [&](std::ostream &out) {
        out << "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [" << stress_series
            << "\n  ]\n}\n";
      },
      error, name);
}

/* ----------------------------------------------------------------------
   the motion goes on where it was, and so does the work on triangles
------------------------------------------------------------------------- */

void FixWallMesh::write_restart(FILE *fp)
{
  if (stress) collect_work();
  if (comm->me > 0) return;
  const std::vector<RigidMotion::Driven> &driven = mesh_wall->motion.driven();
  std::vector<double> state = {clock.time(), static_cast<double>(driven.size()),
                               static_cast<double>(total_work.size())};
  for (const RigidMotion::Driven &one : driven) {
    state.insert(state.end(), one.displacement.data(), one.displacement.data() + 3);
    state.insert(state.end(), one.velocity.data(), one.velocity.data() + 3);
    state.insert(state.end(), {one.angle, one.rate});
  }
  state.insert(state.end(), total_work.begin(), total_work.end());
  const int bytes = static_cast<int>(state.size() * sizeof(double));
  fwrite(&bytes, sizeof(int), 1, fp);
  fwrite(state.data(), 1, bytes, fp);
}

void FixWallMesh::restart(char *buf)
{
  const auto next = [&buf] {
    double value;
    memcpy(&value, buf, sizeof(value));
    buf += sizeof(value);
    return value;
  };
  const auto next_vector = [&next] {
    Vector3d v;
    for (int d = 0; d < 3; d++) v[d] = next();
    return v;
  };
  const double time = next();
  std::vector<RigidMotion::Driven> driven(static_cast<size_t>(next()));
  std::vector<double> work(static_cast<size_t>(next()));
  for (RigidMotion::Driven &one : driven) {
    one.displacement = next_vector();
    one.velocity = next_vector();
    one.angle = next();
    one.rate = next();
  }
  for (double &value : work) value = next();
  if (driven.size() != mesh_wall->motion.driven().size())
    error->all(FLERR, "{}: {} motions by variables (the restart file has {})", name,
               mesh_wall->motion.driven().size(), driven.size());
  if (stress && !work.empty() && work.size() != stress->sums().size() / MeshStress::NUMBERS)
    error->all(FLERR, "{}: {} triangles (the restart file has {})", name,
               stress->sums().size() / MeshStress::NUMBERS, work.size());
  clock.set_time(time);
  mesh_wall->motion.set_driven(driven);
  mesh_wall->place(time);
  if (!total_work.empty() && !work.empty()) total_work = work;
}

/* ----------------------------------------------------------------------
   dump image: the triangles where they are now, drawn by one rank
------------------------------------------------------------------------- */

int FixWallMesh::image(int *&kinds, double **&shapes)
{
  if (comm->me > 0) return 0;
  const grist::TriangleMesh &mesh = mesh_wall->mesh();
  const int count = mesh.own_triangles();
  picture.resize(static_cast<size_t>(count) * SHAPE);
  picture_rows.resize(count);
  picture_kinds.assign(count, DRAWN_TRIANGLE);
  for (int t = 0; t < count; t++) {
    const auto &triangle = mesh.triangles()[t];
    double *row = picture_rows[t] = picture.data() + static_cast<size_t>(t) * SHAPE;
    row[0] = 1.0;
    Eigen::Map<Eigen::Matrix3d> corners(row + 1);
    corners.colwise() = triangle.corner;
    corners.col(1) += triangle.side_b;
    corners.col(2) += triangle.side_c;
    corners = (mesh_wall->frame() * corners.colwise().homogeneous()).eval();
  }
  kinds = picture_kinds.data();
  shapes = picture_rows.data();
  return count;
}
