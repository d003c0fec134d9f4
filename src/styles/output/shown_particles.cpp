#include "styles/output/shown_particles.h"

#include "styles/access/styles_with.h"
#include "styles/breakage/fix_break_polyhedra.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/interfaces/loaded_bonds.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "atom.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::Vector3d;

void ShownParticles::connect(const std::string &user)
{
  bodies_used = bool(AtomPolyhedra(atom));
  if (bodies_used) bodies.connect(atom, error, user);
  breakers = fixes_with<FixBreakPolyhedra>(lmp);
}

void ShownParticles::update()
{
  if (bodies_used) {
    bodies.find_shapes(atom->nlocal);
    bodies.update(atom->nlocal);
  }
  if (auto *bonds = bonded_elements(lmp)) bonds->update_clusters();
}

static void add_vectors(OutputPiece &piece, const char *name, const std::vector<int> &atoms,
                        double **vectors)
{
  auto &values = piece.add_reals(name, 3);
  values.reserve(3 * atoms.size());
  for (const int i : atoms) values.insert(values.end(), vectors[i], vectors[i] + 3);
}

template <class Value>
static void add_wholes(OutputPiece &piece, const char *name, const std::vector<int> &atoms,
                       const Value *of_atoms)
{
  auto &values = piece.add_wholes(name);
  values.reserve(atoms.size());
  for (const int i : atoms) values.push_back(of_atoms[i]);
}

void ShownParticles::add_common(OutputPiece &piece, const std::vector<int> &atoms)
{
  add_wholes(piece, "id", atoms, atom->tag);
  add_wholes(piece, "type", atoms, atom->type);
  add_vectors(piece, "velocity", atoms, atom->v);
  if (bodies_used) {
    auto &values = piece.add_reals("angular_velocity", 3);
    for (const int i : atoms)
      values.insert(values.end(), bodies.omega(i).data(), bodies.omega(i).data() + 3);
  } else if (atom->omega_flag)
    add_vectors(piece, "angular_velocity", atoms, atom->omega);
}

void ShownParticles::add_columns(OutputPiece &piece, const ShownAtoms &shown,
                                 const std::vector<int> &rows)
{
  for (size_t column = 0; column < shown.names.size(); column++) {
    auto &values = piece.add_reals(shown.names[column]);
    values.reserve(rows.size());
    for (const int row : rows)
      values.push_back(shown.values[static_cast<size_t>(row) * shown.row_length + column]);
  }
}

OutputPiece ShownParticles::spheres(const ShownAtoms &shown)
{
  std::vector<int> rows, atoms;
  for (size_t row = 0; row < shown.atoms.size(); row++) {
    if (bodies_used && bodies.shape(shown.atoms[row])) continue;
    rows.push_back(static_cast<int>(row));
    atoms.push_back(shown.atoms[row]);
  }
  OutputPiece piece;
  piece.points.reserve(3 * atoms.size());
  for (const int i : atoms) piece.add_point(atom->x[i]);
  add_common(piece, atoms);
  if (atom->radius_flag) {
    auto &radii = piece.add_reals("radius");
    for (const int i : atoms) radii.push_back(atom->radius[i]);
  }
  if (atom->molecule_flag) add_wholes(piece, "cluster", atoms, atom->molecule);
  if (const auto *bonds = bonded_elements(lmp))
    add_wholes(piece, "fragment", atoms, bonds->cluster_ids());
  add_columns(piece, shown, rows);
  return piece;
}

static void add_shape(OutputPiece &piece, const grist::BodyShape &shape, const grist::Pose &pose)
{
  const grist::ClosedSurface surface = shape.closed_surface();
  piece.cell_count++;
  piece.cells.push_back(static_cast<int>(surface.points.size()));
  piece.cells.push_back(static_cast<int>(surface.faces.size()));
  for (const std::vector<int> &face : surface.faces) {
    piece.cells.push_back(static_cast<int>(face.size()));
    piece.cells.insert(piece.cells.end(), face.begin(), face.end());
  }
  for (const Vector3d &point : surface.points) piece.add_point(pose.to_space(point));
}

OutputPiece ShownParticles::polyhedra(const ShownAtoms &shown)
{
  OutputPiece piece;
  piece.kind = PieceKind::POLYHEDRA;
  std::vector<int> rows, atoms;
  for (size_t row = 0; row < shown.atoms.size(); row++) {
    const int i = shown.atoms[row];
    if (!bodies.shape(i)) continue;
    rows.push_back(static_cast<int>(row));
    atoms.push_back(i);
    add_shape(piece, bodies.shape(i), bodies.pose(i));
  }
  add_common(piece, atoms);
  auto &volumes = piece.add_reals("volume");
  for (const int i : atoms) volumes.push_back(bodies.shape(i).volume());
  if (!breakers.empty()) add_lineage(piece, atoms);
  if (bonded_elements(lmp)) add_bonds(piece, atoms);
  add_columns(piece, shown, rows);
  return piece;
}

// Of blocks: the rock and the fragment that they are in, and the largest share of its strength that a
// face of theirs uses.
void ShownParticles::add_bonds(OutputPiece &piece, const std::vector<int> &atoms)
{
  const BondedElements *bonds = bonded_elements(lmp);
  if (atom->molecule_flag) add_wholes(piece, "cluster", atoms, atom->molecule);
  add_wholes(piece, "fragment", atoms, bonds->cluster_ids());
  const auto *loads = bond_with<LoadedBonds>(lmp);
  if (!loads || !loads->is_initialized()) return;
  auto &shares = piece.add_reals("strength_used");
  std::vector<BondEnd> of_atom;
  for (const int i : atoms) {
    double most = 0.0;
    bonds->list_bonds(i, of_atom);
    for (const BondEnd &one : of_atom) {
      const int j = atom->map(one.partner);
      const auto found = j < 0 ? std::nullopt : loads->reading(i, one.slot, j);
      if (found) most = std::max(most, found->strength_share);
    }
    shares.push_back(most);
  }
}

// A body that no fix breaks is its own parent and origin.
void ShownParticles::add_lineage(OutputPiece &piece, const std::vector<int> &atoms)
{
  std::vector<tagint> parents, origins, generations;
  for (const int i : atoms) {
    BodyLineage known = {};
    for (FixBreakPolyhedra *fix : breakers) {
      known = fix->lineage(i);
      if (known.origin.id > 0) break;
    }
    parents.push_back(known.parent > 0 ? known.parent : atom->tag[i]);
    origins.push_back(known.origin.id > 0 ? known.origin.id : atom->tag[i]);
    generations.push_back(known.generation);
  }
  piece.add_wholes("parent") = std::move(parents);
  piece.add_wholes("origin") = std::move(origins);
  piece.add_wholes("generation") = std::move(generations);
}
