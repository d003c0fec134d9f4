#include "packings/sphere_file.h"

#include "common/number_text.h"
#include "meshes/mesh_words.h"
#include "packings/packing.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace grist {

static std::vector<double> numbers_of(const std::string &line, const std::string &where)
{
  std::istringstream words(line);
  std::vector<double> numbers;
  for (std::string word; words >> word;) {
    char *end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value))
      throw std::invalid_argument(where + ": " + quoted_word(word) + " is not a finite number");
    numbers.push_back(value);
  }
  return numbers;
}

std::vector<SolidSphere> parse_spheres(const std::string &text, const std::string &name)
{
  std::vector<SolidSphere> spheres;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string where = name + " line " + std::to_string(++number);
    const std::vector<double> n = numbers_of(line.substr(0, line.find('#')), where);
    if (n.empty()) continue;
    if (n.size() != 4)
      throw std::invalid_argument(where + ": " + std::to_string(n.size()) +
                                  " numbers (must be four: x y z r)");
    check_length(where + ": radius", n[3]);
    for (int k = 0; k < 3; k++)
      if (std::fabs(n[k]) > LARGEST_LENGTH)
        throw std::invalid_argument(where + ": coordinate " + number_text(n[k]) +
                                    " (must be at most " + number_text(LARGEST_LENGTH) + ")");
    spheres.push_back({{n[0], n[1], n[2]}, n[3]});
    if (spheres.size() > static_cast<std::size_t>(MAX_ELEMENTS))
      throw std::invalid_argument(name + ": more than " + std::to_string(MAX_ELEMENTS) +
                                  " spheres");
  }
  if (spheres.empty())
    throw std::invalid_argument(name + ": no spheres (must have lines of x y z r)");
  return spheres;
}

std::vector<SolidSphere> read_spheres(const std::string &file)
{
  const std::string name = "spheres file " + file;
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed))
    throw std::invalid_argument(name + " (is a folder)");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::invalid_argument(name + " (cannot be opened: " + std::strerror(errno) + ")");
  return parse_spheres(std::string(std::istreambuf_iterator<char>(in), {}), name);
}

}    // namespace grist
