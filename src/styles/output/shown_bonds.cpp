#include "styles/output/shown_bonds.h"

#include "styles/access/lammps_compat.h"
#include "styles/access/styles_with.h"
#include "styles/interfaces/loaded_bonds.h"

#include "atom.h"
#include "atom_vec.h"
#include "force.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace LAMMPS_NS;
using grist::Vector3d;

ShownBonds::ShownBonds(LAMMPS *lmp, std::string user, int groupbit) :
    Pointers(lmp), user(std::move(user)), groupbit(groupbit)
{
}

void ShownBonds::connect()
{
  elements = bonded_elements(lmp);
  const auto *loads = bond_with<LoadedBonds>(lmp);
  if (elements && (!loads || !loads->is_initialized()))
    error->all(FLERR, "{}: the bond style has been replaced since the last run (run 0 first)",
               user);
  breaks = elements ? elements->subscribe(*this) : nullptr;
}

bool ShownBonds::has_bonds() const
{
  return atom->molecular == Atom::MOLECULAR && atom->avec->bonds_allow && atom->num_bond;
}

// Those that belong to this end.
void ShownBonds::list_bonds(int i, std::vector<BondEnd> &to) const
{
  to.clear();
  if (elements)
    elements->list_bonds(i, to);
  else
    for (int m = 0; m < atom->num_bond[i]; m++)
      if (atom->bond_type[i][m] > 0)
        to.push_back({atom->bond_atom[i][m], atom->bond_type[i][m], m});
  if (!elements && force->newton_bond) return;
  to.erase(std::remove_if(to.begin(), to.end(),
                          [&](const BondEnd &one) { return one.partner < atom->tag[i]; }),
           to.end());
}

// The columns of a bond style whose loads are known.
struct ShownBonds::Values {
  std::vector<double> tension, shear, bending, twisting, share, radius;
  std::vector<tagint> state;
};

// Resting bonds, which bear no loads now, are those of held or rigid clusters.
enum { LOADED = 0, RESTING = 1 };

OutputPiece ShownBonds::bonds(const std::vector<int> &atoms)
{
  OutputPiece piece;
  piece.kind = PieceKind::LINES;
  Values values;
  std::vector<tagint> ids_a, ids_b, types, clusters, fragments;
  std::vector<int> point_of(atom->nlocal, -1);    // of an owned atom
  std::vector<BondEnd> of_atom;
  for (const int i : atoms) {
    list_bonds(i, of_atom);
    for (const auto &[partner, type, slot] : of_atom) {
      const int j = atom->map(partner);
      if (j < 0)
        error->one(FLERR,
                   "{}: atom {}, bonded to atom {}, is farther away than the ghost cutoff (widen "
                   "it with comm_modify cutoff, or bonds no)",
                   user, partner, atom->tag[i]);
      if (!(atom->mask[j] & groupbit)) continue;
      add_line(i, j, point_of, piece);
      ids_a.push_back(atom->tag[i]);
      ids_b.push_back(partner);
      types.push_back(type);
      if (atom->molecule_flag) clusters.push_back(atom->molecule[i]);
      if (!elements) continue;
      fragments.push_back(elements->cluster_ids()[i]);
      add_loads(i, j, slot, values);
    }
  }

  piece.add_wholes("id_a") = std::move(ids_a);
  piece.add_wholes("id_b") = std::move(ids_b);
  piece.add_wholes("type") = std::move(types);
  if (atom->molecule_flag) piece.add_wholes("cluster") = std::move(clusters);
  if (!elements) return piece;
  piece.add_wholes("fragment") = std::move(fragments);
  piece.add_wholes("state") = std::move(values.state);
  piece.add_reals("tension") = std::move(values.tension);
  piece.add_reals("shear") = std::move(values.shear);
  piece.add_reals("bending") = std::move(values.bending);
  piece.add_reals("twisting") = std::move(values.twisting);
  piece.add_reals("strength_used") = std::move(values.share);
  piece.add_reals("radius") = std::move(values.radius);
  return piece;
}

// An owned atom is one point for all its bonds, unless a line ends at another image of it.
void ShownBonds::add_line(int i, int j, std::vector<int> &point_of, OutputPiece &piece) const
{
  const auto number = [&] { return static_cast<int>(piece.points.size() / 3); };
  const auto point = [&](int k) {
    if (point_of[k] < 0) {
      point_of[k] = number();
      piece.add_point(atom->x[k]);
    }
    return point_of[k];
  };
  piece.cells.push_back(point(i));
  piece.cell_count++;
  const Vector3d from = grist::vector_at(atom->x[i]),
                 straight = grist::vector_at(atom->x[j]) - from;
  Vector3d nearest = straight;
  minimum_image(domain, nearest.data());
  if (j < atom->nlocal && nearest == straight) {
    piece.cells.push_back(point(j));
  } else {
    piece.cells.push_back(number());
    piece.add_point(from + nearest);
  }
}

void ShownBonds::add_loads(int i, int j, int m, Values &values) const
{
  const auto *style = bond_with<LoadedBonds>(lmp);
  const auto found = style->reading(i, m, j);
  const BondReading now = found.value_or(BondReading());
  values.tension.push_back(now.loads.tension);
  values.shear.push_back(now.loads.shear);
  values.bending.push_back(now.loads.bending);
  values.twisting.push_back(std::fabs(now.loads.twisting));
  values.share.push_back(now.strength_share);
  values.radius.push_back(style->size_of(i, m, j).radius);
  values.state.push_back(found ? LOADED : RESTING);
}

OutputPiece ShownBonds::take_broken()
{
  OutputPiece piece;
  std::vector<tagint> id_a, id_b, clusters, failures;
  std::vector<double> times, energies;
  for (const BreakEvent &event : std::exchange(broken, {})) {
    piece.add_point(event.place);
    id_a.push_back(event.tag_a);
    id_b.push_back(event.tag_b);
    clusters.push_back(event.parent);
    failures.push_back(static_cast<tagint>(event.failure));
    times.push_back(event.time);
    energies.push_back(event.energy);
  }
  piece.add_wholes("id_a") = std::move(id_a);
  piece.add_wholes("id_b") = std::move(id_b);
  piece.add_wholes("cluster") = std::move(clusters);
  piece.add_wholes("failure") = std::move(failures);
  piece.add_reals("time") = std::move(times);
  piece.add_reals("energy") = std::move(energies);
  return piece;
}
