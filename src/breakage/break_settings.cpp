#include "breakage/break_settings.h"

#include "breakage/breakage_models.h"
#include "common/word_reader.h"

#include <stdexcept>
#include <vector>

namespace grist {

namespace {

// Reads the words. Parameters of the model that are not given keep their values; missing ones
// without a default are an error of the model.
class Reader {
 public:
  explicit Reader(WordReader &words) : words(words) {}
  template <class... MODELS> BreakSettings read(Parts<MODELS...>);

 private:
  WordReader &words;
  BreakSettings settings;

  template <class Model> void read_model();
  std::vector<Keyword> common_keywords();
  void read_sizes();
  void read_file(const std::string &keyword);
};

}    // namespace

std::vector<Keyword> Reader::common_keywords()
{
  return {
      {"sizes", [this] { read_sizes(); }},
      {"smallest",
       [this] { settings.limits.smallest = words.positive("smallest", Quantity::SIZE); }},
      {"most", [this] { settings.limits.most = words.whole("most", 2); }},
      {"pieces",
       [this] {
         settings.by_cells = words.one_of("pieces", {"cracks", "cells"}) == "cells";
       }},
      {"seed", [this] { settings.seed = words.whole("seed", 1); }},
      {"file", [this] { read_file("file"); }},
      {"append", [this] { read_file("append"); }},
  };
}

void Reader::read_file(const std::string &keyword)
{
  if (!settings.file.empty()) words.fail("a second file of events (file or append, once)");
  settings.file = words.word(keyword);
  settings.append = keyword == "append";
}

// rosin alpha | gaudin | beta n alpha beta ... (numbers, as many as there are)
void Reader::read_sizes()
{
  using Kind = PieceSizeLaw::Kind;
  const std::string law = words.one_of("sizes", {"rosin", "gaudin", "beta"});
  if (law == "gaudin") settings.sizes.kind = Kind::GAUDIN_SCHUHMANN;
  if (law == "rosin") {
    settings.sizes.kind = Kind::ROSIN_RAMMLER;
    settings.sizes.alpha = words.positive("sizes rosin", Quantity::NUMBER);
  }
  if (law != "beta") return;
  settings.sizes.kind = Kind::BETA;
  while (words.next_is_number()) {
    words.need(3, "sizes beta", "a ratio, alpha and beta for each t_n");
    const double n = words.positive("sizes beta", Quantity::NUMBER),
                 alpha = words.positive("sizes beta", Quantity::NUMBER);
    settings.sizes.ratios.push_back({n, alpha, words.positive("sizes beta", Quantity::NUMBER)});
  }
}

template <class... MODELS> BreakSettings Reader::read(Parts<MODELS...>)
{
  const std::vector<std::string> names = {MODELS::NAME...};
  if (!words.left()) words.fail("no model (expected " + listed(names) + ")");
  const std::string name = words.one_of("model", names);
  ((name == MODELS::NAME ? read_model<MODELS>() : void()), ...);
  return std::move(settings);
}

template <class Model> void Reader::read_model()
{
  typename Model::Parameters parameters;
  std::vector<Keyword> keywords = common_keywords();
  add_keywords(keywords, Model::rows(), words, parameters);
  words.read_keywords(keywords);
  if (!(settings.limits.smallest > 0.0))
    words.fail("smallest is missing (the size of the smallest pieces)");
  try {
    check(settings.sizes);
    check(settings.limits);
    settings.model = std::make_unique<Model>(parameters);
  } catch (const std::invalid_argument &problem) {
    words.fail(problem.what());
  }
}

BreakSettings read_break_settings(WordReader &&words)
{
  return Reader(words).read(BreakageModels());
}

}    // namespace grist
