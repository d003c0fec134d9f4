#include "styles/sensors/sensor.h"

#include "atom.h"
#include "styles/commands/input_words.h"

#include <algorithm>
#include <utility>

using namespace LAMMPS_NS;

SensorComponents::SensorComponents(LAMMPS *lmp, std::string user_in) :
    Pointers(lmp), user(std::move(user_in))
{
}

void SensorComponents::read(InputWords &words, const std::vector<std::string> &keywords)
{
  const std::string by = words.one_of("by", {"types", "groups", "none"});
  names.resize(1);
  groups.clear();
  bits.clear();
  by_type = by == "types";
  for (int type = 1; by_type && type <= atom->ntypes; type++) names.push_back(std::to_string(type));
  if (by != "groups") return;
  const auto is_keyword = [&](const std::string &word) { return words.next_is(word.c_str()); };
  while (words.left() && std::none_of(keywords.begin(), keywords.end(), is_keyword)) {
    names.push_back(words.word("by groups"));
    groups.emplace_back(user + ": by groups", names.back());
    groups.back().bit(lmp);
  }
  if (groups.empty()) words.need(1, "by groups", "one group or more");
}

void SensorComponents::init()
{
  for (const NamedGroup &one : groups) one.bit_of_run(lmp);
  find_groups();
}

void SensorComponents::find_groups()
{
  bits.clear();
  for (const NamedGroup &one : groups) bits.push_back(one.bit(lmp));
}
