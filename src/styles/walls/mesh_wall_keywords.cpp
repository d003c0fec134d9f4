#include "styles/walls/mesh_wall_keywords.h"

#include "common/file_text.h"
#include "contacts/contact_laws.h"
#include "styles/commands/input_words.h"
#include "styles/commands/motion_keyword.h"
#include "styles/meshes/mesh_input.h"
#include "styles/walls/granular_wall_law.h"

#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cstring>
#include <functional>

using namespace LAMMPS_NS;
using grist::Presence;
using grist::Quantity;
using grist::Vector3d;
namespace ranges = grist::ranges;

const grist::NumberRows<MeshWallKeywords> &LAMMPS_NS::mesh_wall_numbers()
{
  using M = MeshWallKeywords;
  constexpr grist::NumberRange SMOOTH = {[](double v) { return v >= 0.0 && v <= 90.0; },
                                         "must be 0 to 90"};
  static const grist::NumberRows<M> ROWS = {
      {"precision", grist::in<&M::precision>, Quantity::LENGTH, ranges::POSITIVE,
       "closes seams: borders that lie on each other within h"},
      {"feature", grist::in<&M::smooth>, Quantity::ANGLE, SMOOTH,
       "triangles with a smaller angle between them are one smooth surface, 0 to 90"}};
  return ROWS;
}

const grist::NumberRows<grist::WearLaws> &LAMMPS_NS::wear_numbers()
{
  using grist::in, grist::WearLaws, grist::ArchardWear, grist::FinnieWear;
  constexpr Presence REQUIRED = Presence::REQUIRED;
  static const grist::NumberRows<WearLaws> ROWS = {
      {"wear archard coefficient", in<&WearLaws::archard, &ArchardWear::coefficient>,
       Quantity::NUMBER, ranges::POSITIVE, "a coefficient", REQUIRED},
      {"wear archard hardness", in<&WearLaws::archard, &ArchardWear::hardness>, Quantity::PRESSURE,
       ranges::POSITIVE, "a hardness", REQUIRED},
      {"wear finnie flow stress", in<&WearLaws::finnie, &FinnieWear::flow_stress>,
       Quantity::PRESSURE, ranges::POSITIVE, "a flow stress", REQUIRED},
      {"wear finnie ratio of length to depth", in<&WearLaws::finnie, &FinnieWear::length_ratio>,
       Quantity::NUMBER, ranges::POSITIVE, "a ratio of length to depth of the cut", REQUIRED},
      {"wear finnie ratio of forces", in<&WearLaws::finnie, &FinnieWear::force_ratio>,
       Quantity::NUMBER, ranges::POSITIVE, "a ratio of vertical to horizontal force", REQUIRED}};
  return ROWS;
}

const grist::NumberRows<DeformRequest> &LAMMPS_NS::deform_numbers()
{
  using D = DeformRequest;
  static const grist::NumberRows<D> ROWS = {
      {"deform factor", grist::in<&D::factor>, Quantity::NUMBER, ranges::POSITIVE,
       "every N steps the mesh recedes by f times what has worn", Presence::REQUIRED},
      {"deform thickness", grist::in<&D::thickness>, Quantity::LENGTH, ranges::POSITIVE,
       "of a wall without a far side in the mesh"},
      {"deform least", grist::in<&D::least>, Quantity::LENGTH, ranges::NOT_NEGATIVE,
       "the run ends where the wall is thinner"}};
  return ROWS;
}

static void read_stress(InputWords &words, MeshWallKeywords &given)
{
  words.need(2, "stress", "a number of steps and a file");
  given.stress_every = words.whole("stress every", 1);
  given.stress_file = words.word("stress file");
  if (given.stress_file.find('*') == std::string::npos)
    words.refuse("stress file", given.stress_file, "expected a * for the step");
  if (!utils::strmatch(given.stress_file, "\\.vtk$"))
    words.refuse("stress file", given.stress_file, "expected a name that ends in .vtk");
  if (!grist::is_utf8_text(given.stress_file))
    words.refuse("stress file", given.stress_file, grist::UTF8_EXPECTED);
}

static void read_wear(InputWords &words, MeshWallKeywords &given)
{
  words.need(1, "wear", "archard or finnie");
  const std::string law = words.one_of("wear", {"archard", "finnie"});
  if (law == "archard" ? given.wear.archard.coefficient > 0.0 : given.wear.finnie.flow_stress > 0.0)
    words.refuse("wear", law, "is given already: a wall has one law of each kind");
  read_numbers(wear_numbers(), "wear " + law, words, given.wear);
}

static void read_deform(InputWords &words, DeformRequest &given)
{
  words.need(3, "deform", "a factor, every and a number of steps");
  read_numbers(deform_numbers(), "deform factor", words, given);
  words.one_of("deform", {"every"});
  given.every = words.whole("deform every", 1);
  while (true)
    if (words.next_is("thickness") || words.next_is("least")) {
      const std::string name = "deform " + words.word("deform");
      words.need(1, name, "a length");
      read_numbers(deform_numbers(), name, words, given);
    } else if (words.next_is("file")) {
      words.word("file");
      words.need(1, "deform file", "a name");
      given.file = words.word("deform file");
      if (given.file.find('*') == std::string::npos)
        words.refuse("deform file", given.file, "expected a * for the step");
      if (!utils::strmatch(given.file, "\\.stl$"))
        words.refuse("deform file", given.file, "expected a name that ends in .stl");
    } else {
      return;
    }
}

