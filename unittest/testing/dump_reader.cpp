#include "testing/dump_reader.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace grist::testing {

int DumpFrame::column(const std::string &name) const
{
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) throw std::runtime_error("a dump without the column " + name);
  return static_cast<int>(found - columns.begin());
}

static std::vector<double> numbers_of(const std::string &line)
{
  std::istringstream words(line);
  std::vector<double> numbers;
  for (std::string word; words >> word;) numbers.push_back(std::stod(word));
  return numbers;
}

static std::vector<std::string> words_after(const std::string &line, const std::string &head)
{
  std::istringstream words(line.substr(head.size()));
  std::vector<std::string> names;
  for (std::string word; words >> word;) names.push_back(word);
  return names;
}

std::vector<DumpFrame> read_dump(const std::string &path)
{
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<DumpFrame> frames;
  double time = 0.0;    // stands before the step
  std::string item, line;
  while (std::getline(file, line)) {
    if (line.rfind("ITEM: ", 0) == 0) {
      item = line;
      for (const std::string head : {"ITEM: ATOMS", "ITEM: ENTRIES"})
        if (item.rfind(head, 0) == 0) frames.back().columns = words_after(item, head);
    } else if (item == "ITEM: TIME") {
      time = std::stod(line);
    } else if (item == "ITEM: TIMESTEP") {
      frames.emplace_back();
      frames.back().step = std::stol(line);
      frames.back().time = time;
    } else if (!frames.empty() && !frames.back().columns.empty()) {
      frames.back().rows.push_back(numbers_of(line));
    }
  }
  return frames;
}

}    // namespace grist::testing
