// Pieces as files of VTK's XML format, made by VTK's own writers: appended raw data, compressed.
// The only source that uses VTK; in a build without VTK only has_vtk() works.

#ifndef GRIST_STYLES_VTK_TEXT_H
#define GRIST_STYLES_VTK_TEXT_H

#include "styles/output/output_piece.h"

#include <string>

namespace LAMMPS_NS {

bool has_vtk();

enum class Compression { LZ4, ZLIB, NONE };

struct VtkFormat {
  Compression compression = Compression::LZ4;
  bool single_precision = true;    // of real numbers
};

// The ending of the file of a piece, without a dot.
inline const char *vtk_ending(PieceKind kind)
{
  return kind == PieceKind::POLYHEDRA ? "vtu" : "vtp";
}

// The whole file. `time` goes into it as TimeValue, in double precision. Empty if VTK could not
// make it.
std::string vtk_text(const OutputPiece &piece, const VtkFormat &format, double time);

}    // namespace LAMMPS_NS

#endif
