#include "styles/output/write_shapes.h"

#include "styles/access/internal_fixes.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/commands/input_words.h"
#include "styles/files/output_file.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "meshes/stl_writer.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "group.h"
#include "modify.h"

#include <algorithm>
#include <map>

using namespace LAMMPS_NS;
using grist::ConvexPolyhedron;
using grist::Mesh;
using grist::Vector3d;

static constexpr const char *COMMAND_WRITE_SHAPES = "Command write_shapes";
static constexpr const char *FIX = "GRIST_SHAPES";
static constexpr const char *PROPERTY = "shape";
static constexpr size_t MOST_SHAPES = 10000;    // files

// ---- write_shapes group FILE.*.stl

void WriteShapes::command(int narg, char **arg)
{
  InputWords words(lmp, COMMAND_WRITE_SHAPES, narg, arg);
  const std::string name = words.word("group");
  const std::string pattern = words.word("FILE");
  words.read_keywords({});
  const int igroup = group->find(name);
  if (igroup < 0) words.refuse("group", name, "expected the ID of a group");
  if (std::count(pattern.begin(), pattern.end(), '*') != 1 || !utils::strmatch(pattern, "\\.stl$"))
    words.refuse("file", pattern,
                 "expected a name that ends in .stl, with one * for the number of the shape");

  const std::vector<Local> local = find_local(group->bitmask[igroup]);
  const std::vector<Numbers> shapes = number_shapes(local);
  if (shapes.empty()) error->all(FLERR, "{}: no polyhedra in group {}", COMMAND_WRITE_SHAPES, name);
  if (shapes.size() > MOST_SHAPES)
    error->all(FLERR, "{}: {} shapes (at most {}; choose a smaller group, or dump paraview)",
               COMMAND_WRITE_SHAPES, shapes.size(), MOST_SHAPES);
  set_numbers(local, shapes);
  const std::string problem = broadcast(comm->me == 0 ? write(shapes, pattern) : "", world);
  if (!problem.empty()) error->all(FLERR, "{}: {}", COMMAND_WRITE_SHAPES, problem);
  bigint mine = 0, all = 0;
  for (const Local &one : local) mine += static_cast<bigint>(one.atoms.size());
  MPI_Allreduce(&mine, &all, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (comm->me == 0)
    utils::logmesg(lmp, "Shapes {}: {} of {} polyhedra\n", pattern, shapes.size(), all);
}

// How many parts, and the numbers of the shape.
static std::vector<double> numbers_of(const grist::BodyShape &shape)
{
  std::vector<double> numbers = shape.numbers();
  numbers.insert(numbers.begin(), shape.part_count());
  return numbers;
}

std::vector<WriteShapes::Local> WriteShapes::find_local(int groupbit) const
{
  const AtomPolyhedra of(atom);
  if (!of) error->all(FLERR, "{} needs atom_style body polyhedron", COMMAND_WRITE_SHAPES);
  std::vector<Local> found;
  std::map<const void *, size_t> index;
  for (int i = 0; i < atom->nlocal; i++) {
    const grist::BodyShape shape = of.shape(i);
    if (!(atom->mask[i] & groupbit) || !shape) continue;
    const void *address = shape.convex;
    if (shape.compound) address = shape.compound;
    const auto [at, is_new] = index.emplace(address, found.size());
    if (is_new) found.push_back({shape, {}, atom->tag[i]});
    Local &local = found[at->second];
    local.atoms.push_back(i);
    local.first_id = std::min(local.first_id, atom->tag[i]);
  }
  return found;
}

// Shapes of all ranks, in the order of the smallest id that has the shape; the same on every rank.
std::vector<WriteShapes::Numbers> WriteShapes::number_shapes(const std::vector<Local> &local) const
{
  std::vector<double> mine;
  for (const Local &one : local) {
    const Numbers numbers = numbers_of(one.shape);
    mine.push_back(static_cast<double>(one.first_id));
    mine.push_back(static_cast<double>(numbers.size()));
    mine.insert(mine.end(), numbers.begin(), numbers.end());
  }
  const std::vector<double> all = from_all_ranks(mine, world);
  std::map<Numbers, double> first_ids;
  for (auto at = all.begin(); at != all.end();) {
    const double id = *at++;
    const auto size = static_cast<std::ptrdiff_t>(*at++);
    const auto entry = first_ids.emplace(Numbers(at, at + size), id).first;
    entry->second = std::min(entry->second, id);
    at += size;
  }
  std::vector<std::pair<double, const Numbers *>> order;
  for (const auto &[numbers, id] : first_ids) order.emplace_back(id, &numbers);
  std::sort(order.begin(), order.end());
  std::vector<Numbers> shapes;
  for (const auto &[id, numbers] : order) shapes.push_back(*numbers);
  return shapes;
}

// Sets the property i_shape; 0 for spheres and atoms outside the group.
void WriteShapes::set_numbers(const std::vector<Local> &local,
                              const std::vector<Numbers> &shapes) const
{
  int is_real = 0, columns = 0;
  if (atom->find_custom(PROPERTY, is_real, columns) < 0 || !modify->get_fix_by_id(FIX))
    make_internal_fix(lmp, COMMAND_WRITE_SHAPES, FIX,
                      fmt::format("all property/atom i_{}", PROPERTY));
  int *numbers = atom->ivector[atom->find_custom(PROPERTY, is_real, columns)];
  std::fill_n(numbers, atom->nlocal, 0);
  std::map<Numbers, int> number_of;
  for (size_t n = 0; n < shapes.size(); n++) number_of[shapes[n]] = static_cast<int>(n) + 1;
  for (const Local &one : local)
    for (const int i : one.atoms) numbers[i] = number_of.at(numbers_of(one.shape));
}

// Returns why it failed, or nothing.
std::string WriteShapes::write(const std::vector<Numbers> &shapes, const std::string &pattern) const
{
  for (size_t n = 0; n < shapes.size(); n++) {
    const int parts = static_cast<int>(shapes[n][0]);
    const double *const numbers = shapes[n].data() + 1;
    const int corners = (static_cast<int>(shapes[n].size()) - 1 - (parts > 1 ? parts : 0)) / 3;
    Mesh mesh;
    const auto add = [&mesh](const grist::BodyShape &shape, const grist::Pose &placement) {
      const grist::ClosedSurface::Triangles surface = shape.closed_surface().triangles();
      for (const Vector3d &x : surface.points) mesh.vertices.push_back(placement.to_space(x));
      for (const auto &[a, b, c] : surface.corners) mesh.faces.push_back({a, b, c});
    };
    if (parts == 1) {
      const auto shape = ConvexPolyhedron::from_vertices(grist::points_of(numbers, corners));
      add({&shape, nullptr}, shape.placement());
    } else {
      const grist::CompoundShape shape(grist::parts_of(numbers, corners, parts));
      add({nullptr, &shape}, shape.placement());
    }
    const std::string path =
        std::string(pattern).replace(pattern.find('*'), 1, std::to_string(n + 1));
    OutputFile file;
    if (!file.open_for(path) ||
        !file.write(grist::text_stl(mesh, fmt::format("shape {}", n + 1))) || !file.rename_to(path))
      return fmt::format("cannot write {} ({})", path, file.failure());
  }
  return "";
}
