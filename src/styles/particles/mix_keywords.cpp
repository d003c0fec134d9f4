#include "styles/particles/mix_keywords.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "blocks/division_keywords.h"
#include "fmt/format.h"
#include "group.h"
#include "molecule.h"
#include "particles/size_law.h"
#include "styles/meshes/mesh_input.h"
#include "styles/parcels/fix_parcels.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "packings/molecule_file.h"
#include "particles/assortment.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::FeedShape;
using grist::MixComponent;
using grist::SizeLaw;
using grist::SizeMeasure;

static constexpr int SHAPES = 100;            // of shape random, by default
static constexpr int ROCKS = 10;              // the same, of rocks of blocks
static constexpr int MOST_CORNERS = 10000;    // of a rock before it is divided

MixKeywords::MixKeywords(LAMMPS *lmp, InputWords &words) : Pointers(lmp), words(words)
{
  if (const AtomPolyhedra of(atom); of) vertex_limit = of.bodies->vertex_limit();
}

void MixKeywords::read()
{
  std::vector<Keyword> known = {
      {"template", [&] { begin_template(); }},
      {"sphere", [&] { begin(Kind::SPHERE, "sphere"); }},
      {"polyhedron", [&] { begin(Kind::POLYHEDRON, "polyhedron"); }},
      {"rock", [&] { begin(Kind::ROCK, "rock"); }},
      {"seed", [&] { seed = words.whole("seed", 1); }},
      {"fraction",
       [&] {
         current("fraction").has_fraction = true;
         components.back().fraction = words.positive("fraction", Quantity::NUMBER);
       }},
      {"size", [&] { read_size_of_last(); }},
      {"density",
       [&] {
         current("density").has_density = true;
         components.back().density = words.positive("density", Quantity::DENSITY);
       }},
      {"type",
       [&] {
         current("type").has_type = true;
         sources.back().type = words.whole("type", 1);
         if (sources.back().type > atom->ntypes)
           words.refuse("type", sources.back().type,
                        fmt::format("there are atom types 1 to {}", atom->ntypes));
       }},
      {"measure", [&] { read_measure(); }},
      {"group", [&] { read_group(); }},
      {"shape", [&] { read_shape("shape"); }},
      {"shapes", [&] { read_shape("shapes"); }},
  };
  for (const Keyword &keyword : keywords_of_rocks()) known.push_back(keyword);
  words.read_keywords(known);
  if (components.empty())
    words.refuse("no", "component", "expected template, sphere, polyhedron or rock");
  for (size_t n = 0; n < components.size(); n++) finish(n);
}

void MixKeywords::check_new_name(const std::string &name) const
{
  for (const MixComponent &component : components)
    if (component.name == name)
      words.refuse("component", name, "there is one of this name; names must differ");
}

void MixKeywords::begin(Kind kind, const std::string &word)
{
  const bool round = kind == Kind::SPHERE, divided = kind == Kind::ROCK;
  const std::string name = words.word(word);
  check_new_name(name);
  if (!round) FixParcels::refuse(lmp, "Command particle_mix: " + word);
  if (!round && (vertex_limit == 0 || (divided && atom->molecular == Atom::ATOMIC)))
    words.refuse(word + " with atom_style", atom->atom_style,
                 divided ? "use atom_style hybrid body polyhedron 4 60 bond"
                         : "use atom_style body polyhedron");
  if (round && vertex_limit == 0 && (!atom->radius_flag || !atom->rmass_flag))
    words.refuse("sphere with atom_style", atom->atom_style,
                 "radius and mass are needed, as of atom_style sphere and bonded/cluster");
  given.push_back({kind, false, false, false, false, nullptr, SizeMeasure::SOLID});
  if (!round)    // of a rock the limit is that of its blocks
    given.back().shapes = std::make_unique<grist::AssortmentKeywords>(
        words, mesh_source(lmp), divided ? MOST_CORNERS : vertex_limit);
  sources.emplace_back();
  components.emplace_back();
  components.back().name = name;
}

// Scaled with its radii and masses; overlaps of elements count twice, in its volume as in its mass.
void MixKeywords::begin_template()
{
  const std::string id = words.word("template");
  check_new_name(id);
  const int set = atom->find_molecule(id.c_str());
  if (set < 0)
    words.refuse("template", id, "no molecule template of this ID; see cluster_template");
  Molecule *molecule = atom->molecules[set];
  if (molecule->nset != 1)
    words.refuse("template", id, "has several molecules; a mix takes one for each component");
  if (!molecule->xflag || !molecule->typeflag || !molecule->radiusflag || !molecule->rmassflag)
    words.refuse("template", id, "needs coordinates, types, diameters and masses");
  if (molecule->nbonds > 0 && !atom->avec->bonds_allow)
    words.refuse("template with bonds and atom_style", atom->atom_style,
                 "use atom_style bonded/cluster");
  molecule->check_attributes();
  molecule->compute_center();

  MixComponent component;
  component.name = id;
  std::vector<grist::Vector3d> centers;
  double mass = 0.0;
  for (int n = 0; n < molecule->natoms; n++) {
    centers.push_back(grist::vector_at(molecule->dx[n]));
    mass += molecule->rmass[n];
  }
  const std::vector<double> radii(molecule->radius, molecule->radius + molecule->natoms);
  double filled = grist::volume_fraction_of(molecule->title);    // which rank 0 alone has
  MPI_Bcast(&filled, 1, MPI_DOUBLE, 0, world);
  component.shapes = {FeedShape::of_spheres(centers, radii, filled)};
  component.density = mass / grist::volume_of_size(component.shapes[0].own_size);
  components.push_back(component);
  sources.push_back({molecule, 0});
  given.push_back({Kind::TEMPLATE, false, false, true, false, nullptr, SizeMeasure::SOLID});
}

