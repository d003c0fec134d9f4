#include "breakage/break_settings.h"

#include "breakage/ab_t10_model.h"
#include "breakage/tavares_model.h"
#include "common/word_reader.h"

#include <stdexcept>
#include <vector>

namespace grist {

namespace {

// Reads the words. Parameters of the model that are not given keep their values; missing ones
// without a default are an error.
class Reader {
 public:
  explicit Reader(WordReader &words) : words(words) {}
  BreakSettings read();

 private:
  WordReader &words;
  BreakSettings settings;
  TavaresParameters tavares;
  AbT10Parameters ab_t10;

  std::vector<Keyword> keywords_of_tavares();
  std::vector<Keyword> keywords_of_ab_t10();
  std::vector<Keyword> common_keywords();
  void read_sizes();
};

}    // namespace

std::vector<Keyword> Reader::keywords_of_tavares()
{
  return {
      {"energy",
       [this] { tavares.energy_large = words.positive("energy", Quantity::ENERGY_PER_MASS); }},
      {"size", [this] { tavares.size_material = words.not_negative("size", Quantity::SIZE); }},
      {"exponent",
       [this] { tavares.size_exponent = words.positive("exponent", Quantity::NUMBER); }},
      {"deviation",
       [this] { tavares.deviation = words.not_negative("deviation", Quantity::NUMBER); }},
      {"strongest",
       [this] { tavares.energy_ratio_max = words.positive("strongest", Quantity::NUMBER); }},
      {"stiffness",
       [this] { tavares.stiffness_ratio = words.not_negative("stiffness", Quantity::NUMBER); }},
      {"damage", [this] { tavares.damage_exponent = words.positive("damage", Quantity::NUMBER); }},
      {"least",
       [this] { tavares.energy_min = words.not_negative("least", Quantity::ENERGY_PER_MASS); }},
      {"t10",
       [this] {
         words.need(2, "t10", "A and b");
         tavares.t10_max = words.between("t10 A", Quantity::NUMBER, 0.0, 1.0);
         tavares.t10_rate = words.positive("t10 b", Quantity::NUMBER);
       }},
  };
}

std::vector<Keyword> Reader::keywords_of_ab_t10()
{
  return {
      {"reference",
       [this] { ab_t10.size_reference = words.positive("reference", Quantity::SIZE); }},
      {"selection",
       [this] { ab_t10.selection = words.positive("selection", Quantity::MASS_PER_ENERGY); }},
      {"least",
       [this] { ab_t10.energy_min = words.not_negative("least", Quantity::ENERGY_PER_MASS); }},
      {"t10", [this] { ab_t10.t10_max = words.between("t10", Quantity::NUMBER, 0.0, 1.0); }},
  };
}

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
      {"file", [this] { settings.file = words.word("file"); }},
  };
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

BreakSettings Reader::read()
{
  if (!words.left()) words.fail("no model (expected tavares or ab/t10)");
  const bool is_tavares = words.one_of("model", {"tavares", "ab/t10"}) == "tavares";
  std::vector<Keyword> keywords = is_tavares ? keywords_of_tavares() : keywords_of_ab_t10();
  for (Keyword &keyword : common_keywords()) keywords.push_back(std::move(keyword));
  words.read_keywords(keywords);
  if (!(settings.limits.smallest > 0.0))
    words.fail("smallest is missing (the size of the smallest pieces)");
  try {
    check(settings.sizes);
    check(settings.limits);
    if (is_tavares)
      settings.model = std::make_unique<TavaresModel>(tavares);
    else
      settings.model = std::make_unique<AbT10Model>(ab_t10);
  } catch (const std::invalid_argument &problem) {
    words.fail(problem.what());
  }
  return std::move(settings);
}

BreakSettings read_break_settings(WordReader &&words)
{
  return Reader(words).read();
}

}    // namespace grist
