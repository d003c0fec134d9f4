#include "styles/output/dump_paraview.h"

#include "styles/access/lammps_compat.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/run_checks.h"
#include "styles/access/run_time.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_file.h"

#include "comm.h"
#include "compute.h"
#include "error.h"
#include "input.h"
#include "memory.h"
#include "update.h"
#include "variable.h"

#include <filesystem>
#include <utility>

using namespace LAMMPS_NS;

DumpParaview::DumpParaview(LAMMPS *lmp, int narg, char **arg) :
    DumpParaview(lmp, read_paraview_settings(lmp, narg, arg))
{
}

// The words must live as long as the base class, also when they are moved: they are elements of a
// vector.
DumpParaview::DumpParaview(LAMMPS *lmp, ParaviewSettings given) :
    DumpCustom(lmp, static_cast<int>(given.arguments.size()), given.arguments.data()),
    settings(std::move(given)), names(settings.file), index(names), particles(lmp),
    bonds(lmp, DUMP_PARAVIEW, groupbit), walls(lmp)
{
  buffer_allow = buffer_flag = 0;
  std::string trouble;
  if (comm->me == 0) {
    const std::string other = claim.claim(lmp, settings.file, std::string("dump ") + id);
    trouble = other.empty() ? index.make_folder()
                            : fmt::format("file {} ({})", settings.file, other);
  }
  end_if_failed(trouble);
}

void DumpParaview::init_style()
{
  DumpCustom::init_style();
  warn_of_empty_group(lmp, this);
  check_modifications();
  check_rerun();
  particles.connect(DUMP_PARAVIEW);
  if (settings.bonds) bonds.connect();
  if (settings.walls) walls.connect();
}

void DumpParaview::check_modifications() const
{
  const std::pair<bool, const char *> refused[] = {
      {sort_flag != 0, "sort"}, {balance_flag != 0, "balance"}, {pbcflag != 0, "pbc"}};
  for (const auto &[is_set, word] : refused)
    if (is_set)
      error->all(FLERR, "{}: dump_modify {} (not supported, leave it out)", DUMP_PARAVIEW, word);
}

// The series of a run stays as it is.
void DumpParaview::check_rerun()
{
  std::string trouble;
  if (is_rerun(lmp) && comm->me == 0 && std::filesystem::exists(settings.file))
    trouble =
        fmt::format("rerun would write to series {} of a run (give another name)", settings.file);
  end_if_failed(trouble);
}

void DumpParaview::write()
{
  nme = count();    // before the two lines below, since it has computes computed
  if (delay_flag && update->ntimestep < delaystep) return;
  if (skipflag && input->variable->compute_equal(skipindex) != 0.0) return;
  if (!begun) begin_series();

  const ShownAtoms shown = select_atoms();
  particles.update();
  add("spheres", particles.spheres(shown));
  if (settings.bonds && bonds.has_bonds()) add("bonds", bonds.bonds(shown.atoms));
  if (settings.bonds && bonds.has_events()) add("broken", bonds.take_broken());
  if (particles.has_bodies()) add("polyhedra", particles.polyhedra(shown));
  if (settings.bonds && particles.has_faces()) add("faces", particles.faces(shown));
  if (settings.walls)
    for (int n = 0; n < walls.count(); n++) add("wall_" + walls.id(n), walls.wall(n));
  finish_frame();
  if (refreshflag) irefresh->refresh();
}

// dump_modify append yes continues a series up to this step.
void DumpParaview::begin_series()
{
  std::string trouble;
  if (comm->me == 0) trouble = append_flag ? index.continue_from(update->ntimestep) : index.begin();
  end_if_failed(trouble);
  begun = true;
  if (comm->me == 0 && index.removed() > 0)
    error->warning(FLERR, "{}: removed {} frames of steps after {}, or without files, from {}",
                   DUMP_PARAVIEW, index.removed(), update->ntimestep, settings.file);
}

// After count(). Rows of the buffer have the id first, then the fields of the user.
ShownAtoms DumpParaview::select_atoms()
{
  if (nme * size_one > maxbuf) {
    if (static_cast<bigint>(nme) * size_one > MAXSMALLINT)
      error->one(FLERR, "{}: too many values on one rank ({} atoms with {} values)", DUMP_PARAVIEW,
                 nme, size_one);
    maxbuf = nme * size_one;
    memory->destroy(buf);
    memory->create(buf, maxbuf, "dump:buf");
  }
  pack(nullptr);
  ShownAtoms shown;
  shown.atoms.assign(clist, clist + nme);
  const auto columns = utils::split_words(columns_default);
  shown.names.assign(columns.begin() + 1, columns.end());
  shown.values = nme > 0 ? buf + 1 : nullptr;
  shown.row_length = size_one;
  return shown;
}

void DumpParaview::add(const std::string &name, const OutputPiece &piece)
{
  const bool is_here = !piece.is_empty();
  written.push_back({name, piece.kind, is_here});
  if (!is_here || !problem.empty()) return;
  const std::string path =
      names.path(FrameNames::piece(name, update->ntimestep, comm->me, vtk_ending(piece.kind)));
  const std::string text = vtk_text(piece, settings.format, run_time(update));
  OutputFile file;
  if (text.empty())
    problem = fmt::format("VTK cannot make {}", path);
  else if (!file.open_for(path) || !file.write(text) || !file.rename_to(path))
    problem = fmt::format("cannot write {} ({})", path, file.failure());
}

// On rank 0: the things of this frame with the files of all ranks.
std::vector<ShownThing> DumpParaview::collect_things()
{
  std::vector<char> mine;
  for (const Written &thing : written) mine.push_back(thing.is_here);
  const std::vector<char> all = to_first_rank(mine, world);
  std::vector<ShownThing> things;
  if (comm->me > 0) return things;
  for (size_t n = 0; n < written.size(); n++) {
    things.push_back({written[n].name, {}});
    for (int rank = 0; rank < comm->nprocs; rank++)
      if (all[rank * written.size() + n])
        things.back().files.push_back(FrameNames::piece(written[n].name, update->ntimestep, rank,
                                                        vtk_ending(written[n].kind)));
  }
  return things;
}

void DumpParaview::finish_frame()
{
  const std::vector<ShownThing> things = collect_things();
  written.clear();
  end_if_failed(std::exchange(problem, ""));
  std::string trouble;
  if (comm->me == 0) trouble = index.add(update->ntimestep, run_time(update), things);
  end_if_failed(trouble);
}

// Collective: an error of one rank ends the run on all.
void DumpParaview::end_if_failed(const std::string &mine)
{
  end_if_any(lmp, mine.empty() ? "" : fmt::format("{}: {}", DUMP_PARAVIEW, mine));
}
