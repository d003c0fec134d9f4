#include "styles/polyhedra/create_polyhedra.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "math_extra.h"
#include "platform.h"
#include "region.h"
#include "styles/common/input_words.h"
#include "styles/common/lammps_compat.h"
#include "styles/polyhedra/body_polyhedron.h"

#include "geometry/assortment.h"
#include "geometry/placement.h"
#include "geometry/solids.h"
#include "meshes/mesh_file.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::ConvexPolyhedron;
using grist::SizeLaw;
using grist::Vector3d;

static constexpr double PROGRESS_SECONDS = 5.0;
static constexpr double BEYOND = 1.0e-6;    // of a distance: safely across a surface
static constexpr double LARGEST_SIGMA = 3.0;

struct CreatePolyhedra::Order {
  int type = 1, attempts = 1000;
  double density = 0.0;
  bool shapes_given = false, shape_given = false, own_size = false;
  std::string shape = "random", region;
  grist::AssortmentRequest assortment;
};

struct CreatePolyhedra::Bodies {
  std::vector<std::vector<double>> shapes;    // vertices, of size 1, in the body frame

  // Of each body: position, turn (w, x, y, z), size, shape.
  enum { QUAT = 3, SIZE = 7, SHAPE, VALUES };
  std::vector<double> values;

  int count() const { return static_cast<int>(values.size() / VALUES); }
  const double *of(int n) const { return values.data() + static_cast<size_t>(VALUES) * n; }
  int vertices(int n) const
  {
    const int shape = static_cast<int>(of(n)[SHAPE]);
    return shape < 0 ? 0 : static_cast<int>(shapes[shape].size() / 3);
  }
};

/* ---------------------------------------------------------------------- */

void CreatePolyhedra::command(int narg, char **arg)
{
  if (domain->box_exist == 0)
    error->all(FLERR, "Command create_polyhedra must be used after the simulation box is defined");
  if (domain->dimension != 3)
    error->all(FLERR, "Command create_polyhedra: dimension {} (bodies need dimension 3)",
               domain->dimension);
  told = platform::walltime();
  body = &body_of_atom_style();
  const Order order = parse(narg, arg);
  find_region(order.region);

  const std::vector<double> spheres = gather_spheres();
  Bodies bodies;
  std::string problem;
  if (comm->me == 0) {
    try {
      bodies = decide(order, spheres);
    } catch (const std::invalid_argument &refused) {
      problem = refused.what();
    }
  }
  agree(problem, bodies);
  const int wanted = order.assortment.count, found = bodies.count();
  const std::string advice = fmt::format(
      "region {}, {} attempts a body; a larger region, smaller bodies or more attempts help",
      order.region, order.attempts);
  if (found == 0)
    error->all(FLERR, "Command create_polyhedra: none of {} bodies found room ({})", wanted,
               advice);
  create(order, bodies);
  report(order, bodies);
  if (found < wanted && comm->me == 0)
    error->warning(FLERR, "Command create_polyhedra: only {} of {} bodies found room ({})", found,
                   wanted, advice);
}

/* ---------------------------------------------------------------------- */

CreatePolyhedra::Order CreatePolyhedra::parse(int narg, char **arg)
{
  InputWords words(lmp, "Command create_polyhedra", narg, arg);
  Order order;
  order.assortment.count = words.whole("N", 1);
  if (words.word("N region") != "region")
    error->all(FLERR, "Command create_polyhedra: {} (expected region ID after the number)", arg[1]);
  order.region = words.word("region");
  while (words.left()) parse_keyword(words.word(""), words, order);

  if (order.density == 0.0)
    error->all(FLERR, "Command create_polyhedra: no density (keyword density is required)");
  if (!order.shape_given)
    error->all(FLERR, "Command create_polyhedra: no shape (keyword shape is required)");
  if (order.assortment.size.kind == SizeLaw::Kind::OWN && !order.own_size)
    error->all(FLERR,
               "Command create_polyhedra: no size (keyword size is required for shape {}; box and "
               "file have a size of their own)",
               order.shape);
  if (order.shapes_given && order.shape != "random")
    error->all(FLERR, "Command create_polyhedra: shapes with shape {} (only shape random takes it)",
               order.shape);
  if (order.shape != "random")
    order.assortment.shapes = 1;
  else if (!order.shapes_given)
    order.assortment.shapes = order.assortment.count;
  return order;
}

