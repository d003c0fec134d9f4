#include "particles/assortment_keywords.h"

#include "common/preconditions.h"
#include "common/word_reader.h"
#include "geometry/random_shape.h"
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

// The precision is a length after scaling. Vertices are counted before a fine mesh is clipped.
static ShapeMaker solid_of_file(const MeshSource &meshes, const std::string &file, double scale,
                                double precision, int vertex_limit)
{
  return [=](std::uint64_t) {
    int vertices = 0;
    try {
      MeshCleaning how;
      how.use = MeshUse::SOLID;
      how.precision = precision / scale;
      how.outward = true;
      const CleanMesh clean = meshes.clean(file, meshes.read(file), how);
      vertices = least_vertices(clean.mesh);
      if (vertices <= vertex_limit) return convex_polyhedron(clean.mesh).scaled(scale);
    } catch (const std::invalid_argument &refused) {
      throw std::invalid_argument(std::string("shape file: ") + refused.what());
    }
    refuse_vertices("file", std::to_string(vertices) + " or more", vertex_limit);
  };
}

void AssortmentKeywords::read_shape()
{
  std::vector<std::string> names = {"random", "box", "prism", "pyramid", "sphere", "file"};
  for (const NamedSolid &solid : NAMED_SOLIDS) names.push_back(solid.name);
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
    make = read_random();
  }
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
  const std::string file = words.word(what);
  double scale = 1.0, precision = 0.0;
  while (words.next_is("scale") || words.next_is("precision")) {
    const std::string option = words.word(what);
    const double value = words.positive(what + " " + option,
                                        option == "scale" ? Quantity::NUMBER : Quantity::LENGTH);
    if (option == "scale")
      scale *= value;
    else
      precision = value;
  }
  return solid_of_file(meshes, file, scale, precision, vertex_limit);
}

ShapeMaker AssortmentKeywords::read_random()
{
  RandomShape random;
  while (words.next_is("cuts") || words.next_is("aspect")) {
    if (words.word("shape random") == "cuts") {
      random.cuts = words.whole("shape random cuts", 0);
      if (random.cuts > MOST_CUTS)
        words.refuse("shape random cuts", random.cuts,
                     "expected at most " + std::to_string(MOST_CUTS));
    } else {
      Vector3d edges;
      for (double &edge : edges) edge = words.positive("shape random aspect", Quantity::NUMBER);
      random.primary = box_planes(edges);
    }
  }
  return [random](std::uint64_t seed) {
    RandomShape seeded = random;
    seeded.seed = seed;
    return random_polyhedron(seeded);
  };
}

static ShapeMaker within_limit(const ShapeMaker &make, const std::string &name, int vertex_limit)
{
  return [=](std::uint64_t seed) {
    const ConvexPolyhedron shape = make(seed);
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
  if (shapes_given && shape != "random")
    words.refuse("shapes with shape", shape, "only shape random takes it");
  AssortmentRequest request = given;
  request.count = count;
  if (shape != "random")
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
