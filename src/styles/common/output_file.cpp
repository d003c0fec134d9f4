#include "styles/common/output_file.h"

#include "styles/common/lammps_compat.h"
#include "utils.h"

#include <filesystem>

#include <unistd.h>

using namespace LAMMPS_NS;

OutputFile::~OutputFile()
{
  if (stream) fclose(stream);
  if (!path.empty()) std::remove(path.c_str());
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
  path = name + ".part";
  stream = fopen(path.c_str(), "w");
  if (!stream) path.clear();
  return stream != nullptr;
}

bool OutputFile::write(const std::string &text)
{
  const bool written = fwrite(text.data(), 1, text.size(), stream) == text.size();
  const bool closed = fclose(stream) == 0;
  stream = nullptr;
  return written && closed;
}

bool OutputFile::rename_to(const std::string &name)
{
  if (std::rename(path.c_str(), name.c_str()) != 0) return false;
  path.clear();
  return true;
}

std::string OutputFile::failure() const
{
  return reason.empty() ? utils::getsyserror() : reason;
}
