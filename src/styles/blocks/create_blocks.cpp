#include "styles/blocks/create_blocks.h"

#include "atom.h"
#include "blocks/division_keywords.h"
#include "blocks/given_cells.h"
#include "comm.h"
#include "common/constants.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "meshes/mesh_file.h"
#include "packings/solid_shapes.h"
#include "styles/access/atom_editor.h"
#include "styles/blocks/rock_creation.h"
#include "styles/commands/input_words.h"
#include "styles/meshes/mesh_input.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "styles/state/fix_known_ids.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::BlockPartition;
using grist::Pose;
using grist::Vector3d;

static constexpr char COMMAND_CREATE_BLOCKS[] = "Command create_blocks";    // begins errors

void CreateBlocks::command(int narg, char **arg)
{
  if (domain->box_exist == 0)
    error->all(FLERR, "{} must be used after the simulation box is defined", COMMAND_CREATE_BLOCKS);
  RockCreation::check_system(lmp, COMMAND_CREATE_BLOCKS);
  InputWords words(lmp, COMMAND_CREATE_BLOCKS, narg, arg);
  const Request request = read(words);
  BlockPartition partition;
  try {
    partition = request.given.empty() ? grist::divided_solid(request.solid, request.division)
                                      : grist::blocks_of(request.given);
  } catch (const std::exception &refused) {
    error->all(FLERR, "{}: {}", COMMAND_CREATE_BLOCKS, refused.what());
  }
  create(request, partition);
  report(request, partition);
}

static double read_scale(InputWords &words)
{
  if (!words.next_is("scale")) return 1.0;
  words.word("scale");
  return words.positive("scale", Quantity::NUMBER);
}

static void scale_mesh(grist::Mesh &mesh, double factor)
{
  for (Vector3d &vertex : mesh.vertices) vertex = factor * vertex;
}

void CreateBlocks::read_shape(InputWords &words, Request &request)
{
  std::string &shape = request.shape = words.word("shape");
  const auto length = [&](const char *what) { return words.positive(what, Quantity::LENGTH); };
  if (shape == "box") {
    const double a = length("edge"), b = length("edge"), c = length("edge");
    request.solid = grist::BlockSolid::box({a, b, c});
  } else if (shape == "cylinder") {
    const double radius = length("radius"), height = length("height");
    request.solid = grist::BlockSolid::cylinder(radius, height);
  } else if (shape == "gravel") {
    const double diameter = length("diameter");
    const int seed = words.whole("seed of the shape", 1);
    request.solid = grist::BlockSolid::of_mesh(grist::solid_shapes::gravel(diameter, seed));
  } else if (shape == "file" || shape == "given") {
    const std::string name = words.word("file");
    const double scale = read_scale(words);
    if (shape == "given") {
      request.given = grist::read_cells(name);
      for (grist::GivenCell &cell : request.given) {
        scale_mesh(cell.mesh, scale);
        if (cell.nucleus) *cell.nucleus = scale * *cell.nucleus;
      }
    } else {
      grist::Mesh mesh = grist::read_mesh(name);
      scale_mesh(mesh, scale);
      grist::MeshCleaning how;
      how.use = grist::MeshUse::SOLID;
      request.solid = grist::BlockSolid::of_mesh(clean_mesh(lmp, name, mesh, how).mesh);
    }
    shape += " " + name;
  } else {
    words.refuse("shape", shape, "expected box, cylinder, gravel, file or given");
  }
}

