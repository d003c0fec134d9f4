#include "styles/particles/polyhedra_request.h"

#include "styles/common/input_words.h"
#include "styles/particles/assortment_keywords.h"

#include "fmt/format.h"

using namespace LAMMPS_NS;

PolyhedraRequest LAMMPS_NS::read_polyhedra_request(LAMMPS *lmp, InputWords &words, int atom_types,
                                                   int vertex_limit)
{
  PolyhedraRequest request;
  const int count = words.whole("N", 1);
  const std::string region = words.word("N region");
  if (region != "region") words.refuse("word", region, "expected region and its ID after N");
  request.region = words.word("region");

  AssortmentKeywords assortment(lmp, words, vertex_limit);
  std::vector<Keyword> keywords = assortment.keywords();
  keywords.push_back({"density", [&] { request.density = words.positive("density"); }});
  keywords.push_back({"attempts", [&] { request.attempts = words.whole("attempts", 1); }});
  keywords.push_back({"type", [&] {
                        request.type = words.whole("type", 1);
                        if (request.type > atom_types)
                          words.refuse("type", request.type,
                                       fmt::format("there are atom types 1 to {}", atom_types));
                      }});
  words.read_keywords(keywords);
  if (request.density == 0.0) words.refuse("no", "density", "keyword density is required");
  request.assortment = assortment.request(count);
  return request;
}