void CreatePolyhedra::parse_keyword(const std::string &key, InputWords &words, Order &order)
{
  if (key == "type") {
    order.type = words.whole(key, 1);
    if (order.type > atom->ntypes)
      words.refuse(key, order.type, fmt::format("there are atom types 1 to {}", atom->ntypes));
  } else if (key == "density") {
    order.density = words.positive(key);
  } else if (key == "shape") {
    parse_shape(words, order);
  } else if (key == "shapes") {
    order.assortment.shapes = words.whole(key, 1);
    order.shapes_given = true;
  } else if (key == "size") {
    parse_size(words, order);
  } else if (key == "seed") {
    order.assortment.seed = words.whole(key, 1);
  } else if (key == "orient") {
    const std::string how = words.word(key);
    if (how != "random" && how != "fixed") words.refuse(key, how, "random or fixed");
    order.assortment.turned = how == "random";
  } else if (key == "attempts") {
    order.attempts = words.whole(key, 1);
  } else {
    words.refuse("unknown keyword", key,
                 "type, density, shape, shapes, size, seed, orient or attempts");
  }
}

/* ---------------------------------------------------------------------- */

// Those that a name alone describes.
static grist::ConvexPolyhedron (*named_solid(const std::string &name))(double)
{
  namespace solids = grist::solids;
  if (name == "tetrahedron") return solids::tetrahedron;
  if (name == "cube") return solids::cube;
  if (name == "octahedron") return solids::octahedron;
  if (name == "dodecahedron") return solids::dodecahedron;
  if (name == "icosahedron") return solids::icosahedron;
  if (name == "football") return solids::truncated_icosahedron;
  return nullptr;
}

void CreatePolyhedra::parse_shape(InputWords &words, Order &order)
{
  const std::string name = order.shape = words.word("shape");
  const std::string what = "shape " + name;
  auto &make = order.assortment.make_shape;
  order.shape_given = true;
  order.own_size = name == "box" || name == "file";

  if (name == "sphere") {
    make = nullptr;
  } else if (const auto solid = named_solid(name)) {
    make = [=](std::uint64_t) { return solid(1.0); };
  } else if (name == "box") {
    const double a = words.positive(what), b = words.positive(what), c = words.positive(what);
    make = [=](std::uint64_t) { return grist::solids::box(a, b, c); };
  } else if (name == "prism" || name == "pyramid") {
    const auto upright = name == "prism" ? grist::solids::prism : grist::solids::pyramid;
    const int corners = words.whole(what + " corners", 3);
    const double height = 2.0 * words.positive(what + " ratio");    // the radius is 1
    if (corners > body->vertex_limit())
      words.refuse(
          what + " corners", corners,
          fmt::format("atom_style body polyhedron has room for {} vertices", body->vertex_limit()));
    make = [=](std::uint64_t) { return upright(corners, 1.0, height); };
  } else if (name == "file") {
    const std::string file = words.word(what);
    make = [=](std::uint64_t) {
      try {
        return grist::convex_polyhedron(grist::read_mesh(file));
      } catch (const std::invalid_argument &refused) {
        throw std::invalid_argument(std::string("shape file: ") + refused.what());
      }
    };
  } else if (name == "random") {
    make = [random = parse_random(words)](std::uint64_t seed) {
      grist::RandomShape shape = random;
      shape.seed = seed;
      return grist::random_polyhedron(shape);
    };
  } else {
    words.refuse("unknown shape", name,
                 "random, tetrahedron, cube, octahedron, dodecahedron, icosahedron, football, box, "
                 "prism, pyramid, sphere or file");
  }
}

