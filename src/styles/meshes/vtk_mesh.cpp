#include "styles/meshes/vtk_mesh.h"

#ifdef GRIST_VTK
#include <vtkCellArray.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkOBJReader.h>
#include <vtkObject.h>
#include <vtkPLYReader.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#endif

#include "common/space.h"

#include <stdexcept>

using namespace LAMMPS_NS;
using grist::Mesh;

#ifndef GRIST_VTK

bool LAMMPS_NS::vtk_reads_meshes()
{
  return false;
}

Mesh LAMMPS_NS::vtk_mesh_of_ply(const std::string &)
{
  return {};
}

Mesh LAMMPS_NS::vtk_mesh_of_obj(const std::string &)
{
  return {};
}

#else

bool LAMMPS_NS::vtk_reads_meshes()
{
  return true;
}

namespace {

// VTK prints its warnings to the screen of every rank; what is wrong is found in the result.
class WithoutWarnings {
 public:
  WithoutWarnings() : before(vtkObject::GetGlobalWarningDisplay())
  {
    vtkObject::SetGlobalWarningDisplay(0);
  }
  ~WithoutWarnings() { vtkObject::SetGlobalWarningDisplay(before); }
  WithoutWarnings(const WithoutWarnings &) = delete;
  WithoutWarnings &operator=(const WithoutWarnings &) = delete;

 private:
  int before;
};

Mesh mesh_of(vtkPolyData *data)
{
  Mesh mesh;
  for (vtkIdType n = 0; n < data->GetNumberOfPoints(); n++) {
    double place[3];
    data->GetPoint(n, place);
    mesh.vertices.push_back(grist::vector_at(place));
    if (!is_finite(mesh.vertices.back()))
      throw std::invalid_argument("mesh: vertex " + std::to_string(n + 1) + " is not finite");
  }
  vtkNew<vtkIdList> corners;
  for (vtkIdType f = 0; f < data->GetPolys()->GetNumberOfCells(); f++) {
    data->GetPolys()->GetCellAtId(f, corners);
    std::vector<int> face;
    for (const vtkIdType corner : *corners) {
      if (corner < 0 || corner >= data->GetNumberOfPoints())
        throw std::invalid_argument("mesh: face " + std::to_string(f + 1) +
                                    " has a vertex that is not there");
      face.push_back(static_cast<int>(corner));
    }
    mesh.faces.push_back(face);
  }
  return mesh;
}

template <class Reader> Mesh read_by(const std::string &file)
{
  const WithoutWarnings quiet;
  vtkNew<Reader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  return mesh_of(reader->GetOutput());
}

}    // namespace

Mesh LAMMPS_NS::vtk_mesh_of_ply(const std::string &file)
{
  return read_by<vtkPLYReader>(file);
}

Mesh LAMMPS_NS::vtk_mesh_of_obj(const std::string &file)
{
  return read_by<vtkOBJReader>(file);
}

#endif
