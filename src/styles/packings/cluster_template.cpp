#include "styles/packings/cluster_template.h"

#include "packings/cluster_template_settings.h"

#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "memory.h"
#include "molecule.h"
#include "styles/access/lammps_compat.h"
#include "styles/commands/input_words.h"
#include "styles/files/output_file.h"
#include "styles/files/work_progress.h"
#include "styles/meshes/mesh_input.h"
#include "styles/parcels/fix_parcels.h"

#include "packings/cluster_builder.h"
#include "packings/molecule_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

using namespace LAMMPS_NS;

void ClusterTemplate::command(int narg, char **arg)
{
  if (domain->box_exist == 0)
    error->all(FLERR, "Command cluster_template must be used after the simulation box is defined");
  try {
    auto settings = grist::read_cluster_template_settings(
        InputWords(lmp, "Command cluster_template", narg, arg), mesh_source(lmp));
    check_system(settings);
    settings.request.progress = [&settings, work = WorkProgress(lmp)](double share) mutable {
      work.report([&] {
        return fmt::format("Cluster template {}: {:.0f} % ...\n", settings.id, 100.0 * share);
      });
    };
    create(settings);
  } catch (const std::invalid_argument &invalid) {
    error->all(FLERR, "Command cluster_template: {}", invalid.what());
  }
}

void ClusterTemplate::check_system(const grist::ClusterTemplateSettings &settings)
{
  if (domain->dimension != 3)
    error->all(FLERR, "Command cluster_template: dimension {} (clusters need dimension 3)",
               domain->dimension);
  if (!utils::is_id(settings.id))
    error->all(FLERR, "Command cluster_template: ID {} (only letters, digits and underscores)",
               settings.id);
  if (atom->find_molecule(settings.id.c_str()) >= 0)
    error->all(FLERR, "Command cluster_template: ID {} (a molecule template of this ID exists)",
               settings.id);

  if (!atom->radius_flag || !atom->rmass_flag || !atom->avec->bonds_allow ||
      atom->molecular != Atom::MOLECULAR)
    error->all(FLERR,
               "Command cluster_template: atom_style {} (radius, mass and bonds are needed; "
               "use atom_style bonded/cluster)",
               atom->atom_style);
  const int type = settings.names.atom_type, bond_type = settings.names.bond_type;
  if (type > atom->ntypes)
    error->all(FLERR, "Command cluster_template: type {} (there are atom types 1 to {})", type,
               atom->ntypes);
  if (atom->nbondtypes < 1)
    error->all(
        FLERR,
        "Command cluster_template: bond/type {} (no bond types; add bond/types {} to create_box)",
        bond_type, bond_type);
  if (bond_type > atom->nbondtypes)
    error->all(
        FLERR,
        "Command cluster_template: bond/type {} (there are bond types 1 to {}; bond/types N in "
        "create_box says how many)",
        bond_type, atom->nbondtypes);
}

/* ----------------------------------------------------------------------
   every rank builds the same cluster; only rank 0 writes files
   the file of keyword write is opened before the cluster is built, and gets its name last
------------------------------------------------------------------------- */

void ClusterTemplate::create(const grist::ClusterTemplateSettings &settings)
{
  OutputFile kept, temporary;
  const auto check_rank_0 = [&](bool well, const OutputFile &file, const std::string &what) {
    int is_well = well;
    MPI_Bcast(&is_well, 1, MPI_INT, 0, world);
    if (!is_well)
      error->all(FLERR, "Command cluster_template: cannot write {} ({})", what, file.failure());
  };
  const bool is_first = comm->me == 0, keeps = is_first && !settings.file.empty();
  check_rank_0(!keeps || kept.open_for(settings.file), kept, "file " + settings.file);

  const grist::ParcelScale parcels = FixParcels::scale(lmp, settings.names.atom_type);
  if (settings.request.mesh && is_fine(*settings.request.mesh))
    report_now(lmp,
               fmt::format("Cluster template {}: choosing elements in {} triangles ...\n",
                           settings.id, settings.request.mesh->faces.size()));
  const grist::BondedCluster real = grist::build_cluster(settings.request);
  parcels("bounding radius of " + settings.id, grist::Quantity::SIZE, real.bounding_radius);
  const grist::BondedCluster cluster = times(real, parcels.ratio());
  const std::string text = grist::molecule_text(cluster, settings.names);
  check_rank_0(!keeps || kept.write(text), kept, "file " + settings.file);
  check_rank_0(!is_first || (temporary.open_temporary() && temporary.write(text)), temporary,
               "a temporary molecule file");

  add_molecule(settings.id, temporary.path);
  grow_bond_arrays();
  check_rank_0(!keeps || kept.rename_to(settings.file), kept, "file " + settings.file);
  report(settings, cluster);
}

