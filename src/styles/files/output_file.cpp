#include "styles/files/output_file.h"

#include "styles/access/lammps_compat.h"
#include "styles/files/file_lock.h"
#include "utils.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <filesystem>

#include <unistd.h>

using namespace LAMMPS_NS;

static constexpr const char *PART = ".part";    // ends the names of incomplete files

OutputFile::~OutputFile()
{
  if (stream) fclose(stream);
  if (!path.empty()) std::remove(path.c_str());
}

static std::filesystem::path folder_of(const std::filesystem::path &file)
{
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

std::string LAMMPS_NS::incomplete_name(const std::string &name)
{
  return fmt::format("{}.{}{}", name, process_name(), PART);
}

bool OutputFile::record(bool worked)
{
  if (!worked) reason = utils::getsyserror();
  return worked;
}

// mode x: fails if the file exists, so that an existing file is never overwritten
bool OutputFile::open_temporary()
{
  assert(!stream && path.empty());
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
  assert(!stream && path.empty());
  std::error_code failed;
  if (std::filesystem::exists(name, failed) && !std::filesystem::is_regular_file(name, failed)) {
    reason = "not a regular file";
    return false;
  }
  path = incomplete_name(name);
  stream = fopen(path.c_str(), "w");
  const int cause = errno;
  if (record(stream != nullptr)) return true;
  if (cause == ENOENT)
    reason = fmt::format("the folder {} does not exist, make it first", folder_of(name).string());
  path.clear();
  return false;
}

bool OutputFile::write(const std::string &text)
{
  assert(stream);
  const bool written = record(fwrite(text.data(), 1, text.size(), stream) == text.size());
  const bool closed = fclose(stream) == 0;
  stream = nullptr;
  return written && record(closed);
}

bool OutputFile::rename_to(const std::string &name)
{
  assert(!stream && !path.empty());
  if (!record(std::rename(path.c_str(), name.c_str()) == 0)) return false;
  path.clear();
  return true;
}

static bool begins_with(const std::string &text, size_t at, const std::string &part)
{
  return text.compare(at, part.size(), part) == 0;
}

// Whether `file` is an incomplete file of any process.
static bool is_incomplete(const std::string &file, const std::string &pattern)
{
  const size_t star = pattern.find('*');
  if (!begins_with(file, 0, pattern.substr(0, star))) return false;
  size_t end = std::min(star, pattern.size());    // of what the name is, in `file`
  if (star != std::string::npos) {
    const auto is_digit = [](unsigned char letter) { return std::isdigit(letter); };
    while (end < file.size() && is_digit(file[end])) end++;
    const std::string rest = pattern.substr(star + 1);
    if (end == star || !begins_with(file, end, rest)) return false;
    end += rest.size();
  }
  const std::string ending = file.substr(end), part = PART;
  return ending.size() >= part.size() && ending[0] == '.' &&
      begins_with(ending, ending.size() - part.size(), part);
}

// Only files of a pattern with its * in the last part of the path are found.
void LAMMPS_NS::remove_leftovers(const std::string &pattern)
{
  const std::filesystem::path path(pattern);
  std::error_code failed;
  for (std::filesystem::directory_iterator file(folder_of(path), failed), end;
       !failed && file != end; file.increment(failed))
    if (is_incomplete(file->path().filename().string(), path.filename().string()))
      std::filesystem::remove(file->path(), failed);
}
