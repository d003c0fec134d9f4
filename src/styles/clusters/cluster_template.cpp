#include "styles/clusters/cluster_template.h"

#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "memory.h"
#include "molecule.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/output_file.h"

#include "clusters/cluster_builder.h"
#include "clusters/molecule_file.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

using namespace LAMMPS_NS;

struct ClusterTemplate::Order {
  std::string id;
  grist::ClusterRequest request;
  grist::MoleculeNames names;
  std::string file;    // of keyword write; empty without it
};

/* ---------------------------------------------------------------------- */

void ClusterTemplate::command(int narg, char **arg)
{
  if (domain->box_exist == 0)
    error->all(FLERR, "Command cluster_template must be used after the simulation box is defined");
  try {
    const Order order = parse(narg, arg);
    check_system(order);
    create(order);
  } catch (const std::invalid_argument &refused) {
    error->all(FLERR, "Command cluster_template: {}", refused.what());
  }
}

/* ---------------------------------------------------------------------- */

ClusterTemplate::Order ClusterTemplate::parse(int narg, char **arg)
{
  if (narg < 2) utils::missing_cmd_args(FLERR, "cluster_template", error);
  int iarg = 1;
  const grist::Shape shape = parse_shape(narg, arg, iarg);
  Order order = {arg[0], {shape, 0.0, {}, {}, {}}, {}, ""};
  order.names.title = "# cluster_template";
  for (int i = 0; i < narg; i++) order.names.title += std::string(" ") + arg[i];
  parse_keywords(narg, arg, iarg, order);
  return order;
}

/* ----------------------------------------------------------------------
   iarg: index of the shape's name; on return, of the first keyword
------------------------------------------------------------------------- */

grist::Shape ClusterTemplate::parse_shape(int narg, char **arg, int &iarg)
{
  const std::string name = arg[iarg];
  const int sizes = name == "box" ? 3 : name == "cylinder" ? 2 : 1;
  if (name != "sphere" && name != "cube" && name != "box" && name != "cylinder")
    error->all(FLERR, "Command cluster_template: unknown shape {} (sphere, cube, box or cylinder)",
               name);
  if (iarg + sizes >= narg) utils::missing_cmd_args(FLERR, "cluster_template " + name, error);

  double size[3] = {0.0, 0.0, 0.0};
  for (int n = 0; n < sizes; n++) size[n] = utils::numeric(FLERR, arg[iarg + 1 + n], false, lmp);
  iarg += 1 + sizes;
  if (name == "sphere") return grist::Shape::sphere(size[0]);
  if (name == "cube") return grist::Shape::cube(size[0]);
  if (name == "box") return grist::Shape::box(size[0], size[1], size[2]);
  return grist::Shape::cylinder(size[0], size[1]);
}

/* ---------------------------------------------------------------------- */

void ClusterTemplate::parse_keywords(int narg, char **arg, int iarg, Order &order)
{
  bool density = false;
  for (; iarg < narg; iarg += 2) {
    const std::string key = arg[iarg];
    const auto known = {"density",   "elements", "radius", "lattice", "type",
                        "bond/type", "reach",    "seed",   "write"};
    if (std::find(known.begin(), known.end(), key) == known.end())
      error->all(FLERR, "Command cluster_template: unknown keyword {}", key);
    if (iarg + 1 >= narg) utils::missing_cmd_args(FLERR, "cluster_template " + key, error);

    const char *word = arg[iarg + 1];
    const auto real = [&] { return utils::numeric(FLERR, word, false, lmp); };
    const auto whole = [&] { return utils::inumeric(FLERR, word, false, lmp); };
    if (key == "density") {
      order.request.density = real();
      density = true;
    } else if (key == "elements") {
      order.request.elements = whole();
    } else if (key == "radius") {
      order.request.radius = real();
    } else if (key == "lattice") {
      if (strcmp(word, "sc") != 0 && strcmp(word, "fcc") != 0)
        error->all(FLERR, "Command cluster_template: unknown lattice {} (sc or fcc)", word);
      order.request.lattice = strcmp(word, "sc") == 0 ? grist::Lattice::SC : grist::Lattice::FCC;
    } else if (key == "type") {
      order.names.atom_type = whole();
    } else if (key == "bond/type") {
      order.names.bond_type = whole();
    } else if (key == "reach") {
      order.request.reach = real();
    } else if (key == "seed") {
      const int seed = whole();
      if (seed < 1) error->all(FLERR, "Command cluster_template: seed {} (must be >= 1)", seed);
      order.request.seed = seed;
    } else {
      order.file = word;
    }
  }
  if (!density)
    error->all(FLERR, "Command cluster_template: no density (keyword density is required)");
}

/* ---------------------------------------------------------------------- */