void ClusterTemplate::add_molecule(const std::string &id, const std::string &file)
{
  std::string words[2] = {id, file};
  char *arg[2] = {words[0].data(), words[1].data()};
  atom->add_molecule(2, arg);
}

// ---- a per-atom array with more columns; memory->grow would mix up its rows

template <typename T>
static void widen(Memory *memory, T **&array, int rows, int columns, int wanted, const char *name)
{
  T **wider;
  memory->create(wider, rows, wanted, name);
  for (int i = 0; i < rows && columns > 0; i++) memcpy(wider[i], array[i], columns * sizeof(T));
  memory->destroy(array);
  array = wider;
}

// ---- room for as many bonds and special neighbors per atom as the new template has

void ClusterTemplate::grow_bond_arrays()
{
  const Molecule *cluster = atom->molecules[atom->nmolecule - 1];
  const int bonds = atom->bond_per_atom, specials = atom->maxspecial;
  if (cluster->bond_per_atom > bonds) {
    widen(memory, atom->bond_type, atom->nmax, bonds, cluster->bond_per_atom, "atom:bond_type");
    widen(memory, atom->bond_atom, atom->nmax, bonds, cluster->bond_per_atom, "atom:bond_atom");
    atom->bond_per_atom = cluster->bond_per_atom;
  }
  if (cluster->maxspecial > specials) {
    widen(memory, atom->special, atom->nmax, specials, cluster->maxspecial, "atom:special");
    atom->maxspecial = cluster->maxspecial;
  }
  atom->avec->grow_pointers();
}

static std::string line_text(const char *what, const std::string &value)
{
  return fmt::format("  {:<18} {}\n", what, value);
}

static std::string number(double value)
{
  return fmt::format("{:.6g}", value);
}

// Bonded elements leave gaps: only the distribution of mass can be compared.
static std::string solid_text(const grist::BondedCluster &cluster)
{
  const grist::SolidComparison &solid = *cluster.solid;
  std::string text;
  if (solid.turned) text += line_text("mesh", "faces inward; it was turned");
  text += line_text("solid volume", number(solid.volume));
  const auto percent = [](double value) {    // rounding counts as none
    return fmt::format("{:.2g} %", std::fabs(value) < 5.0e-6 ? 0.0 : 100.0 * value);
  };
  if (cluster.rigid) text += line_text("volume error", percent(solid.volume_error));
  text += line_text("inertia error", percent(solid.inertia_error) + " at equal mass");
  if (cluster.rigid)
    text += line_text("surface error",
                      fmt::format("{}, at most {} of the equivalent diameter",
                                  percent(solid.surface_rms), percent(solid.surface_max)));
  return text;
}

static std::string bonds_text(const grist::BondedCluster &cluster)
{
  if (cluster.rigid) return fmt::format("{} (rigid)", cluster.bonds.size());
  const std::vector<int> bonds = grist::bonds_at_elements(cluster);
  return fmt::format("{} (an element has {:.3g}, at most {})", cluster.bonds.size(),
                     2.0 * cluster.bonds.size() / bonds.size(),
                     *std::max_element(bonds.begin(), bonds.end()));
}

void ClusterTemplate::report(const grist::ClusterTemplateSettings &settings,
                             const grist::BondedCluster &cluster)
{
  if (comm->me != 0) return;
  std::string text = fmt::format("Cluster template {}: {}{}\n", settings.id, settings.source,
                                 FixParcels::label(lmp, ", "));
  const auto line = [&](const char *what, const std::string &value) {
    text += line_text(what, value);
  };
  const auto [least, most] = std::minmax_element(cluster.radii.begin(), cluster.radii.end());
  line("elements", fmt::format("{}", cluster.centers.size()));
  line("element radius", *least == *most ? number(*most) : number(*least) + " to " + number(*most));
  line("bonds", bonds_text(cluster));
  line("mass", number(cluster.total_mass));
  if (cluster.rigid) line("volume", number(cluster.volume));
  if (cluster.volume_fraction > 0.0)
    line("volume fraction", fmt::format("{:.4f}", cluster.volume_fraction));
  line("bounding radius", number(cluster.bounding_radius));
  if (cluster.rigid) line("first to farthest", number(grist::farthest_from_first(cluster)));
  if (cluster.protrusion > 1.0e-5 * *least)
    line("protrusion", number(cluster.protrusion) + " out of the shape");
  if (cluster.solid) text += solid_text(cluster);
  const auto &moments = cluster.principal_moments;
  line("principal moments",
       fmt::format("{:.6g} {:.6g} {:.6g}", moments[0], moments[1], moments[2]));
  utils::logmesg(lmp, text);
}
