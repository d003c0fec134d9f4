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
  const std::vector<Corners> shapes = number_shapes(local);
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

static std::vector<double> corners_of(const ConvexPolyhedron &shape)
{
  std::vector<double> corners;
  for (const Vector3d &x : shape.vertices()) corners.insert(corners.end(), x.data(), x.data() + 3);
  return corners;
}

std::vector<WriteShapes::Local> WriteShapes::find_local(int groupbit) const
{
  const AtomPolyhedra of(atom);
  if (!of) error->all(FLERR, "{} needs atom_style body polyhedron", COMMAND_WRITE_SHAPES);
  std::vector<Local> found;
  std::map<const ConvexPolyhedron *, size_t> index;
  for (int i = 0; i < atom->nlocal; i++) {
    const ConvexPolyhedron *shape = of.shape(i);
    if (!(atom->mask[i] & groupbit) || !shape) continue;
    const auto [at, is_new] = index.emplace(shape, found.size());
    if (is_new) found.push_back({shape, {}, atom->tag[i]});
    Local &local = found[at->second];
    local.atoms.push_back(i);
    local.first_id = std::min(local.first_id, atom->tag[i]);
  }
  return found;
}

// Shapes of all ranks, in the order of the smallest id that has the shape; the same on every rank.
std::vector<WriteShapes::Corners> WriteShapes::number_shapes(const std::vector<Local> &local) const
{
  std::vector<double> mine;
  for (const Local &one : local) {
    const Corners corners = corners_of(*one.shape);
    mine.push_back(static_cast<double>(one.first_id));
    mine.push_back(static_cast<double>(corners.size()));
    mine.insert(mine.end(), corners.begin(), corners.end());
  }
  const std::vector<double> all = from_all_ranks(mine, world);
  std::map<Corners, double> first_ids;
  for (auto at = all.begin(); at != all.end();) {
    const double id = *at++;
    const auto size = static_cast<std::ptrdiff_t>(*at++);
    const auto entry = first_ids.emplace(Corners(at, at + size), id).first;
    entry->second = std::min(entry->second, id);
    at += size;
  }
  std::vector<std::pair<double, const Corners *>> order;
  for (const auto &[corners, id] : first_ids) order.emplace_back(id, &corners);
  std::sort(order.begin(), order.end());
  std::vector<Corners> shapes;
  for (const auto &[id, corners] : order) shapes.push_back(*corners);
  return shapes;
}

// Sets the property i_shape; 0 for spheres and atoms outside the group.
void WriteShapes::set_numbers(const std::vector<Local> &local,
                              const std::vector<Corners> &shapes) const
{
  int is_real = 0, columns = 0;
  if (atom->find_custom(PROPERTY, is_real, columns) < 0 || !modify->get_fix_by_id(FIX))
    make_internal_fix(lmp, COMMAND_WRITE_SHAPES, FIX,
                      fmt::format("all property/atom i_{}", PROPERTY));
  int *numbers = atom->ivector[atom->find_custom(PROPERTY, is_real, columns)];
  std::fill_n(numbers, atom->nlocal, 0);
  std::map<Corners, int> number_of;
  for (size_t n = 0; n < shapes.size(); n++) number_of[shapes[n]] = static_cast<int>(n) + 1;
  for (const Local &one : local)
    for (const int i : one.atoms) numbers[i] = number_of.at(corners_of(*one.shape));
}

// Returns why it failed, or nothing.
std::string WriteShapes::write(const std::vector<Corners> &shapes, const std::string &pattern) const
{
  for (size_t n = 0; n < shapes.size(); n++) {
    std::vector<Vector3d> points;
    for (size_t k = 0; k < shapes[n].size(); k += 3)
      points.push_back(grist::vector_at(&shapes[n][k]));
    const ConvexPolyhedron shape = ConvexPolyhedron::from_vertices(points);
    Mesh mesh;
    for (const Vector3d &x : shape.vertices())
      mesh.vertices.push_back(shape.placement().to_space(x));
    for (const auto &face : shape.faces())
      for (size_t k = 1; k + 1 < face.corners.size(); k++)
        mesh.faces.push_back({face.corners[0], face.corners[k], face.corners[k + 1]});
    const std::string path =
        std::string(pattern).replace(pattern.find('*'), 1, std::to_string(n + 1));
    OutputFile file;
    if (!file.open_for(path) ||
        !file.write(grist::text_stl(mesh, fmt::format("shape {}", n + 1))) || !file.rename_to(path))
      return fmt::format("cannot write {} ({})", path, file.failure());
  }
  return "";
}