void ClusterTemplate::check_system(const Order &order)
{
  if (domain->dimension != 3)
    error->all(FLERR, "Command cluster_template: dimension {} (clusters need dimension 3)",
               domain->dimension);
  if (!utils::is_id(order.id))
    error->all(FLERR, "Command cluster_template: ID {} (only letters, digits and underscores)",
               order.id);
  if (atom->find_molecule(order.id.c_str()) >= 0)
    error->all(FLERR, "Command cluster_template: ID {} (a molecule template of this ID exists)",
               order.id);

  if (!atom->radius_flag || !atom->rmass_flag || !atom->avec->bonds_allow ||
      atom->molecular != Atom::MOLECULAR)
    error->all(FLERR,
               "Command cluster_template: atom_style {} (radius, mass and bonds are needed; "
               "use atom_style bonded/cluster)",
               atom->atom_style);
  const int type = order.names.atom_type, bond_type = order.names.bond_type;
  if (type < 1 || type > atom->ntypes)
    error->all(FLERR, "Command cluster_template: type {} (there are atom types 1 to {})", type,
               atom->ntypes);
  if (atom->nbondtypes < 1)
    error->all(
        FLERR,
        "Command cluster_template: bond/type {} (no bond types; say bond/types {} in create_box)",
        bond_type, std::max(bond_type, 1));
  if (bond_type < 1 || bond_type > atom->nbondtypes)
    error->all(
        FLERR,
        "Command cluster_template: bond/type {} (there are bond types 1 to {}; bond/types N in "
        "create_box says how many)",
        bond_type, atom->nbondtypes);
}

/* ----------------------------------------------------------------------
   every rank builds the same cluster; rank 0 alone has files
   the file of keyword write is opened first and gets its name last
------------------------------------------------------------------------- */

void ClusterTemplate::create(const Order &order)
{
  OutputFile kept, temporary;
  const auto all_agree = [&](bool well, const OutputFile &file, const std::string &what) {
    int agreed = well;
    MPI_Bcast(&agreed, 1, MPI_INT, 0, world);
    if (!agreed)
      error->all(FLERR, "Command cluster_template: cannot write {} ({})", what, file.failure());
  };
  const bool idle = comm->me != 0, keeps = comm->me == 0 && !order.file.empty();
  all_agree(!keeps || kept.open_for(order.file), kept, "file " + order.file);

  const grist::BondedCluster cluster = grist::build_cluster(order.request);
  const std::string text = grist::molecule_text(cluster, order.names);
  all_agree(!keeps || kept.write(text), kept, "file " + order.file);
  all_agree(idle || (temporary.open_temporary() && temporary.write(text)), temporary,
            "a temporary molecule file");

  add_molecule(order.id, temporary.path);
  make_room();
  all_agree(!keeps || kept.rename_to(order.file), kept, "file " + order.file);
  report(order, cluster);
}

/* ---------------------------------------------------------------------- */

void ClusterTemplate::add_molecule(const std::string &id, const std::string &file)
{
  std::string words[2] = {id, file};
  char *arg[2] = {words[0].data(), words[1].data()};
  atom->add_molecule(2, arg);
}

/* ----------------------------------------------------------------------
   a per-atom array with more columns; memory->grow would mix up its rows
------------------------------------------------------------------------- */

template <typename T>
static void widen(Memory *memory, T **&array, int rows, int columns, int wanted, const char *name)
{
  T **wider;
  memory->create(wider, rows, wanted, name);
  for (int i = 0; i < rows && columns > 0; i++) memcpy(wider[i], array[i], columns * sizeof(T));
  memory->destroy(array);
  array = wider;
}

/* ----------------------------------------------------------------------
   as many bonds and special neighbors per atom as the new template has
------------------------------------------------------------------------- */

void ClusterTemplate::make_room()
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

/* ---------------------------------------------------------------------- */

void ClusterTemplate::report(const Order &order, const grist::BondedCluster &cluster)
{
  if (comm->me != 0) return;
  const std::vector<int> bonds = grist::bonds_at_elements(cluster);
  const auto &moments = cluster.principal_moments;
  std::string text = fmt::format("Cluster template {}: {}\n", order.id, order.request.shape.text());
  const auto line = [&](const char *what, const std::string &value) {
    text += fmt::format("  {:<18} {}\n", what, value);
  };
  line("elements", fmt::format("{}", cluster.centers.size()));
  line("element radius", fmt::format("{:.6g}", cluster.radius));
  line("bonds",
       fmt::format("{} (an element has {:.3g}, at most {})", cluster.bonds.size(),
                   2.0 * cluster.bonds.size() / bonds.size(),
                   *std::max_element(bonds.begin(), bonds.end())));
  line("mass", fmt::format("{:.6g}", cluster.total_mass));
  line("volume fraction", fmt::format("{:.4f}", cluster.volume_fraction));
  line("bounding radius", fmt::format("{:.6g}", cluster.bounding_radius));
  if (cluster.protrusion > 1.0e-5 * cluster.radius)
    line("protrusion", fmt::format("{:.6g} out of the shape", cluster.protrusion));
  line("principal moments",
       fmt::format("{:.6g} {:.6g} {:.6g}", moments[0], moments[1], moments[2]));
  utils::logmesg(lmp, text);
}
