#include "styles/common/output_file.h"

#include "styles/common/lammps_compat.h"
#include "utils.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <unistd.h>

using namespace LAMMPS_NS;

static constexpr const char *PART = ".part";    // ends the names of incomplete files

OutputFile::~OutputFile()
{
  if (stream) fclose(stream);
  if (!path.empty()) std::remove(path.c_str());
}

bool OutputFile::record(bool worked)
{
  if (!worked) reason = utils::getsyserror();
  return worked;
}

// mode x: fails if the file exists, so that an existing file is never overwritten
bool OutputFile::open_temporary()
{
  std::error_code failed;
  const auto folder = std::filesystem::temp_directory_path(failed);
  if (failed) {
    reason = failed.message();
    return false;
  }
  for (int n = 0; n < 1000 && !stream; n++) {
    path = (folder / fmt::format("grist_{}_{}.tmp", getpid(), n)).string();
    stream = fopen(path.c_str(), "wx");
  }
  record(stream != nullptr);
  if (!stream) path.clear();
  return stream != nullptr;
}

bool OutputFile::open_for(const std::string &name)
{
  std::error_code failed;
  if (std::filesystem::exists(name, failed) && !std::filesystem::is_regular_file(name, failed)) {
    reason = "not a regular file";
    return false;
  }
  path = name + PART;
  stream = fopen(path.c_str(), "w");
  record(stream != nullptr);
  if (!stream) path.clear();
  return stream != nullptr;
}

bool OutputFile::write(const std::string &text)
{
  const bool written = record(fwrite(text.data(), 1, text.size(), stream) == text.size());
  const bool closed = fclose(stream) == 0;
  stream = nullptr;
  return written && record(closed);
}

bool OutputFile::rename_to(const std::string &name)
{
  if (!record(std::rename(path.c_str(), name.c_str()) == 0)) return false;
  path.clear();
  return true;
}

/* ---------------------------------------------------------------------- */

// Whether `text` is `before`, digits, `after`.
static bool has_digits_between(const std::string &text, const std::string &before,
                               const std::string &after)
{
  if (text.size() <= before.size() + after.size()) return false;
  return text.compare(0, before.size(), before) == 0 &&
      text.compare(text.size() - after.size(), after.size(), after) == 0 &&
      std::all_of(text.begin() + before.size(), text.end() - after.size(),
                  [](unsigned char letter) { return std::isdigit(letter); });
}

// Only files of a pattern with its * in the last part of the path are found.
void LAMMPS_NS::remove_leftovers(const std::string &pattern)
{
  const std::filesystem::path path(pattern);
  const std::string name = path.filename().string();
  const size_t star = name.find('*');
  if (star == std::string::npos) return;
  std::error_code failed;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  for (std::filesystem::directory_iterator file(folder, failed), end; !failed && file != end;
       file.increment(failed))
    if (has_digits_between(file->path().filename().string(), name.substr(0, star),
                           name.substr(star + 1) + PART))
      std::filesystem::remove(file->path(), failed);
}
