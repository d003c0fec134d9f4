#include "styles/blocks/face_blocks.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "styles/polyhedra/body_polyhedron.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::FaceBlock;

void FaceBlocks::clear()
{
  blocks.clear();
  apart.clear();
  for (const int i : bonded) is_bonded[i] = 0;
  bonded.clear();
  count = used = 0;
}

void FaceBlocks::add(int a, int b, const grist::FaceMaterial &law, const grist::FaceBond &bond,
                     double mass, double strength, const grist::FaceMemory &memory)
{
  const int number = count++;
  for (const int i : {a, b}) {
    if (i >= static_cast<int>(is_bonded.size())) is_bonded.resize(i + 1, 0);
    if (!is_bonded[i]) bonded.push_back(i);
    is_bonded[i] = 1;
  }
  if (!FaceBlock::can_have(law, memory)) {
    apart.push_back(number);
    return;
  }
  const int lane = used++ % FaceBlock::LANES;
  if (lane == 0) {
    blocks.emplace_back();
    std::fill_n(blocks.back().of, FaceBlock::LANES, -1);
  }
  blocks.back().of[lane] = number;
  blocks.back().faces.set(lane, a, b, law, bond, mass, strength);
}

void FaceBlocks::place_bodies(const Atom *atom, const PolyhedronBodies &bodies)
{
  const AtomVecBody::Bonus *bonus = AtomPolyhedra(atom).avec->bonus;
  places.resize(atom->nlocal + atom->nghost);
  loads.resize(places.size());
  for (const int i : bonded) {
    grist::FaceBody &body = places[i];
    loads[i] = {};
    body.position = grist::vector_at(atom->x[i]);
    body.velocity = grist::vector_at(atom->v[i]);
    body.omega = bodies.omega(i);
    if (atom->body[i] < 0) continue;
    const double *q = bonus[atom->body[i]].quat;
    copy_to(body.turn, grist::Quaterniond{q[0], q[1], q[2], q[3]});
  }
}

void FaceBlocks::evaluate(Atom *atom, const PolyhedronBodies &bodies, bool with_energy,
                          const Show &show)
{
  place_bodies(atom, bodies);
  grist::FaceBlockForces on;
  for (Block &block : blocks) {
    grist::evaluate(block.faces, places.data(), with_energy, on);
    for (int lane = 0; lane < FaceBlock::LANES; lane++) {
      const int n = block.of[lane];
      if (n < 0) continue;
      if (!(on.share[lane] < 1.0)) {
        block.of[lane] = -1;
        block.faces.clear(lane);
        apart.push_back(n);
        continue;
      }
      loads[block.faces.a[lane]].add(on.on_a[lane]);
      loads[block.faces.b[lane]].add(on.on_b[lane]);
      if (with_energy) show(n, on.drag(lane), on.energy[lane], on.on_a[lane].force);
    }
  }
  for (const int i : bonded) {
    if (i >= atom->nlocal) continue;
    for (int d = 0; d < 3; d++) {
      atom->f[i][d] += loads[i].force[d];
      atom->torque[i][d] += loads[i].torque[d];
    }
  }
}

double FaceBlocks::memory_usage() const
{
  return static_cast<double>(blocks.capacity() * sizeof(Block) +
                             places.capacity() * sizeof(grist::FaceBody) +
                             loads.capacity() * sizeof(grist::FaceLoad));
}
