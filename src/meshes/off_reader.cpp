#include "meshes/off_reader.h"

#include "meshes/mesh_words.h"

#include <cmath>
#include <sstream>

namespace grist {

static std::string without_comments(const std::string &contents)
{
  std::string result, line;
  std::istringstream in(contents);
  while (std::getline(in, line)) result += line.substr(0, line.find('#')) + "\n";
  return result;
}

static int next_count(std::istream &in, const char *what, double most)
{
  const double value = next_number(in, what);
  if (!(value >= 0.0 && value < most) || value != std::floor(value))
    refuse_mesh(std::string(what) + " " + std::to_string(value) + " is out of range");
  return static_cast<int>(value);
}

bool is_off(const std::string &contents)
{
  const std::string plain = without_comments(contents.substr(0, 4096));
  const size_t first = plain.find_first_not_of(" \t\r\n");
  return first != std::string::npos && plain.compare(first, 3, "OFF") == 0;
}

// Numbers after the corners of a face are its color, and are skipped.
Mesh parse_off(const std::string &contents)
{
  std::istringstream in(without_comments(contents));
  std::string word;
  in >> word;
  constexpr double MOST = 1e8;
  const int vertices = next_count(in, "number of vertices", MOST);
  const int faces = next_count(in, "number of faces", MOST);
  next_count(in, "number of edges", MOST);
  Mesh mesh;
  for (int i = 0; i < vertices; i++) {
    mesh.vertices.push_back(next_point(in, "a vertex of an OFF file"));
    if (!mesh.vertices.back().allFinite())
      refuse_mesh("vertex " + std::to_string(i) + " is not finite");
  }
  std::string line;
  std::getline(in, line);
  for (int f = 0; f < faces; f++) {
    do {
      if (!std::getline(in, line)) refuse_mesh("ends before face " + std::to_string(f + 1));
    } while (line.find_first_not_of(" \t\r") == std::string::npos);
    std::istringstream numbers(line);
    std::vector<int> face(
        static_cast<size_t>(next_count(numbers, "number of corners", vertices + 1.0)));
    for (int &corner : face) corner = next_count(numbers, "number of a corner", vertices);
    mesh.faces.push_back(face);
  }
  if (in >> word)
    refuse_mesh("\"" + word + "\" after the last of " + std::to_string(faces) +
                " faces of an OFF file");
  return mesh;
}

}    // namespace grist
