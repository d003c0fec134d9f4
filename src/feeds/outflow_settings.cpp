#include "feeds/outflow_settings.h"

#include "common/word_reader.h"

namespace grist {

static void read_place(WordReader &words, OutflowSettings &read)
{
  const std::string place = words.one_of("place", {"plane", "region", "box"});
  if (place == "plane") {
    words.need(6, "plane", "a point and a normal (px py pz nx ny nz)");
    read.place = OutflowPlace::PLANE;
    read.point = words.vector("point of plane", Quantity::LENGTH);
    read.normal = words.axis("normal of plane");
  } else if (place == "region") {
    read.place = OutflowPlace::REGION;
    read.region = words.word("region");
  }
}

static void read_file(WordReader &words, const std::string &keyword, OutflowSettings &read)
{
  const std::string name = words.word(keyword);
  if (!read.file.empty()) words.refuse(keyword, name, "the file is " + read.file + " already");
  read.file = name;
  read.append = keyword == "append";
}

static void read_sizes(WordReader &words, std::vector<double> &sizes)
{
  do {
    const double size = words.positive("sizes", Quantity::SIZE);
    if (!sizes.empty() && size <= sizes.back()) words.refuse("sizes", size, "sizes must ascend");
    sizes.push_back(size);
  } while (words.next_is_number());
}

OutflowSettings read_outflow_settings(WordReader &&words)
{
  OutflowSettings read;
  read.interval = read.every = words.whole("N", 1);
  read_place(words, read);
  words.read_keywords({
      {"file", [&] { read_file(words, "file", read); }},
      {"append", [&] { read_file(words, "append", read); }},
      {"every", [&] { read.every = words.whole("every", 1); }},
      {"sizes", [&] { read_sizes(words, read.sizes); }},
      {"size",
       [&] {
         read.by_sieve = words.one_of("size", {"sieve", "equivalent"}) == "sieve";
       }},
      {"component",
       [&] {
         read.by_type = words.one_of("component", {"type", "none"}) == "type";
       }},
  });
  return read;
}

}    // namespace grist
