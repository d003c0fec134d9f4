#include "fragments/breakage_settings.h"

#include "common/number_text.h"
#include "common/word_reader.h"

namespace grist {

static void read_file(WordReader &words, const std::string &keyword, std::string &name)
{
  const std::string value = words.word(keyword);
  if (!name.empty()) words.refuse(keyword, value, "the file is " + name + " already");
  name = value;
}

static void read_times(WordReader &words, std::vector<double> &times)
{
  do {
    const double time = words.finite("at", Quantity::DURATION);
    if (!times.empty() && time <= times.back()) words.refuse("at", time, "times must ascend");
    times.push_back(time);
  } while (words.next_is_number());
}

BreakageSettings read_breakage_settings(WordReader &&words)
{
  BreakageSettings read;
  read.interval = words.whole("N", 1);
  words.read_keywords({
      {"file", [&] { read_file(words, "file", read.events_file); }},
      {"append",
       [&] {
         read_file(words, "append", read.events_file);
         if (read.events_file == "none") read.events_file.clear();
         read.append = true;
       }},
      {"fragments", [&] { read_file(words, "fragments", read.fragments_file); }},
      {"sizes", [&] { read_file(words, "sizes", read.sizes_file); }},
      {"every", [&] { read.every = words.big_whole("every", 1); }},
      {"at", [&] { read_times(words, read.times); }},
      {"fines", [&] { read.fines_below = words.whole("fines", 1); }},
      {"below", [&] { read.below = words.positive("below", Quantity::SIZE); }},
      {"size",
       [&] {
         read.by_sieve = words.one_of("size", {"sieve", "equivalent"}) == "sieve";
       }},
  });

  const bool any_time = read.every > 0 || !read.times.empty();
  if (any_time && !read.writes_fragments_or_sizes())
    words.fail(std::string("keyword ") + (read.every > 0 ? "every" : "at") +
               " needs a file (keyword fragments or sizes)");
  if (!any_time) read.every = read.interval;
  if (read.fines_below > 0 && read.below > 0.0)
    words.fail("fines " + std::to_string(read.fines_below) + " and below " +
               given_number_text(read.below) + " (give one of them)");
  return read;
}

}    // namespace grist
