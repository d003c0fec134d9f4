#include "particles/assortment_keywords.h"

#include "common/preconditions.h"
#include "common/word_reader.h"
#include "geometry/random_shape.h"
#include "geometry/scooped_body.h"
#include "geometry/solids.h"
#include "meshes/convex_mesh.h"
#include "particles/size_law.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace grist {

// More than anyone means; the time and memory of so many would be noticed late.
static constexpr int MOST_SHAPES = 100000, MOST_CUTS = 1000;

AssortmentKeywords::AssortmentKeywords(WordReader &words, MeshSource meshes, int vertex_limit) :
    words(words), meshes(std::move(meshes)), vertex_limit(vertex_limit)
{
  assert(vertex_limit >= 4);
}

std::vector<Keyword> AssortmentKeywords::keywords()
{
  return {{"shape", [this] { read_shape(); }},
          {"shapes",
           [this] {
             given.shapes = words.whole("shapes", 1);
             if (given.shapes > MOST_SHAPES)
               words.refuse("shapes", given.shapes,
                            "expected at most " + std::to_string(MOST_SHAPES));
             shapes_given = true;
           }},
          {"size", [this] { given.size = read_size(words); }},
          {"seed", [this] { given.seed = words.whole("seed", 1); }},
          {"orient", [this] {
             given.random_orientations = words.one_of("orient", {"random", "fixed"}) == "random";
           }}};
}

// Described by their name alone.
struct NamedSolid {
  const char *name;
  ConvexPolyhedron (*make)(double edge);
};
static constexpr NamedSolid NAMED_SOLIDS[] = {
    {"tetrahedron", solids::tetrahedron}, {"cube", solids::cube},
    {"octahedron", solids::octahedron},   {"dodecahedron", solids::dodecahedron},
    {"icosahedron", solids::icosahedron}, {"football", solids::truncated_icosahedron}};

static ShapeMaker named_solid(const std::string &name)
{
  for (const NamedSolid &solid : NAMED_SOLIDS)
    if (name == solid.name) return [make = solid.make](std::uint64_t) { return make(1.0); };
  return {};
}

[[noreturn]] static void refuse_vertices(const std::string &shape, const std::string &vertices,
                                         int vertex_limit)
{
  throw std::invalid_argument("shape " + shape + " of " + vertices +
                              " vertices (atom_style body polyhedron has room for " +
                              std::to_string(vertex_limit) + ")");
}

// What a file is read with. The precision is a length after scaling.
struct FileShape {
  std::string file;
  double scale = 1.0, precision = 0.0;
  SolidPartsRequest cut;
};

// A body that is not convex is cut into parts. Vertices of a convex one are counted before a fine
// mesh is clipped.
static SolidForm solid_of_file(const MeshSource &meshes, const FileShape &given, int vertex_limit)
{
  int vertices = 0;
  try {
    MeshCleaning how;
    how.use = MeshUse::SOLID;
    how.precision = given.precision / given.scale;
    how.outward = true;
    how.pinched = true;
    const CleanMesh clean = meshes.clean(given.file, meshes.read(given.file), how);
    if (clean.report.groups > 1)
      throw std::invalid_argument("mesh: " + std::to_string(clean.report.groups) +
                                  " shells, or groups of shells, that are apart from each other: a "
                                  "body is one piece (put each into a file of its own)");
    if (!is_convex(clean.mesh))
      return SolidForm::of_parts(meshes.cut(given.file, clean.mesh, given.cut).parts)
          .scaled(given.scale);
    vertices = least_vertices(clean.mesh);
    if (vertices <= vertex_limit) return convex_polyhedron(clean.mesh).scaled(given.scale);
  } catch (const std::invalid_argument &refused) {
    throw std::invalid_argument(std::string("shape file: ") + refused.what());
  }
  refuse_vertices("file", std::to_string(vertices) + " or more", vertex_limit);
}

void AssortmentKeywords::read_shape()
{
  std::vector<std::string> names = {"random",  "gravel", "box", "prism",
                                    "pyramid", "sphere", "file"};
  for (const NamedSolid &solid : NAMED_SOLIDS) names.push_back(solid.name);
  for (const NamedShape &named : named_shapes()) names.push_back(named.name);
  shape = words.one_of("shape", names);
  const std::string what = "shape " + shape;
  ShapeMaker &make = given.make_shape;
  make = named_solid(shape);
  if (shape == "box") {
    const double a = words.positive(what, Quantity::NUMBER),
                 b = words.positive(what, Quantity::NUMBER),
                 c = words.positive(what, Quantity::NUMBER);
    make = [=](std::uint64_t) { return solids::box(a, b, c); };
  } else if (shape == "prism" || shape == "pyramid") {
    make = read_prism(what);
  } else if (shape == "file") {
    make = read_file(what);
  } else if (shape == "random") {
    const RandomShape random = read_random(what, nullptr);
    make = [random](std::uint64_t seed) {
      RandomShape seeded = random;
      seeded.seed = seed;
      return random_polyhedron(seeded);
    };
  } else if (shape == "gravel") {
    ScoopedShape gravel;
    gravel.whole = read_random(what, &gravel.scoops);
    make = [gravel](std::uint64_t seed) {
      ScoopedShape seeded = gravel;
      seeded.whole.seed = seed;
      return SolidForm::of_parts(cut_at_hollow_edges(random_scooped_parts(seeded)));
    };
  } else if (const NamedShape *named = find_named_shape(shape)) {
    make = read_named(*named);
  }
}

