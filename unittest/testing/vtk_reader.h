// Series of dump paraview, read by VTK's own readers.

#ifndef GRIST_TESTING_VTK_READER_H
#define GRIST_TESTING_VTK_READER_H

#include <array>
#include <map>
#include <string>
#include <vector>

namespace grist::testing {

// A block of a frame; its pieces one after the other.
struct VtkThing {
  std::string name;
  int pieces = 0;
  std::vector<std::array<double, 3>> points;
  std::vector<std::vector<int>> cells;    // numbers of points
  std::vector<int> cell_types;            // VTK's numbers
  std::vector<double> volumes;            // of cells that are polyhedra, from their faces
  std::map<std::string, std::vector<double>> values;    // of points or cells; vectors side by side
  std::map<std::string, std::string> types;             // of these arrays: "float", "double", "int"
  double time = 0.0;                                    // TimeValue of the last piece
};

struct VtkFrame {
  double time;
  std::string file;    // as in the series
  std::vector<VtkThing> things;

  bool has(const std::string &name) const;
  const VtkThing &operator[](const std::string &name) const;    // throws if there is none
};

bool has_vtk_reader();

// All frames of a .pvd file. Throws std::runtime_error where a reader reports an error or a file is
// not there.
std::vector<VtkFrame> read_series(const std::string &pvd);

}    // namespace grist::testing

#endif
