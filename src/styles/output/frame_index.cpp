#include "styles/output/frame_index.h"

#include "styles/access/lammps_compat.h"
#include "styles/files/output_file.h"

#include "common/file_text.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

using namespace LAMMPS_NS;
using grist::xml_text;
namespace fs = std::filesystem;

static constexpr bigint BEFORE_ALL = -1;    // no step

// The path without its ending .pvd.
FrameNames::FrameNames(std::string series_in) :
    series(std::move(series_in)), folder(series.substr(0, series.rfind('.')))
{
}

std::string FrameNames::frame(bigint step)
{
  return fmt::format("frame_{}.vtm", step);
}

std::string FrameNames::piece(const std::string &thing, bigint step, int rank, const char *ending)
{
  return fmt::format("{}_{}_{}.{}", thing, step, rank, ending);
}

std::string FrameNames::folder_name() const
{
  return fs::path(folder).filename().string();
}

static std::string write_whole(const std::string &path, const std::string &text)
{
  OutputFile file;
  if (file.open_for(path) && file.write(text) && file.rename_to(path)) return "";
  return fmt::format("cannot write {} ({})", path, file.failure());
}

static std::string byte_order()
{
  const int one = 1;
  return *reinterpret_cast<const char *>(&one) == 1 ? "LittleEndian" : "BigEndian";
}

std::string FrameIndex::make_folder()
{
  std::error_code failed;
  fs::create_directories(names.folder, failed);
  if (!failed) return "";
  return fmt::format("cannot make the folder {} ({})", names.folder, failed.message());
}

// The series goes first: it never names files that are not there.
std::string FrameIndex::begin()
{
  std::error_code failed;
  fs::remove(names.series, failed);
  if (failed) return fmt::format("cannot replace {} ({})", names.series, failed.message());
  entries.clear();
  remove_files(BEFORE_ALL);
  return "";
}

// Each entry of the series stands on a line of its own. Frames whose file is gone are left out.
std::string FrameIndex::continue_from(bigint step)
{
  static const std::regex ENTRY("timestep=\"([^\"]+)\".*/frame_([0-9]+)\\.vtm\"");
  entries.clear();
  dropped = 0;
  std::ifstream in(names.series);
  for (std::string line; std::getline(in, line);) {
    std::smatch found;
    if (!std::regex_search(line, found, ENTRY)) continue;
    const bigint at = std::strtoll(found.str(2).c_str(), nullptr, 10);
    if (at <= step && fs::exists(names.path(FrameNames::frame(at))))
      entries.push_back({at, found.str(1)});
    else
      dropped++;
  }
  in.close();
  const std::string problem = write_series();
  if (problem.empty()) remove_files(step);
  return problem;
}

// Files of frames after a step, and incomplete files of runs that were killed.
void FrameIndex::remove_files(bigint after)
{
  static const std::regex FILE("(frame|spheres|bonds|broken|polyhedra|sensor|wall_\\w+)_([0-9]+)("
                               "\\.vtm|_[0-9]+\\.vt[ipu])(\\.([^/]*\\.)?part)?");
  remove_leftovers(names.series);
  std::error_code failed;
  for (fs::directory_iterator file(names.folder, failed), end; !failed && file != end;
       file.increment(failed)) {
    std::smatch found;
    const std::string name = file->path().filename().string();
    if (!std::regex_match(name, found, FILE)) continue;
    if (found.length(4) > 0 || std::strtoll(found.str(2).c_str(), nullptr, 10) > after)
      fs::remove(file->path(), failed);
  }
}

std::string FrameIndex::add(bigint step, double time, const std::vector<ShownThing> &things)
{
  std::string text = fmt::format("<?xml version=\"1.0\"?>\n"
                                 "<VTKFile type=\"vtkMultiBlockDataSet\" version=\"1.0\" "
                                 "byte_order=\"{}\">\n  <vtkMultiBlockDataSet>\n",
                                 byte_order());
  for (size_t n = 0; n < things.size(); n++) {
    text += fmt::format("    <Piece index=\"{}\" name=\"{}\">\n", n, xml_text(things[n].name));
    for (size_t m = 0; m < things[n].files.size(); m++)
      text += fmt::format("      <DataSet index=\"{}\" file=\"{}\"/>\n", m,
                          xml_text(things[n].files[m]));
    text += "    </Piece>\n";
  }
  text += "  </vtkMultiBlockDataSet>\n</VTKFile>\n";
  const std::string problem = write_whole(names.path(FrameNames::frame(step)), text);
  if (!problem.empty()) return problem;

  entries.erase(std::remove_if(entries.begin(), entries.end(),
                               [&](const Entry &entry) { return entry.step == step; }),
                entries.end());
  entries.push_back({step, fmt::format("{}", time)});
  return write_series();
}

std::string FrameIndex::write_series() const
{
  std::string text =
      fmt::format("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                  "byte_order=\"{}\">\n  <Collection>\n",
                  byte_order());
  for (const Entry &entry : entries)
    text += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}/{}\"/>\n", entry.time,
                        xml_text(names.folder_name()), FrameNames::frame(entry.step));
  text += "  </Collection>\n</VTKFile>\n";
  return write_whole(names.series, text);
}