// Its numbers, as many as are given; initial ones for the rest.
ShapeMaker AssortmentKeywords::read_named(const NamedShape &named)
{
  std::vector<double> values;
  while (words.next_is_number() && values.size() < named.arguments.size())
    values.push_back(
        words.real("shape " + shape + " " + named.arguments[values.size()].name, Quantity::NUMBER));
  return [&named, values](std::uint64_t) {
    return SolidForm::of_parts(solid_parts(named_shape_mesh(named, values), {}).parts);
  };
}

ShapeMaker AssortmentKeywords::read_prism(const std::string &what)
{
  const auto solid = shape == "prism" ? solids::prism : solids::pyramid;
  const int corners = words.whole(what + " corners", 3);
  const double radius = 1.0,
               height = 2.0 * radius * words.positive(what + " ratio", Quantity::NUMBER);
  if (corners > vertex_limit)
    words.refuse(what + " corners", corners,
                 "atom_style body polyhedron has room for " + std::to_string(vertex_limit) +
                     " vertices");
  return [=](std::uint64_t) { return solid(corners, radius, height); };
}

ShapeMaker AssortmentKeywords::read_file(const std::string &what)
{
  FileShape given;
  given.file = words.word(what);
  for (;;) {
    if (words.next_is("parts")) {
      words.word(what);
      given.cut.most = words.whole(what + " parts", 1);
    } else if (words.next_is("scale") || words.next_is("precision") || words.next_is("simplify")) {
      const std::string option = words.word(what);
      const double value = words.positive(
          what + " " + option, option == "precision" ? Quantity::LENGTH : Quantity::NUMBER);
      if (option == "scale") given.scale *= value;
      if (option == "precision") given.precision = value;
      if (option == "simplify") given.cut.simplify = value;
    } else {
      break;
    }
  }
  return [given, meshes = meshes, limit = vertex_limit](std::uint64_t) {
    return solid_of_file(meshes, given, limit);
  };
}

// `scoops` is null for shapes without.
RandomShape AssortmentKeywords::read_random(const std::string &what, int *scoops)
{
  RandomShape random;
  while (words.next_is("cuts") || words.next_is("aspect") || (scoops && words.next_is("scoops"))) {
    const std::string option = words.word(what);
    if (option == "aspect") {
      Vector3d edges;
      for (double &edge : edges) edge = words.positive(what + " aspect", Quantity::NUMBER);
      random.primary = box_planes(edges);
      continue;
    }
    int &count = option == "cuts" ? random.cuts : *scoops;
    count = words.whole(what + " " + option, 0);
    if (count > MOST_CUTS)
      words.refuse(what + " " + option, count, "expected at most " + std::to_string(MOST_CUTS));
  }
  return random;
}

static ShapeMaker within_limit(const ShapeMaker &make, const std::string &name, int vertex_limit)
{
  return [=](std::uint64_t seed) {
    const SolidForm shape = make(seed);
    if (shape.vertex_count() > vertex_limit)
      refuse_vertices(name, std::to_string(shape.vertex_count()), vertex_limit);
    return shape;
  };
}

AssortmentRequest AssortmentKeywords::request(int count) const
{
  if (shape.empty()) words.refuse("no", "shape", "keyword shape is required");
  const bool own_size = shape == "box" || shape == "file";
  if (given.size.kind == SizeLaw::Kind::OWN && !own_size)
    words.refuse("no", "size",
                 "keyword size is required for shape " + shape +
                     "; box and file have a size of their own");
  const bool is_random = shape == "random" || shape == "gravel";
  if (shapes_given && !is_random)
    words.refuse("shapes with shape", shape, "only shape random and shape gravel take it");
  AssortmentRequest request = given;
  request.count = count;
  if (!is_random)
    request.shapes = 1;
  else if (!shapes_given)
    request.shapes = count;
  if (request.make_shape)
    request.make_shape = within_limit(request.make_shape, shape, vertex_limit);
  return request;
}

PolyhedraRequest read_polyhedra_request(WordReader &words, const MeshSource &meshes, int atom_types,
                                        int vertex_limit)
{
  PolyhedraRequest request;
  const int count = words.whole("N", 1);
  const std::string region = words.word("N region");
  if (region != "region") words.refuse("word", region, "expected region and its ID after N");
  request.region = words.word("region");

  AssortmentKeywords assortment(words, meshes, vertex_limit);
  std::vector<Keyword> keywords = assortment.keywords();
  keywords.push_back(
      {"density", [&] { request.density = words.positive("density", Quantity::DENSITY); }});
  keywords.push_back({"attempts", [&] { request.attempts = words.whole("attempts", 1); }});
  keywords.push_back({"type", [&] {
                        request.type = words.whole("type", 1);
                        if (request.type > atom_types)
                          words.refuse("type", request.type,
                                       "there are atom types 1 to " + std::to_string(atom_types));
                      }});
  words.read_keywords(keywords);
  if (request.density == 0.0) words.refuse("no", "density", "keyword density is required");
  request.assortment = assortment.request(count);
  return request;
}

}    // namespace grist