static void read_draw(InputWords &words, MeshWallKeywords &given)
{
  words.need(1, "draw", "own or all");
  given.draws_all = words.one_of("draw", {"own", "all"}) == "all";
}

static Vector3d read_place(InputWords &words, const std::string &keyword)
{
  words.need(3, keyword, "x y z");
  return words.vector(keyword, Quantity::LENGTH);
}

using ReadKeywords = std::function<void(const std::vector<Keyword> &)>;

static void read_table(InputWords &words, MeshWallKeywords &given, const ReadKeywords &read)
{
  PlacementWords place(words, given.placement);
  const auto read_sides = [&] {
    words.need(1, "sides", "one or two");
    given.one_sided = words.one_of("sides", {"one", "two"}) == "one";
  };
  const auto read_flip = [&] {
    words.need(1, "flip", "yes or no");
    given.placement.flip = words.yes_or_no("flip");
  };
  const auto read_closed = [&] {
    words.need(1, "closed", "yes or no");
    given.closed = words.yes_or_no("closed");
  };
  const auto read_repair = [&] {
    words.need(1, "repair", "yes or no");
    given.repair = words.yes_or_no("repair");
  };
  const auto read_reference = [&] {
    given.has_reference = true;
    given.reference = read_place(words, "about");
  };
  std::vector<Keyword> keywords = place.keywords();
  keywords.insert(
      keywords.end(),
      {{"sides", read_sides},
       {"flip", read_flip},
       {"closed", read_closed},
       {"repair", read_repair},
       {"about", read_reference},
       motion_keyword(words, given.motion, given.driven, response_motions(words, given.response)),
       surface_keyword(words, given.surface),
       {"stress", [&] { read_stress(words, given); }},
       {"wear", [&] { read_wear(words, given); }},
       {"deform", [&] { read_deform(words, given.deform); }},
       {"draw", [&] { read_draw(words, given); }},
       {"model", [] {}}});
  add_keywords(keywords, mesh_wall_numbers(), words, given);
  read(keywords);
}

static const std::vector<ForeignWord> WORDS_OF_LIGGGHTS = {
    {"type", "leave it out: the material of the wall is given behind model"},
    {"rotate", "expected turn, an axis and an angle"},
    {"surface_vel", "expected surface linear vx vy vz"},
    {"surface_ang_vel", "expected surface rotate px py pz ax ay az period"},
    {"curvature", "expected feature and an angle"},
    {"curvature_tolerant", "leave it out"},
};

// The number of the word `model`; narg: there is none. A fix may have this name, too.
static int find_model(int narg, char **arg, int first)
{
  for (int n = first; n < narg; n++)
    if (strcmp(arg[n], "model") == 0 && strcmp(arg[n - 1], "with") != 0) return n;
  return narg;
}

// Keywords of the wall and of its model may stand on both sides of `model`. The words of LAMMPS'
// models are all behind it, and the first ones of polyhedra.
static void read_all(LAMMPS *lmp, const std::string &user, int narg, char **arg, int first,
                     MeshWallKeywords &given)
{
  constexpr int LAW_OF_BODIES = 2;    // words: volume|energy K
  const std::string model = arg[given.model];
  const auto kind = SphereWallLaw::find_kind(narg, arg, given.model);
  const bool is_granular = !kind && GranularWallLaw::knows(model);
  if (!kind && !is_granular && model != "polyhedron")
    lmp->error->all(FLERR, "{}: model {} (expected {})", user, model,
                    grist::listed_springs({"granular", "hooke", "hertz/history", "polyhedron"}));
  char **const behind = arg + given.model + 1, **const end = arg + narg;
  const int by_position = is_granular ? narg : kind ? 0 : LAW_OF_BODIES;
  std::vector<char *> all(behind, is_granular ? behind : std::min(behind + by_position, end));
  if (is_granular || end - behind >= by_position)             // else the law is not complete
    all.insert(all.end(), arg + first, arg + given.model);    // the word model divides them
  if (end - behind > by_position) all.insert(all.end(), behind + by_position, end);
  InputWords words(lmp, user, static_cast<int>(all.size()), all.data());
  read_table(words, given, [&](const std::vector<Keyword> &of_wall) {
    if (kind)
      given.law = std::make_unique<SphereWallLaw>(lmp, *kind, words, user, of_wall);
    else if (is_granular)
      words.read_keywords(of_wall);
    else
      given.law_of_bodies = std::make_unique<PolyhedronWallLaw>(lmp, words, user, of_wall);
  });
  if (is_granular) given.law = std::make_unique<GranularWallLaw>(lmp, narg, arg, given.model, user);
}

MeshWallKeywords LAMMPS_NS::read_mesh_wall_keywords(LAMMPS *lmp, const std::string &user, int narg,
                                                    char **arg, int first)
{
  MeshWallKeywords given;
  const int model = find_model(narg, arg, first);
  const int foreign = find_foreign_word(model, arg, first, WORDS_OF_LIGGGHTS, {"move", "surface"});
  if (foreign >= 0)
    lmp->error->all(FLERR, "{}: unknown keyword {} (of LIGGGHTS: {})", user, arg[foreign],
                    cure_of(arg[foreign], WORDS_OF_LIGGGHTS));
  given.model = model + 1;
  if (given.model >= narg) {
    InputWords words(lmp, user, model, arg, first);
    read_table(words, given,
               [&](const std::vector<Keyword> &of_wall) { words.read_keywords(of_wall, "model"); });
    lmp->error->all(FLERR, "{}: no contact model (expected model and its name)", user);
  }
  read_all(lmp, user, narg, arg, first, given);
  return given;
}