MixKeywords::Given &MixKeywords::current(const std::string &keyword)
{
  if (given.empty())
    words.refuse("keyword", keyword, "template, sphere, polyhedron or rock must come first");
  const bool of_template = given.back().kind == Kind::TEMPLATE;
  if (of_template && (keyword == "density" || keyword == "type"))
    words.refuse("keyword", keyword, "a template has its own; give it to cluster_template");
  return given.back();
}

void MixKeywords::read_size_of_last()
{
  Given &last = current("size");
  last.has_size = true;
  if (last.shapes)
    read_shape("size");
  else
    components.back().size = read_size(words);
}

void MixKeywords::read_measure()
{
  Given &last = current("measure");
  const std::string name = words.one_of("measure", {"solid", "equivalent", "sieve"});
  last.measure = name == "solid" ? SizeMeasure::SOLID
      : name == "sieve"          ? SizeMeasure::SIEVE
                                 : SizeMeasure::EQUIVALENT;
}

void MixKeywords::read_group()
{
  current("group");
  const std::string name = words.word("group");
  const int number = group->find(name);
  if (number < 0)
    words.refuse("group", name, "no group of this ID; 'group " + name + " empty' makes one");
  if (group->dynamic[number])
    words.refuse("group", name, "a dynamic group, which LAMMPS fills; give one that is not");
  sources.back().groups.push_back(name);
}

void MixKeywords::read_shape(const std::string &keyword)
{
  Given &last = current(keyword);
  if (!last.shapes) words.refuse("keyword", keyword, "only of a polyhedron or rock");
  const std::vector<Keyword> known = last.shapes->keywords();
  std::find_if(known.begin(), known.end(), [&](const Keyword &k) {
    return k.name == keyword;
  })->read();
}

void MixKeywords::finish(size_t n)
{
  assert(n < given.size() && given.size() == sources.size() && given.size() == components.size());
  const Given &last = given[n];
  MixComponent &component = components[n];
  const std::string name = "component " + component.name;
  const MixSource &source = sources[n];
  const grist::ParcelScale parcels =
      FixParcels::scale(lmp, source.molecule ? source.molecule->type[0] : source.type);
  const SizeLaw &size = component.size;
  if (last.has_size)
    parcels("size of " + component.name, grist::Quantity::SIZE,
            size.kind == SizeLaw::Kind::SIEVES ? size.openings.back() : size.first);
  component.size = times(size, parcels.ratio());
  if (!last.has_fraction) {
    if (components.size() > 1)
      words.refuse("no fraction of", name, "keyword fraction is required of each of several");
    component.fraction = 1.0;
  }
  if (!last.has_density) words.refuse("no density of", name, "keyword density is required");
  if (last.shapes) make_polyhedra(n);
  if (last.kind == Kind::SPHERE) {
    if (!last.has_size) words.refuse("no size of", name, "keyword size is required of a sphere");
    component.shapes = {FeedShape::of_spheres({grist::Vector3d::zero()}, {1.0})};
  }
  if (last.measure == SizeMeasure::SOLID) return;
  for (FeedShape &shape : component.shapes) shape = shape.measured_by(last.measure);
}

MixKeywords::Given &MixKeywords::rock(const std::string &keyword)
{
  Given &last = current(keyword);
  if (last.kind != Kind::ROCK) words.refuse("keyword", keyword, "only of a rock");
  return last;
}

std::vector<Keyword> MixKeywords::keywords_of_rocks()
{
  std::vector<Keyword> keywords = grist::division_keywords(
      words, [this](const char *word) -> grist::BlockRequest & { return rock(word).division; });
  keywords.push_back({"bond/type", [this] {
                        rock("bond/type");
                        const int type = words.whole("bond/type", 1);
                        if (type > atom->nbondtypes)
                          words.refuse("bond/type", type,
                                       fmt::format("there are {} bond types", atom->nbondtypes));
                        sources.back().bond_type = type;
                      }});
  return keywords;
}

grist::FeedShape MixKeywords::divided(const FeedShape &shape, size_t n, int k) const
{
  grist::BlockRequest division = given[n].division;
  division.seed = grist::mixed_seed(grist::mixed_seed(seed + n, k), 1);
  FeedShape rock = shape.divided(division);
  const int most = rock.rock->most_vertices();
  if (most > vertex_limit)
    throw std::invalid_argument(fmt::format(
        "a block has {} corners (atom_style body polyhedron allows {}: give a larger Nmax, more "
        "cells or a coarser mesh)",
        most, vertex_limit));
  return rock;
}

void MixKeywords::make_polyhedra(size_t n)
{
  assert(given[n].shapes);
  const std::string name = "component " + components[n].name;
  const bool is_rock = given[n].kind == Kind::ROCK;
  if (is_rock && given[n].division.cells == 0)
    words.refuse("no cells of", name, "keyword cells is required of a rock");
  const grist::AssortmentRequest request = given[n].shapes->request(is_rock ? ROCKS : SHAPES);
  components[n].size = request.size;
  if (!request.make_shape)
    words.refuse("shape sphere of", name, "use sphere in place of polyhedron");
  try {
    for (int k = 0; k < request.shapes; k++) {
      const FeedShape whole =
          FeedShape::of_solid(request.make_shape(grist::mixed_seed(seed + n, k)));
      components[n].shapes.push_back(is_rock ? divided(whole, n, k) : whole);
    }
  } catch (const std::exception &refused) {
    words.refuse("shape of", name, refused.what());
  }
}
