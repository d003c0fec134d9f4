#include "styles/feeds/insertion_place.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "common/preconditions.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"
#include "styles/commands/input_words.h"
#include "styles/files/work_progress.h"
#include "styles/meshes/mesh_input.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "particles/assortment.h"
#include "particles/container.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

using namespace LAMMPS_NS;
using grist::AlignedBox;
using grist::Pose;
using grist::Vector3d;

void InsertionPlace::read_region(InputWords &words)
{
  if (is_given()) words.refuse("region after", text(), "one of region, mesh and face is enough");
  region_id = words.word("region");
  if (!domain->get_region_by_id(region_id)) words.refuse("region", region_id, "does not exist");
}

// The words behind the file, as long as they are of the mesh.
static grist::MeshPlacement read_placement(InputWords &words, const std::string &keyword,
                                           double &precision)
{
  grist::MeshPlacement placement;
  PlacementWords place(words, placement, keyword + " ");
  std::vector<Keyword> options = place.keywords();
  options.push_back(
      {"precision", [&] { precision = words.positive(keyword + " precision", Quantity::LENGTH); }});
  while (true) {
    const auto next = std::find_if(options.begin(), options.end(), [&](const Keyword &option) {
      return words.next_is(option.name.c_str());
    });
    if (next == options.end()) return placement;
    words.word(keyword);
    next->read();
  }
}

grist::Mesh InsertionPlace::read(InputWords &words, const std::string &keyword)
{
  if (is_given())
    words.refuse(keyword + " after", text(), "one of region, mesh and face is enough");
  std::string &file = keyword == "mesh" ? mesh_file : face_file;
  file = words.word(keyword);
  grist::MeshCleaning how;
  how.use = keyword == "mesh" ? grist::MeshUse::SOLID : grist::MeshUse::FACE;
  const grist::MeshPlacement placement = read_placement(words, keyword, how.precision);
  grist::Mesh mesh;
  std::string problem;
  try {
    mesh = grist::read_mesh(file);
    placement.apply_to(mesh);
    mesh = clean_mesh(lmp, file, mesh, how).mesh;
  } catch (const std::invalid_argument &refused) {
    problem = refused.what();
  }
  if (!problem.empty()) words.refuse(keyword, file, problem);
  return mesh;
}

void InsertionPlace::read_mesh(InputWords &words)
{
  const grist::Mesh mesh = read(words, "mesh");
  try {
    space = std::make_unique<grist::ClosedMesh>(mesh);
  } catch (const std::invalid_argument &refused) {
    words.refuse("mesh", mesh_file, refused.what());
  }
}

std::string InsertionPlace::text() const
{
  if (!region_id.empty()) return "region " + region_id;
  if (!mesh_file.empty()) return "mesh " + mesh_file;
  return face_file.empty() ? "" : "face " + face_file;
}

void InsertionPlace::open()
{
  if (!region_id.empty()) {
    auto container = std::make_unique<RegionContainer>(lmp, user, region_id);
    region = container.get();
    space = std::move(container);
  } else if (is_face()) {
    try {
      auto owned = std::make_unique<grist::SweptFace>(face, sweep);
      swept = owned.get();
      space = std::move(owned);
    } catch (const std::invalid_argument &refused) {
      error->all(FLERR, "{}: face {} ({})", user, face_file, refused.what());
    }
  }
}

// In a periodic box a place may be near through a border.
bool InsertionPlace::is_near(const AlignedBox &extent, const double *center, double radius) const
{
  assert(radius >= 0.0);
  const grist::PlacementBox box = placement_box(*domain);
  const int last[3] = {box.periodic[0] ? 1 : 0, box.periodic[1] ? 1 : 0, box.periodic[2] ? 1 : 0};
  for (int a = -last[0]; a <= last[0]; a++)
    for (int b = -last[1]; b <= last[1]; b++)
      for (int c = -last[2]; c <= last[2]; c++) {
        const Vector3d image =
            grist::vector_at(center) + box.edges * Vector3d{1.0 * a, 1.0 * b, 1.0 * c};
        if (squared_distance(extent, image) <= radius * radius) return true;
      }
  return false;
}

std::vector<char> InsertionPlace::near_atoms() const
{
  assert(space);
  const AlignedBox extent = space->extent();
  std::vector<char> near(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) near[i] = is_near(extent, atom->x[i], atom->radius[i]);
  return near;
}

double InsertionPlace::solid_of(int i) const
{
  assert(is_owned(atom, i));
  const auto shape = AtomPolyhedra(atom).shape(i);
  return shape ? shape.volume() : grist::volume_of_size(2.0 * atom->radius[i]);
}

double InsertionPlace::sum_inside(const std::function<double(int)> &amount_of)
{
  assert(space && amount_of);
  std::vector<double> own;
  for (int i = 0; i < atom->nlocal; i++)
    if (space->holds(grist::vector_at(atom->x[i]), 0.0)) own.push_back(amount_of(i));
  std::vector<double> all = from_all_ranks(own, world);
  std::sort(all.begin(), all.end());    // the same sum on any number of ranks
  return std::accumulate(all.begin(), all.end(), 0.0);
}

namespace {
struct SharedPose {
  double position[3], rotation[9];
  bool found;
};
}    // namespace

static SharedPose shared_pose(const std::optional<Pose> &pose)
{
  SharedPose one = {};
  one.found = pose.has_value();
  if (!pose) return one;
  std::copy_n(pose->position.data(), 3, one.position);
  std::copy_n(pose->rotation.data(), 9, one.rotation);
  return one;
}

std::vector<std::optional<Pose>>
InsertionPlace::place(const std::vector<grist::SizedShape> &particles,
                      const Orientation &orientation, std::uint64_t seed)
{
  assert(space);
  assert(orientation.random || is_rotation(orientation.given));
  grist::FillingRequest request;
  request.obstacles = atoms.gather(near_atoms());
  std::vector<SharedPose> shared;
  std::string problem;
  if (comm->me == 0) {
    request.box = placement_box(*domain);
    const grist::BoxedContainer boxed(*space, request.box);
    request.particles = particles;
    request.container = &boxed;
    request.random_orientations = orientation.random;
    request.orientation = orientation.given;
    request.seed = seed;
    WorkProgress work(lmp);
    request.progress = [&](const std::string &text) {
      work.report(
          [&] { return fmt::format("  {}: {} particles, {}\n", user, particles.size(), text); });
    };
    try {
      for (const auto &pose : grist::fill_densely(request)) shared.push_back(shared_pose(pose));
    } catch (const std::invalid_argument &refused) {
      problem = refused.what();
    }
  }
  problem = broadcast(problem, world);
  if (!problem.empty()) error->all(FLERR, "{}: {}", user, problem);
  broadcast(shared, world);
  std::vector<std::optional<Pose>> poses(shared.size());
  for (size_t n = 0; n < shared.size(); n++)
    if (shared[n].found)
      poses[n] = Pose{grist::vector_at(shared[n].position), grist::matrix_at(shared[n].rotation)};
  return poses;
}
