#include "styles/output/shown_particles.h"

#include "compounds/flat_polygon.h"
#include "styles/access/styles_with.h"
#include "styles/breakage/fix_break_polyhedra.h"
#include "styles/interfaces/bonded_elements.h"
#include "styles/interfaces/loaded_bonds.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "atom.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
    bodies.find_shapes(has_faces() ? atom->nlocal + atom->nghost : atom->nlocal);
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

// ---- faces of blocks

bool ShownParticles::has_faces() const
{
  return bodies_used && bonded_elements(lmp) != nullptr;
}

// The face of a shape that lies in a plane, in the frame of that plane: its origin, its normal as
// axis 3. is_outward: the normal points out of the shape.
static grist::FlatPolygon polygon_in(const grist::Pose &plane, const grist::ConvexPolyhedron &shape,
                                     bool is_outward)
{
  const Vector3d normal = (is_outward ? 1.0 : -1.0) * (plane.rotation * Vector3d::unit_z());
  const std::vector<grist::ConvexPolyhedron::Face> all = shape.faces();
  const auto apart = [&](const grist::ConvexPolyhedron::Face &face) {
    return std::fabs(dot(face.plane.normal, plane.position) - face.plane.offset) / shape.radius() +
        1.0 - dot(face.plane.normal, normal);
  };
  const auto nearest =
      std::min_element(all.begin(), all.end(),
                       [&](const auto &one, const auto &two) { return apart(one) < apart(two); });
  const std::vector<Vector3d> vertices = shape.vertices();
  std::vector<Vector3d> corners;
  for (const int n : nearest->corners) {
    const Vector3d corner = plane.to_body(vertices[n]);
    corners.push_back({corner.x, corner.y, 0.0});
  }
  if (!is_outward) std::reverse(corners.begin(), corners.end());
  return grist::FlatPolygon::of(std::move(corners));
}

// In the frame of the face. What has parted is the whole face of its block.
grist::FlatPolygon ShownParticles::outline(int i, const FaceOfBlock &face) const
{
  grist::FlatPolygon own = polygon_in(face.in_this, bodies.shape(i).part(0), face.is_a);
  const int j = face.slot == FaceOfBlock::PARTED ? -1 : atom->map(face.partner);
  if (j < 0 || !bodies.shape(j)) return own;
  const grist::FlatPolygon common =
      common_part(own, polygon_in(face.in_other, bodies.shape(j).part(0), !face.is_a), 0.0);
  return common.is_empty() ? own : common;
}

OutputPiece ShownParticles::faces(const ShownAtoms &shown)
{
  OutputPiece piece;
  piece.kind = PieceKind::TRIANGLES;
  const BondedElements *bonds = bonded_elements(lmp);
  const auto *loads = bond_with<LoadedBonds>(lmp);
  std::vector<tagint> ids_a, ids_b, clusters, fragments, parted;
  std::vector<double> shares, damages, times;
  std::vector<FaceOfBlock> of_atom;
  for (const int i : shown.atoms) {
    bonds->list_faces(i, of_atom);
    for (const FaceOfBlock &face : of_atom) {
      const bool has_parted = face.slot == FaceOfBlock::PARTED;
      if (!has_parted && face.partner < atom->tag[i]) continue;
      const int j = has_parted ? -1 : atom->map(face.partner);
      const auto found = j < 0 || !loads ? std::nullopt : loads->reading(i, face.slot, j);
      const grist::FlatPolygon polygon = outline(i, face);
      const int first = static_cast<int>(piece.points.size() / 3);
      for (const Vector3d &corner : polygon.corners)
        piece.add_point(bodies.pose(i).to_space(face.in_this.to_space(corner)));
      for (int n = 2; n < static_cast<int>(polygon.corners.size()); n++) {
        piece.cells.insert(piece.cells.end(), {first, first + n - 1, first + n});
        piece.cell_count++;
        ids_a.push_back(atom->tag[i]);
        ids_b.push_back(face.partner);
        if (atom->molecule_flag) clusters.push_back(atom->molecule[i]);
        fragments.push_back(bonds->cluster_ids()[i]);
        parted.push_back(static_cast<tagint>(face.failure));
        shares.push_back(found ? found->strength_share : 0.0);
        damages.push_back(has_parted ? 1.0 : found ? found->damage : 0.0);
        times.push_back(face.time);
      }
    }
  }
  piece.add_wholes("id_a") = std::move(ids_a);
  piece.add_wholes("id_b") = std::move(ids_b);
  if (atom->molecule_flag) piece.add_wholes("cluster") = std::move(clusters);
  piece.add_wholes("fragment") = std::move(fragments);
  piece.add_wholes("parted") = std::move(parted);
  piece.add_reals("strength_used") = std::move(shares);
  piece.add_reals("damage") = std::move(damages);
  piece.add_reals("time") = std::move(times);
  return piece;
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
