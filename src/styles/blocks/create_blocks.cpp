#include "styles/blocks/create_blocks.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "blocks/given_cells.h"
#include "bonds/face_bond.h"
#include "comm.h"
#include "common/constants.h"
#include "domain.h"
#include "error.h"
#include "fmt/format.h"
#include "force.h"
#include "meshes/mesh_file.h"
#include "packings/solid_shapes.h"
#include "styles/access/atom_editor.h"
#include "styles/access/styles_with.h"
#include "styles/blocks/bond_face.h"
#include "styles/blocks/fix_face_bonds.h"
#include "styles/commands/input_words.h"
#include "styles/meshes/mesh_input.h"
#include "styles/particles/body_creation.h"
#include "styles/particles/placed_bodies.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <tuple>

using namespace LAMMPS_NS;
using grist::BlockPartition;
using grist::Pose;
using grist::Vector3d;

static constexpr char COMMAND_CREATE_BLOCKS[] = "Command create_blocks";    // begins errors

void CreateBlocks::command(int narg, char **arg)
{
  check_system();
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

void CreateBlocks::check_system()
{
  if (domain->box_exist == 0)
    error->all(FLERR, "{} must be used after the simulation box is defined", COMMAND_CREATE_BLOCKS);
  const AtomPolyhedra of(atom);
  if (!of || atom->molecular == Atom::ATOMIC)
    error->all(FLERR,
               "{}: atom_style {} (bonded bodies are needed; use atom_style hybrid body polyhedron "
               "4 60 bond)",
               COMMAND_CREATE_BLOCKS, atom->atom_style);
  if (!bond_with<BondFace>(lmp))
    error->all(FLERR, "{}: bond_style {} (bonds of faces are needed; give bond_style face before)",
               COMMAND_CREATE_BLOCKS, force->bond_style ? force->bond_style : "none");
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
  words.read_keywords(
      {{"cells", [&] { division.cells = words.whole("cells", 1); }},
       {"seed", [&] { division.seed = words.whole("seed", 1); }},
       {"spread",
        [&] {
          division.spread =
              words.between("spread", Quantity::NUMBER, 0.0, grist::BlockRequest::MOST_SPREAD);
        }},
       {"layers", [&] { division.stretch = words.vector("layers", Quantity::NUMBER); }},
       {"density", [&] { request.density = words.positive("density", Quantity::DENSITY); }},
       {"at", [&] { request.place.position = words.vector("at", Quantity::LENGTH); }},
       {"turn",
        [&] {
          turn_axis = words.axis("turn");
          turn = words.real("turn", Quantity::ANGLE);
        }},
       {"type", [&] { request.type = words.whole("type", 1); }},
       {"bond/type", [&] { request.bond_type = words.whole("bond/type", 1); }}});
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
  const int limit = AtomPolyhedra(atom).bodies->vertex_limit();
  std::vector<grist::SolidForm> forms;
  for (const grist::Block &block : partition.blocks) {
    if (block.shape.vertex_count() > limit)
      error->all(FLERR, "{}: a block has {} corners (atom_style body polyhedron allows {})",
                 COMMAND_CREATE_BLOCKS, block.shape.vertex_count(), limit);
    forms.push_back(grist::SolidForm(block.shape).scaled(1.0 / block.size()));
  }
  PlacedBodies placed;
  grist::AlignedBox extent;
  placed.set_shapes(forms);
  for (size_t n = 0; n < partition.blocks.size(); n++) {
    const grist::Block &block = partition.blocks[n];
    const Pose pose = request.place * block.shape.placement();
    const Vector3d at = pose.position;
    grist::Assortment::Body drawn;
    drawn.shape = static_cast<int>(n);
    drawn.size = block.size();
    drawn.orientation = grist::quaternion_of(pose.rotation);
    placed.add(drawn, at, [&](double *x) {
      imageint image = 0;
      domain->remap(x, image);
    });
    for (const Vector3d &corner : block.shape.vertices()) extent.extend(pose.to_space(corner));
    for (int d = 0; d < 3; d++)
      if (!domain->periodicity[d] && (at[d] < domain->boxlo[d] || at[d] >= domain->boxhi[d]))
        error->all(FLERR, "{}: a block at {:.6g} {:.6g} {:.6g} is outside of the box",
                   COMMAND_CREATE_BLOCKS, at.x, at.y, at.z);
  }
  for (int d = 0; d < 3; d++)
    if (domain->periodicity[d] && extent.high[d] - extent.low[d] > domain->prd[d])
      error->all(FLERR, "{}: the rock is {:.6g} long along {}, more than the periodic box, {:.6g}",
                 COMMAND_CREATE_BLOCKS, extent.high[d] - extent.low[d], "xyz"[d], domain -> prd[d]);
  const tagint before = highest_of_all(lmp).atom;
  BodyCreation(lmp, request.type, request.density).create(placed, COMMAND_CREATE_BLOCKS);
  bond(request, partition, before);
}

// Each rank needs the poses of all blocks: faces are put into the frames that the bodies have.
void CreateBlocks::bond(const Request &request, const BlockPartition &partition, tagint before)
{
  const int count = static_cast<int>(partition.blocks.size());
  constexpr int NUMBERS = 7;
  std::vector<double> own(static_cast<size_t>(count) * NUMBERS, 0.0), all(own.size());
  const auto *avec = AtomPolyhedra(atom).avec;
  for (int i = 0; i < atom->nlocal; i++) {
    const tagint n = atom->tag[i] - before - 1;
    if (n < 0 || n >= count) continue;
    double *to = &own[static_cast<size_t>(n) * NUMBERS];
    std::copy_n(atom->x[i], 3, to);
    std::copy_n(avec->bonus[atom->body[i]].quat, 4, to + 3);
  }
  MPI_Allreduce(own.data(), all.data(), count * NUMBERS, MPI_DOUBLE, MPI_SUM, world);
  const auto pose_of = [&](int n) {
    const double *from = &all[static_cast<size_t>(n) * NUMBERS];
    // Without what the box has shifted it by.
    return Pose::from_quaternion((request.place * partition.blocks[n].shape.placement()).position,
                                 from + 3);
  };
  FixFaceBonds &faces = FixFaceBonds::made(lmp, COMMAND_CREATE_BLOCKS);
  for (const grist::BlockFace &face : partition.joined.faces) {
    const grist::FaceSection &section = face.section;
    double extent[2] = {0.0, 0.0};
    for (const Vector3d &corner : face.corners)
      for (int k = 0; k < 2; k++)
        extent[k] = std::max(extent[k], std::fabs(dot(corner - section.centroid, section.axes[k])));
    const Pose frame = request.place *
        Pose{section.centroid,
             grist::Matrix3d::of_columns(section.axes[0], section.axes[1], section.normal)};
    const grist::FaceBond bond =
        grist::make_face_bond(pose_of(face.a), pose_of(face.b), frame, section.area,
                              {section.moments[0], section.moments[1]}, extent, face.distance);
    const tagint a = before + 1 + face.a, b = before + 1 + face.b;
    for (const auto &[tag, partner, is_a] : {std::make_tuple(a, b, 1), std::make_tuple(b, a, 0)}) {
      const int i = atom->map(tag);
      if (i >= 0 && i < atom->nlocal) faces.add(i, {partner, request.bond_type, is_a, bond});
    }
  }
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