grist::RandomShape CreatePolyhedra::parse_random(InputWords &words)
{
  grist::RandomShape random;
  while (words.next_is("cuts") || words.next_is("aspect")) {
    if (words.word("shape random") == "cuts") {
      random.cuts = words.whole("shape random cuts", 0);
      continue;
    }
    random.primary.clear();
    for (int k = 0; k < 3; k++) {
      const double half = 0.5 * words.positive("shape random aspect");
      for (const double sign : {-1.0, 1.0})
        random.primary.push_back({sign * Vector3d::Unit(k), half});
    }
  }
  return random;
}

void CreatePolyhedra::parse_size(InputWords &words, Order &order)
{
  SizeLaw &size = order.assortment.size;
  if (words.next_is("uniform")) {
    words.word("size");
    size.kind = SizeLaw::Kind::UNIFORM;
    size.first = words.positive("size uniform");
    size.second = words.positive("size uniform");
    if (size.second < size.first)
      words.refuse("size uniform", fmt::format("{} {}", size.first, size.second),
                   "the second must not be below the first");
  } else if (words.next_is("lognormal")) {
    words.word("size");
    size.kind = SizeLaw::Kind::LOG_NORMAL;
    size.first = words.positive("size lognormal median");
    size.second = words.real("size lognormal sigma");
    if (!(size.second >= 0.0 && size.second <= LARGEST_SIGMA))
      words.refuse("size lognormal sigma", size.second,
                   fmt::format("must be 0 to {}", LARGEST_SIGMA));
  } else {
    size.kind = SizeLaw::Kind::FIXED;
    size.first = words.positive("size");
  }
}

/* ---------------------------------------------------------------------- */

BodyPolyhedron &CreatePolyhedra::body_of_atom_style()
{
  avec = dynamic_cast<AtomVecBody *>(atom->style_match("body"));
  auto *found = avec ? dynamic_cast<BodyPolyhedron *>(avec->bptr) : nullptr;
  if (!found)
    error->all(FLERR,
               "Command create_polyhedra: atom_style {} (bodies are needed; use atom_style body "
               "polyhedron)",
               atom->atom_style);
  return *found;
}

void CreatePolyhedra::find_region(const std::string &id)
{
  region = domain->get_region_by_id(id);
  if (!region) error->all(FLERR, "Command create_polyhedra: region {} (does not exist)", id);
  if (region->openflag)
    error->all(FLERR, "Command create_polyhedra: region {} (must not have open faces)", id);
  region->init();
  region->prematch();
}

/* ----------------------------------------------------------------------
   x, y, z and radius of all atoms, on rank 0; atoms without a body are points
------------------------------------------------------------------------- */

std::vector<double> CreatePolyhedra::gather_spheres()
{
  std::vector<double> mine;
  for (int i = 0; i < atom->nlocal; i++) {
    mine.insert(mine.end(), atom->x[i], atom->x[i] + 3);
    mine.push_back(atom->body[i] < 0 ? 0.0 : atom->radius[i]);
  }
  const int size = static_cast<int>(mine.size());
  std::vector<int> sizes(comm->nprocs), starts(comm->nprocs, 0);
  MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, world);
  for (int p = 1; p < comm->nprocs; p++) starts[p] = starts[p - 1] + sizes[p - 1];
  std::vector<double> all(comm->me == 0 ? starts.back() + sizes.back() : 0);
  MPI_Gatherv(mine.data(), size, MPI_DOUBLE, all.data(), sizes.data(), starts.data(), MPI_DOUBLE, 0,
              world);
  return all;
}