CreateBlocks::Request CreateBlocks::read(InputWords &words)
{
  Request request;
  try {
    read_shape(words, request);
  } catch (const std::invalid_argument &refused) {
    words.fail(refused.what());
  }
  auto &division = request.division;
  Vector3d turn_axis = {0, 0, 1};
  double turn = 0.0;
  std::vector<Keyword> keywords = {
      {"seed", [&] { division.seed = words.whole("seed", 1); }},
      {"density", [&] { request.density = words.positive("density", Quantity::DENSITY); }},
      {"at", [&] { request.place.position = words.vector("at", Quantity::LENGTH); }},
      {"turn",
       [&] {
         turn_axis = words.axis("turn");
         turn = words.real("turn", Quantity::ANGLE);
       }},
      {"type", [&] { request.type = words.whole("type", 1); }},
      {"bond/type", [&] { request.bond_type = words.whole("bond/type", 1); }}};
  for (const Keyword &keyword : grist::division_keywords(
           words, [&](const char *) -> auto & { return division; }))
    keywords.push_back(keyword);
  words.read_keywords(keywords);
  for (const char *needed : {"cells", "density"})
    if (!words.has_read(needed) && (request.given.empty() || std::string(needed) != "cells"))
      words.fail(std::string("lacks the keyword ") + needed);
  for (const char *drawn : {"cells", "seed", "spread", "layers"})
    if (words.has_read(drawn) && !request.given.empty())
      words.fail(std::string(drawn) + " is for cells that are drawn, not for those of a file");
  if (request.type > atom->ntypes)
    words.refuse("type", request.type, fmt::format("there are {} atom types", atom->ntypes));
  if (request.bond_type > atom->nbondtypes)
    words.refuse("bond/type", request.bond_type,
                 fmt::format("there are {} bond types", atom->nbondtypes));
  if (turn != 0.0) request.place.rotation = grist::rotation_matrix(turn * grist::DEGREE, turn_axis);
  return request;
}

void CreateBlocks::create(const Request &request, const BlockPartition &partition)
{
  const grist::BlockRock rock = block_rock(partition);
  const int limit = AtomPolyhedra(atom).bodies->vertex_limit();
  if (rock.most_vertices() > limit)
    error->all(
        FLERR,
        "{}: a block has {} corners (atom_style body polyhedron allows {}: give a larger Nmax, "
        "more cells or a coarser mesh)",
        COMMAND_CREATE_BLOCKS, rock.most_vertices(), limit);
  check_places(request, partition);
  const HighestIds highest = highest_of_all(lmp);
  check_ids_left(lmp, highest.atom, rock.count(), COMMAND_CREATE_BLOCKS);
  const bigint expected = atom->natoms + rock.count();
  RockCreation creation(lmp, COMMAND_CREATE_BLOCKS);
  auto *known = internal_fix<FixKnownIds>(lmp);    // else ids of new atoms name none
  if (known) known->init();
  AtomEditor editor(lmp);
  creation.add({rock, 1.0, request.place, Vector3d::zero(), Vector3d::zero(), request.density,
                request.type, request.bond_type, highest.atom, highest.molecule + 1, 1},
               editor);
  editor.finish();
  if (known) known->accept_ids();
  editor.check_count(expected, COMMAND_CREATE_BLOCKS);
}

void CreateBlocks::check_places(const Request &request, const BlockPartition &partition)
{
  grist::AlignedBox extent;
  for (const grist::Block &block : partition.blocks) {
    const Pose pose = request.place * block.shape.placement();
    for (const Vector3d &corner : block.shape.vertices()) extent.extend(pose.to_space(corner));
    const Vector3d &at = pose.position;
    for (int d = 0; d < 3; d++)
      if (!domain->periodicity[d] && (at[d] < domain->boxlo[d] || at[d] >= domain->boxhi[d]))
        error->all(FLERR, "{}: a block at {:.6g} {:.6g} {:.6g} is outside of the box",
                   COMMAND_CREATE_BLOCKS, at.x, at.y, at.z);
  }
  for (int d = 0; d < 3; d++)
    if (domain->periodicity[d] && extent.high[d] - extent.low[d] > domain->prd[d])
      error->all(FLERR, "{}: the rock is {:.6g} long along {}, more than the periodic box, {:.6g}",
                 COMMAND_CREATE_BLOCKS, extent.high[d] - extent.low[d], "xyz"[d], domain -> prd[d]);
}

void CreateBlocks::report(const Request &request, const BlockPartition &partition)
{
  if (comm->me != 0) return;
  double least = partition.volume, most = 0.0;
  for (const grist::Block &block : partition.blocks) {
    least = std::min(least, block.volume());
    most = std::max(most, block.volume());
  }
  utils::logmesg(lmp,
                 "Created {} blocks of {}: {} bonds, volume {:.6g}, mass {:.6g}, volumes of blocks "
                 "{:.6g} to {:.6g}\n",
                 partition.blocks.size(), request.shape, partition.joined.faces.size(),
                 partition.volume, request.density * partition.volume, least, most);
}
