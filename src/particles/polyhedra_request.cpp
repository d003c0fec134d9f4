#include "particles/polyhedra_request.h"

#include "common/word_reader.h"
#include "particles/assortment_keywords.h"

namespace grist {

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
