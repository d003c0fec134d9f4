#include "styles/walls/mesh_wall_keywords.h"

#include "common/constants.h"
#include "common/file_text.h"
#include "styles/common/foreign_words.h"
#include "styles/common/input_words.h"
#include "styles/common/motion_keyword.h"
#include "styles/meshes/placement_words.h"

#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr double SMOOTH = 20.0;    // degrees
static constexpr double LARGEST_SMOOTH = 90.0;

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
  if (law == "archard") {
    words.need(2, "wear archard", "a coefficient and a hardness");
    given.wear.archard = {words.positive("wear archard coefficient"),
                          words.positive("wear archard hardness")};
  } else {
    words.need(3, "wear finnie", "a flow stress and two ratios");
    given.wear.finnie = {words.positive("wear finnie flow stress"),
                         words.positive("wear finnie ratio of length to depth"),
                         words.positive("wear finnie ratio of forces")};
  }
}

static void read_deform(InputWords &words, DeformRequest &given)
{
  words.need(3, "deform", "a factor, every and a number of steps");
  given.factor = words.positive("deform factor");
  words.one_of("deform", {"every"});
  given.every = words.whole("deform every", 1);
  while (true)
    if (words.next_is("thickness")) {
      words.word("thickness");
      words.need(1, "deform thickness", "a length");
      given.thickness = words.positive("deform thickness");
    } else if (words.next_is("least")) {
      words.word("least");
      words.need(1, "deform least", "a length");
      given.least = words.not_negative("deform least");
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
  return words.vector(keyword);
}

static void read_table(InputWords &words, MeshWallKeywords &given)
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
  const auto read_precision = [&] {
    words.need(1, "precision", "a length");
    given.precision = words.positive("precision");
  };
  const auto read_repair = [&] {
    words.need(1, "repair", "yes or no");
    given.repair = words.yes_or_no("repair");
  };
  const auto read_feature = [&] {
    words.need(1, "feature", "an angle");
    given.smooth = words.between("feature", 0.0, LARGEST_SMOOTH) * grist::DEGREE;
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
       {"precision", read_precision},
       {"repair", read_repair},
       {"feature", read_feature},
       {"about", read_reference},
       motion_keyword(words, given.motion, given.driven, response_motions(words, given.response)),
       surface_keyword(words, given.surface),
       {"stress", [&] { read_stress(words, given); }},
       {"wear", [&] { read_wear(words, given); }},
       {"deform", [&] { read_deform(words, given.deform); }},
       {"draw", [&] { read_draw(words, given); }}});
  words.read_keywords(keywords, "model");
}

static const std::vector<ForeignWord> WORDS_OF_LIGGGHTS = {
    {"type", "leave it out: the material of the wall is given behind model"},
    {"rotate", "expected turn, an axis and an angle"},
    {"surface_vel", "expected surface linear vx vy vz"},
    {"surface_ang_vel", "expected surface rotate px py pz ax ay az period"},
    {"curvature", "expected feature and an angle"},
    {"curvature_tolerant", "leave it out"},
};

MeshWallKeywords LAMMPS_NS::read_mesh_wall_keywords(LAMMPS *lmp, const std::string &user, int narg,
                                                    char **arg, int first)
{
  MeshWallKeywords given;
  given.smooth = SMOOTH * grist::DEGREE;
  InputWords words(lmp, user, narg, arg, first);
  const int model =
      static_cast<int>(std::find(arg + first, arg + narg, std::string("model")) - arg);
  const int foreign = find_foreign_word(model, arg, first, WORDS_OF_LIGGGHTS, {"move", "surface"});
  if (foreign >= 0)
    words.refuse("unknown keyword", arg[foreign],
                 "of LIGGGHTS: " + cure_of(arg[foreign], WORDS_OF_LIGGGHTS));
  read_table(words, given);
  if (words.left()) words.word("model");
  if (!words.left())
    lmp->error->all(FLERR, "{}: no contact model (expected model and its name)", user);
  given.model = words.position();
  return given;
}
