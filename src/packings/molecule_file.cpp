#include "packings/molecule_file.h"

#include "common/number_text.h"
#include "common/preconditions.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace grist {

static constexpr std::size_t LONGEST_LINE = 1000;    // LAMMPS reads up to 1023 characters
static constexpr std::size_t LONGEST_TITLE = 900;    // as it was given
static constexpr char FILLED[] = "; elements fill ";

// The bonded neighbours of each element, numbered from 1.
static std::vector<std::vector<int>> neighbors(const BondedCluster &cluster)
{
  std::vector<std::vector<int>> found(cluster.centers.size());
  for (const auto &[a, b] : cluster.bonds) {
    found[a].push_back(b + 1);
    found[b].push_back(a + 1);
  }
  return found;
}

static void write_elements(std::ostream &out, const BondedCluster &cluster, int type)
{
  const int count = cluster.centers.size();
  const auto section = [&](const char *name, const auto &value_of) {
    out << '\n' << name << "\n\n";
    for (int n = 0; n < count; n++) out << n + 1 << ' ' << value_of(n) << '\n';
  };
  out << "\nCoords\n\n";
  for (int n = 0; n < count; n++) {
    const Vector3d &at = cluster.centers[n];
    out << n + 1 << ' ' << exact_number_text(at.x) << ' ' << exact_number_text(at.y) << ' '
        << exact_number_text(at.z) << '\n';
  }
  section("Types", [&](int) { return type; });
  section("Diameters", [&](int n) { return exact_number_text(2.0 * cluster.radii[n]); });
  section("Masses", [&](int n) { return exact_number_text(cluster.masses[n]); });
}

static void write_bonds(std::ostream &out, const BondedCluster &cluster, int type)
{
  out << "\nBonds\n\n";
  int n = 0;
  for (const auto &[owner, other] : bonds_by_owner(cluster))
    out << ++n << ' ' << type << ' ' << owner + 1 << ' ' << other + 1 << '\n';
}

static void write_special(std::ostream &out, const BondedCluster &cluster)
{
  const auto bonded = neighbors(cluster);
  out << "\nSpecial Bond Counts\n\n";
  for (std::size_t n = 0; n < bonded.size(); n++)
    out << n + 1 << ' ' << bonded[n].size() << " 0 0\n";
  out << "\nSpecial Bonds\n\n";
  for (std::size_t n = 0; n < bonded.size(); n++) {
    std::string line = std::to_string(n + 1);
    for (int neighbor : bonded[n]) line += " " + std::to_string(neighbor);
    if (line.size() > LONGEST_LINE)
      throw std::invalid_argument("bonds at element " + std::to_string(n + 1) + ": " +
                                  std::to_string(bonded[n].size()) +
                                  " (more than a molecule file takes; choose a smaller reach)");
    out << line << '\n';
  }
}

std::vector<std::pair<int, int>> bonds_by_owner(const BondedCluster &cluster)
{
  std::vector<int> stored(cluster.centers.size(), 0);
  auto bonds = cluster.bonds;
  for (auto &bond : bonds) {
    if (stored[bond.second] < stored[bond.first]) std::swap(bond.first, bond.second);
    stored[bond.first]++;
  }
  return bonds;
}

static std::string title_text(const BondedCluster &cluster, const MoleculeNames &names)
{
  const std::string title = names.title.substr(0, LONGEST_TITLE);
  if (!(cluster.volume_fraction > 0.0)) return title;
  return title + FILLED + exact_number_text(cluster.volume_fraction) + " of the shape";
}

double volume_fraction_of(const std::string &title)
{
  const std::size_t at = title.rfind(FILLED);
  if (at == std::string::npos) return 1.0;
  const double filled = std::strtod(title.c_str() + at + sizeof(FILLED) - 1, nullptr);
  return filled > 0.0 && std::isfinite(filled) ? filled : 1.0;
}

std::string molecule_text(const BondedCluster &cluster, const MoleculeNames &names)
{
  assert(cluster.radii.size() == cluster.centers.size() &&
         cluster.masses.size() == cluster.centers.size());
  assert(names.title.find('\n') == std::string::npos && names.atom_type > 0 && names.bond_type > 0);
  std::ostringstream out;
  out << title_text(cluster, names) << "\n\n";
  out << cluster.centers.size() << " atoms\n";
  if (!cluster.bonds.empty()) out << cluster.bonds.size() << " bonds\n";
  write_elements(out, cluster, names.atom_type);
  if (cluster.bonds.empty()) return out.str();
  write_bonds(out, cluster, names.bond_type);
  write_special(out, cluster);
  return out.str();
}

}    // namespace grist
