#include "meshes/mesh_words.h"

#include <cstdlib>
#include <stdexcept>

namespace grist {

void refuse_mesh(const std::string &text)
{
  throw std::invalid_argument("mesh: " + text);
}

double next_number(std::istream &in, const char *what)
{
  std::string word;
  if (!(in >> word)) refuse_mesh(std::string("ends within ") + what);
  char *end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (end == word.c_str() || *end != '\0')
    refuse_mesh("\"" + word + "\" in " + what + " is not a number");
  return value;
}

Vector3d next_point(std::istream &in, const char *what)
{
  Vector3d p;
  for (int k = 0; k < 3; k++) p[k] = next_number(in, what);
  return p;
}

}    // namespace grist
