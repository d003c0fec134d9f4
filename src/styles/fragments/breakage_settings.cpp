#include "styles/fragments/breakage_settings.h"

#include "styles/common/input_words.h"

#include "error.h"
#include "lammps.h"

using namespace LAMMPS_NS;

static constexpr int FIRST_WORD = 3;    // after fix ID group style

static void read_file(InputWords &words, const std::string &keyword, std::string &name)
{
  const std::string value = words.word(keyword);
  if (!name.empty()) words.refuse(keyword, value, "the file is " + name + " already");
  name = value;
}

static void read_times(InputWords &words, std::vector<double> &times)
{
  do {
    const double time = words.finite("at");
    if (!times.empty() && time <= times.back()) words.refuse("at", time, "times must ascend");
    times.push_back(time);
  } while (words.next_is_number());
}

BreakageSettings LAMMPS_NS::read_breakage_settings(LAMMPS *lmp, int narg, char **arg)
{
  InputWords words(lmp, "Fix breakage", narg, arg, FIRST_WORD);
  BreakageSettings read;
  read.interval = words.whole("N", 1);
  words.read_keywords({
      {"file", [&] { read_file(words, "file", read.events_file); }},
      {"append",
       [&] {
         read_file(words, "append", read.events_file);
         read.append = true;
       }},
      {"fragments", [&] { read_file(words, "fragments", read.fragments_file); }},
      {"sizes", [&] { read_file(words, "sizes", read.sizes_file); }},
      {"every", [&] { read.every = words.big_whole("every", 1); }},
      {"at", [&] { read_times(words, read.times); }},
      {"fines", [&] { read.fines_below = words.whole("fines", 1); }},
      {"below", [&] { read.below = words.positive("below"); }},
      {"size",
       [&] {
         read.by_sieve = words.one_of("size", {"sieve", "equivalent"}) == "sieve";
       }},
  });

  const bool any_time = read.every > 0 || !read.times.empty();
  if (any_time && !read.writes_fragments_or_sizes())
    lmp->error->all(FLERR, "Fix breakage: keyword {} needs a file (keyword fragments or sizes)",
                    read.every > 0 ? "every" : "at");
  if (!any_time) read.every = read.interval;
  if (read.fines_below > 0 && read.below > 0.0)
    lmp->error->all(FLERR, "Fix breakage: fines {} and below {} (give one of them)",
                    read.fines_below, read.below);
  return read;
}
