// Input lines of the styles whose keywords the core reads: break/polyhedra, outflow, breakage,
// progress, create_polyhedra, write_mesh, cluster_template and size. The first word says which.

#include "fuzz/fuzz_target.h"

#include "breakage/break_settings.h"
#include "common/word_reader.h"
#include "feeds/outflow_settings.h"
#include "fragments/breakage_settings.h"
#include "meshes/vessel_keywords.h"
#include "packings/cluster_template_settings.h"
#include "particles/assortment_keywords.h"
#include "particles/size_law.h"
#include "progress/progress_schedule.h"

#include <cmath>
#include <sstream>
#include <vector>

using namespace grist;
using namespace grist::fuzz;

namespace {

// Commands that make something from what they read do so where that is fast.
constexpr std::size_t LONGEST_LINE = 600;    // words are in errors, whole
constexpr int MOST_ELEMENTS = 3, MOST_BODIES = 20;

Mesh no_mesh(const std::string &)
{
  throw std::invalid_argument("mesh: no files here");
}

MeshSource no_files()
{
  MeshSource source;
  source.read = no_mesh;
  return source;
}

void read_size_law(WordReader &words)
{
  const SizeLaw law = with_limits(read_size(words));
  const SizeSampler sampler(law);
  RandomNumbers random(1);
  for (int n = 0; n < 5; n++) {
    const double size = sampler.draw(random);
    expect(size > 0.0 && std::isfinite(size), "a size that is positive and finite");
    expect(size >= sampler.smallest() * (1.0 - 1e-12) && size <= sampler.largest() * (1.0 + 1e-12),
           "a size between its limits");
  }
}

void read_vessel(WordReader &words)
{
  const std::string kind = words.one_of("kind", vessel_kinds());
  const auto vessel = vessel_keywords(kind, words);
  words.read_keywords(vessel->keywords);
  const Mesh mesh = vessel->mesh();
  for (const Vector3d &corner : mesh.vertices) expect(is_finite(corner), "finite corners");
}

void read_bodies(WordReader &words)
{
  const PolyhedraRequest request = read_polyhedra_request(words, no_files(), 4, 40);
  if (request.assortment.count > MOST_BODIES || request.assortment.shapes > MOST_BODIES) return;
  for (const auto &body : draw_assortment(request.assortment).bodies)
    expect(body.radius > 0.0 && std::isfinite(body.radius), "a body with a radius");
}

void read_cluster(WordReader &words)
{
  const auto read = read_cluster_template_settings(std::move(words), no_files());
  const ClusterRequest &request = read.request;
  if (request.elements.value_or(MOST_ELEMENTS + 1) > MOST_ELEMENTS || request.mesh) return;
  const BondedCluster cluster = build_cluster(request);
  for (const double mass : cluster.masses)
    expect(mass > 0.0 && std::isfinite(mass), "elements with a mass");
}

void read_progress(WordReader &words)
{
  std::string text;
  read_progress_settings(std::move(words), text);
}

struct Line {
  const char *name;
  void (*read)(WordReader &words);
};

constexpr Line LINES[] = {
    {"break", [](WordReader &words) { read_break_settings(std::move(words)); }},
    {"outflow", [](WordReader &words) { read_outflow_settings(std::move(words)); }},
    {"breakage", [](WordReader &words) { read_breakage_settings(std::move(words)); }},
    {"progress", read_progress},
    {"bodies", read_bodies},
    {"mesh", read_vessel},
    {"cluster", read_cluster},
    {"size", read_size_law},
    {"planes", [](WordReader &words) { read_planes_across(words, "xplane"); }},
};

}    // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
  if (size > LONGEST_LINE) return 0;
  std::istringstream in(text_of(data, size));
  std::string name;
  in >> name;
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  for (const Line &line : LINES)
    if (name == line.name)
      takes([&] {
        WordReader reader("Command " + name, words);
        line.read(reader);
      });
  return 0;
}
