#include "blocks/division_keywords.h"

#include <utility>

namespace grist {

std::vector<Keyword> division_keywords(WordReader &words,
                                       std::function<BlockRequest &(const char *)> division)
{
  return {{"cells", [&words, division] { division("cells").cells = words.whole("cells", 1); }},
          {"spread",
           [&words, division] {
             division("spread").spread =
                 words.between("spread", Quantity::NUMBER, 0.0, BlockRequest::MOST_SPREAD);
           }},
          {"layers", [&words, division = std::move(division)] {
             division("layers").stretch = words.vector("layers", Quantity::NUMBER);
           }}};
}

}    // namespace grist
