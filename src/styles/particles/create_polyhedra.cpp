#include "styles/particles/create_polyhedra.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "particles/assortment_keywords.h"
#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/commands/input_words.h"
#include "styles/files/work_progress.h"
#include "styles/meshes/mesh_input.h"
#include "styles/particles/body_creation.h"
#include "styles/particles/placed_bodies.h"
#include "styles/particles/region_placement.h"
#include "styles/polyhedra/body_polyhedron.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

using namespace LAMMPS_NS;

static constexpr char COMMAND_CREATE_POLYHEDRA[] = "Command create_polyhedra";    // begins errors

void CreatePolyhedra::command(int narg, char **arg)
{
  const int vertex_limit = check_system().vertex_limit();
  InputWords words(lmp, COMMAND_CREATE_POLYHEDRA, narg, arg);
  const grist::PolyhedraRequest request =
      read_polyhedra_request(words, mesh_source(lmp), atom->ntypes, vertex_limit);
  const PlacedBodies bodies = place(request);
  const int wanted = request.assortment.count, found = bodies.count();
  const std::string advice = fmt::format(
      "region {}, {} attempts a body; a larger region, smaller bodies or more attempts help",
      request.region, request.attempts);
  if (found == 0)
    error->all(FLERR, "{}: none of {} bodies found room ({})", COMMAND_CREATE_POLYHEDRA, wanted,
               advice);
  BodyCreation(lmp, request.type, request.density).create(bodies, COMMAND_CREATE_POLYHEDRA);
  report(request, bodies);
  if (found < wanted && comm->me == 0)
    error->warning(FLERR, "{}: only {} of {} bodies found room ({})", COMMAND_CREATE_POLYHEDRA,
                   found, wanted, advice);
}

BodyPolyhedron &CreatePolyhedra::check_system()
{
  if (domain->box_exist == 0)
    error->all(FLERR, "{} must be used after the simulation box is defined",
               COMMAND_CREATE_POLYHEDRA);
  if (domain->dimension != 3)
    error->all(FLERR, "{}: dimension {} (bodies need dimension 3)", COMMAND_CREATE_POLYHEDRA,
               domain->dimension);
  const AtomPolyhedra of(atom);
  if (!of)
    error->all(FLERR, "{}: atom_style {} (bodies are needed; use atom_style body polyhedron)",
               COMMAND_CREATE_POLYHEDRA, atom->atom_style);
  return *of.bodies;
}

// ---- drawn and placed by rank 0, then sent to all ranks, as an error of rank 0 is

PlacedBodies CreatePolyhedra::place(const grist::PolyhedraRequest &request)
{
  RegionPlacement placement(lmp, COMMAND_CREATE_POLYHEDRA, request.region);
  PlacedBodies bodies;
  std::string problem;
  if (comm->me == 0) {
    grist::AssortmentRequest drawn = request.assortment;
    WorkProgress work(lmp);
    drawn.progress = [&](int made) {
      work.report([&] {
        return fmt::format("  create_polyhedra: {} of {} shapes made\n", made, drawn.shapes);
      });
    };
    const auto progress = [&](size_t tried, size_t placed) {
      work.report([&] {
        return fmt::format("  create_polyhedra: {} of {} bodies tried, {} placed\n", tried,
                           drawn.count, placed);
      });
    };
    try {
      bodies =
          placement.place(grist::draw_assortment(drawn), request.attempts, drawn.seed, progress);
    } catch (const std::invalid_argument &refused) {
      problem = refused.what();
    }
  }
  problem = broadcast(problem, world);
  if (!problem.empty()) error->all(FLERR, "{}: {}", COMMAND_CREATE_POLYHEDRA, problem);
  bodies.share(world);
  return bodies;
}

void CreatePolyhedra::report(const grist::PolyhedraRequest &request, const PlacedBodies &placed)
{
  assert(placed.count() > 0);
  if (comm->me != 0) return;
  const auto &bodies = placed.bodies;
  double volume = 0.0, smallest = bodies[0].size, largest = smallest;
  int fewest = placed.vertex_count(bodies[0]), most = fewest;
  for (const PlacedBodies::Body &body : bodies) {
    volume += grist::volume_of_size(body.size);
    smallest = std::min(smallest, body.size);
    largest = std::max(largest, body.size);
    fewest = std::min(fewest, placed.vertex_count(body));
    most = std::max(most, placed.vertex_count(body));
  }
  utils::logmesg(lmp,
                 "Created {} polyhedra in region {}: volume {:.6g}, mass {:.6g}, sizes {:.6g} to "
                 "{:.6g}, vertices {} to {}\n",
                 placed.count(), request.region, volume, request.density * volume, smallest,
                 largest, fewest, most);
}
