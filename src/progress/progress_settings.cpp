#include "progress/progress_schedule.h"

#include "common/word_reader.h"

namespace grist {

ProgressInterval read_progress_settings(WordReader &&words, std::string &text)
{
  ProgressInterval read;
  std::string given;
  const auto set = [&](const std::string &name, ProgressInterval::Unit unit, double value) {
    if (!given.empty()) words.refuse(name, value, "lines come by " + given + " already");
    given = name;
    read = {unit, value};
  };
  words.read_keywords({
      {"seconds",
       [&] {
         set("seconds", ProgressInterval::SECONDS, words.positive("seconds", Quantity::NUMBER));
       }},
      {"steps",
       [&] {
         set("steps", ProgressInterval::STEPS, static_cast<double>(words.big_whole("steps", 1)));
       }},
      {"percent",
       [&] {
         const double percent = words.positive("percent", Quantity::NUMBER);
         if (percent > 100.0) words.refuse("percent", percent, "must be at most 100");
         set("percent", ProgressInterval::PERCENT, percent);
       }},
      {"text", [&] { text = words.word("text"); }},
  });
  return read;
}

}    // namespace grist