grist::PlacementBox CreatePolyhedra::placement_box() const
{
  grist::PlacementBox box;
  box.origin = Vector3d(domain->boxlo);
  box.edges << domain->prd[0], domain->xy, domain->xz, 0.0, domain->prd[1], domain->yz, 0.0, 0.0,
      domain->prd[2];
  for (int k = 0; k < 3; k++) box.periodic[k] = domain->periodicity[k] != 0;
  return box;
}

/* ----------------------------------------------------------------------
   a line of progress, if the last is some seconds ago
------------------------------------------------------------------------- */

template <typename Text> void CreatePolyhedra::tell(const Text &text)
{
  if (platform::walltime() - told < PROGRESS_SECONDS) return;
  told = platform::walltime();
  utils::logmesg(lmp, "  create_polyhedra: {}\n", text());
}

/* ----------------------------------------------------------------------
   rank 0 alone
------------------------------------------------------------------------- */

CreatePolyhedra::Bodies CreatePolyhedra::decide(const Order &order,
                                                const std::vector<double> &spheres)
{
  grist::AssortmentRequest request = order.assortment;
  int made = 0;
  if (request.make_shape)
    request.make_shape = [&, make = order.assortment.make_shape](std::uint64_t seed) {
      tell([&] { return fmt::format("{} of {} shapes made", made, request.shapes); });
      made++;
      return make(seed);
    };
  const grist::Assortment assortment = grist::draw_assortment(request);
  for (const ConvexPolyhedron &shape : assortment.shapes)
    if (shape.vertex_count() > body->vertex_limit())
      throw std::invalid_argument(
          fmt::format("shape {} of {} vertices (atom_style body polyhedron has room for {})",
                      order.shape, shape.vertex_count(), body->vertex_limit()));

  const auto &drawn = assortment.bodies;
  grist::OccupiedSpace space(placement_box(), 2.0 * drawn[drawn.size() / 2].radius);
  for (size_t k = 0; k + 3 < spheres.size(); k += 4)
    space.add(Vector3d(spheres.data() + k), spheres[k + 3]);
  return bodies_of(assortment, place(order, assortment, space));
}

CreatePolyhedra::Places CreatePolyhedra::place(const Order &order,
                                               const grist::Assortment &assortment,
                                               grist::OccupiedSpace &space)
{
  grist::PlacementRequest request;
  for (const auto &drawn : assortment.bodies) request.radii.push_back(drawn.radius);
  request.attempts = order.attempts;
  request.accept = [this](Vector3d x, double radius) {
    return domain->inside(x.data()) && inside_region(x.data(), radius);    // once, if skewed
  };
  const bool still = !region->dynamic && !region->varshape && region->bboxflag;
  const double *low = domain->triclinic ? domain->boxlo_bound : domain->boxlo,
               *high = domain->triclinic ? domain->boxhi_bound : domain->boxhi;
  const double extent[3][2] = {{region->extent_xlo, region->extent_xhi},
                               {region->extent_ylo, region->extent_yhi},
                               {region->extent_zlo, region->extent_zhi}};
  for (int k = 0; k < 3; k++) {
    request.low[k] = still ? std::max(low[k], extent[k][0]) : low[k];
    request.high[k] = still ? std::min(high[k], extent[k][1]) : high[k];
  }
  request.progress = [&, wanted = request.radii.size()](size_t tried, size_t placed) {
    tell([&] { return fmt::format("{} of {} bodies tried, {} placed", tried, wanted, placed); });
  };
  grist::RandomNumbers random(~order.assortment.seed);    // not those of sizes and turns
  return grist::place_spheres(request, space, random);
}

/* ----------------------------------------------------------------------
   a bounding sphere is inside when its centre is, when the region's surface is not nearer than the radius, and when 14
   points of it are inside. Where the region goes on beyond a periodic face of the box its surface there is none.
------------------------------------------------------------------------- */

