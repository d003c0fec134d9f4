/* dump ID group paraview N FILE.pvd: a time series that ParaView opens as one file, with spheres,
   bonds, polyhedra and mesh walls.

   Atoms are selected, and fields of the user computed, as by dump custom, from which this style is
   derived. Each rank writes a file for each thing that it has; rank 0 writes walls, and the files
   that list what belongs together (frame_index.h).
*/

#ifdef DUMP_CLASS
// clang-format off
DumpStyle(paraview,DumpParaview);
// clang-format on
#else

#ifndef LMP_DUMP_PARAVIEW_H
#define LMP_DUMP_PARAVIEW_H

#include "dump_custom.h"
#include "styles/files/file_lock.h"
#include "styles/output/frame_index.h"
#include "styles/output/paraview_settings.h"
#include "styles/output/shown_bonds.h"
#include "styles/output/shown_particles.h"
#include "styles/output/shown_walls.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class DumpParaview : public DumpCustom {
 public:
  DumpParaview(class LAMMPS *, int, char **);
  void write() override;

 private:
  ParaviewSettings settings;
  const FrameNames names;
  FrameIndex index;    // used on rank 0
  OutputClaim claim;
  bool begun = false;    // the series has been begun or continued
  ShownParticles particles;
  ShownBonds bonds;
  ShownWalls walls;

  // A shown thing, and whether this rank has a part of it in a file.
  struct Written {
    std::string name;
    PieceKind kind;
    bool is_here;
  };
  std::vector<Written> written;    // of this frame
  std::string problem;             // of this rank in this frame; empty: none

  DumpParaview(class LAMMPS *, ParaviewSettings);
  void init_style() override;
  void openfile() override {}    // at init, by class DumpCustom
  void check_modifications() const;
  void check_rerun();
  void begin_series();
  ShownAtoms select_atoms();
  void add(const std::string &name, const OutputPiece &piece);
  std::vector<ShownThing> collect_things();
  void finish_frame();
  void end_if_failed(const std::string &mine);
};

}    // namespace LAMMPS_NS

#endif
#endif