bool CreatePolyhedra::inside_region(const double *x, double radius)
{
  const auto inside = [this](double px, double py, double pz) {
    double p[3] = {px, py, pz};
    domain->remap(p);
    return region->match(p[0], p[1], p[2]) != 0;
  };
  if (!inside(x[0], x[1], x[2])) return false;

  double center[3] = {x[0], x[1], x[2]};
  domain->remap(center);
  const int contacts = region->surface(center[0], center[1], center[2], radius);
  for (int n = 0; n < contacts; n++) {
    const Region::Contact &contact = region->contact[n];
    const double across = 1.0 + BEYOND;
    if (!inside(center[0] - across * contact.delx, center[1] - across * contact.dely,
                center[2] - across * contact.delz))
      return false;
  }
  for (int dx = -1; dx <= 1; dx++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dz = -1; dz <= 1; dz++) {
        const int axes = dx * dx + dy * dy + dz * dz;
        if (axes != 1 && axes != 3) continue;
        const double step = radius / std::sqrt(axes);
        if (!inside(x[0] + step * dx, x[1] + step * dy, x[2] + step * dz)) return false;
      }
  return true;
}

CreatePolyhedra::Bodies CreatePolyhedra::bodies_of(const grist::Assortment &assortment,
                                                   const Places &places) const
{
  Bodies bodies;
  for (const ConvexPolyhedron &shape : assortment.shapes) {
    bodies.shapes.emplace_back();
    for (const Vector3d &vertex : shape.vertices())
      bodies.shapes.back().insert(bodies.shapes.back().end(), vertex.data(), vertex.data() + 3);
  }
  for (size_t n = 0; n < places.size(); n++) {
    if (!places[n]) continue;
    const auto &drawn = assortment.bodies[n];
    double x[3];
    std::copy_n(places[n]->data(), 3, x);
    domain->remap(x);
    const grist::Quaternion &turn = drawn.turn;
    bodies.values.insert(bodies.values.end(),
                         {x[0], x[1], x[2], turn.w(), turn.x(), turn.y(), turn.z(), drawn.size,
                          static_cast<double>(drawn.shape)});
  }
  return bodies;
}

/* ----------------------------------------------------------------------
   what rank 0 decided becomes known to all, its refusal too
------------------------------------------------------------------------- */

template <typename Value>
static void share(std::vector<Value> &values, MPI_Datatype kind, MPI_Comm world)
{
  int size = static_cast<int>(values.size());
  MPI_Bcast(&size, 1, MPI_INT, 0, world);
  values.resize(size);
  MPI_Bcast(values.data(), size, kind, 0, world);
}

void CreatePolyhedra::agree(const std::string &problem, Bodies &bodies)
{
  std::vector<char> text(problem.begin(), problem.end());
  share(text, MPI_CHAR, world);
  if (!text.empty())
    error->all(FLERR, "Command create_polyhedra: {}", std::string(text.begin(), text.end()));
  int shapes = static_cast<int>(bodies.shapes.size());
  MPI_Bcast(&shapes, 1, MPI_INT, 0, world);
  bodies.shapes.resize(shapes);
  for (auto &vertices : bodies.shapes) share(vertices, MPI_DOUBLE, world);
  share(bodies.values, MPI_DOUBLE, world);
}

/* ----------------------------------------------------------------------
   as create_atoms does it; ids follow the order of placement
------------------------------------------------------------------------- */

void CreatePolyhedra::create(const Order &order, const Bodies &bodies)
{
  tagint highest = 0;
  for (int i = 0; i < atom->nlocal; i++) highest = std::max(highest, atom->tag[i]);
  tagint before;
  MPI_Allreduce(&highest, &before, 1, MPI_LMP_TAGINT, MPI_MAX, world);
  if (before > MAXTAGINT - bodies.count())
    error->all(FLERR, "Command create_polyhedra: atom id {} (larger than LAMMPS can count)",
               static_cast<bigint>(before) + bodies.count());

  if (atom->map_style != Atom::MAP_NONE) atom->map_clear();
  atom->nghost = 0;
  atom->avec->clear_bonus();
  const int nlocal_before = atom->nlocal;
  for (int n = 0; n < bodies.count(); n++)
    if (is_mine(bodies.of(n))) add_body(order, bodies, n, before + 1 + n);
  atom->data_fix_compute_variable(nlocal_before, atom->nlocal);

  const bigint natoms_before = atom->natoms, nlocal = atom->nlocal;
  MPI_Allreduce(&nlocal, &atom->natoms, 1, MPI_LMP_BIGINT, MPI_SUM, world);
  if (atom->natoms != natoms_before + bodies.count())
    error->all(FLERR, "Command create_polyhedra: {} atoms (expected {}; some are on no rank)",
               atom->natoms, natoms_before + bodies.count());
  atom->nbodies += bodies.count();
  atom->tag_check();
  if (atom->map_style != Atom::MAP_NONE) {
    atom->map_init();
    atom->map_set();
  }
}

bool CreatePolyhedra::is_mine(const double *x) const
{
  double place[3] = {x[0], x[1], x[2]};
  const double *low = domain->sublo, *high = domain->subhi;
  if (domain->triclinic) {
    domain->x2lamda(place, place);
    for (int k = 0; k < 3; k++)
      if (domain->periodicity[k] && (place[k] < 0.0 || place[k] >= 1.0)) place[k] = 0.0;
    low = domain->sublo_lamda;
    high = domain->subhi_lamda;
  }
  for (int k = 0; k < 3; k++)
    if (place[k] < low[k] || place[k] >= high[k]) return false;
  return true;
}

/* ----------------------------------------------------------------------
   vertices are handed over unturned, so that bodies of one shape and size are one shape to the body style
------------------------------------------------------------------------- */

void CreatePolyhedra::add_body(const Order &order, const Bodies &bodies, int n, tagint id)
{
  const double *of = bodies.of(n), size = of[Bodies::SIZE];
  double x[3] = {of[0], of[1], of[2]};
  atom->avec->create_atom(order.type, x);
  const int i = atom->nlocal - 1, vertices = bodies.vertices(n);
  if (atom->tag_enable) atom->tag[i] = id;
  atom->rmass[i] = order.density * grist::volume_of_size(size);
  atom->body[i] = 0;

  std::vector<double> values = {0.5 * size};
  if (vertices > 0) values = bodies.shapes[static_cast<int>(of[Bodies::SHAPE])];
  if (vertices > 0)
    for (double &value : values) value *= size;
  int count = vertices;
  avec->data_body(i, 1, static_cast<int>(values.size()), &count, values.data());
  std::copy_n(x, 3, atom->x[i]);    // of which the centroid is another by rounding

  double *quat = avec->bonus[atom->body[i]].quat, turned[4];
  double turn[4];
  std::copy_n(of + Bodies::QUAT, 4, turn);
  MathExtra::quatquat(turn, quat, turned);
  MathExtra::qnormalize(turned);
  std::copy_n(turned, 4, quat);
}

/* ---------------------------------------------------------------------- */

void CreatePolyhedra::report(const Order &order, const Bodies &bodies)
{
  if (comm->me != 0) return;
  double volume = 0.0, smallest = bodies.of(0)[Bodies::SIZE], largest = smallest;
  int fewest = bodies.vertices(0), most = fewest;
  for (int n = 0; n < bodies.count(); n++) {
    const double size = bodies.of(n)[Bodies::SIZE];
    volume += grist::volume_of_size(size);
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
    fewest = std::min(fewest, bodies.vertices(n));
    most = std::max(most, bodies.vertices(n));
  }
  utils::logmesg(lmp,
                 "Created {} polyhedra in region {}: volume {:.6g}, mass {:.6g}, sizes {:.6g} to "
                 "{:.6g}, vertices {} to {}\n",
                 bodies.count(), order.region, volume, order.density * volume, smallest, largest,
                 fewest, most);
}
