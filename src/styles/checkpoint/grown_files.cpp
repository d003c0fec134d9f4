#include "styles/checkpoint/grown_files.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>

namespace fs = std::filesystem;
using namespace LAMMPS_NS;

static constexpr int DEEPEST = 2;            // folders below the current one
static constexpr std::int64_t TAIL = 512;    // bytes
static constexpr std::array WHOLE = {".vtm", ".vtp", ".vtu", ".pvd",
                                     ".lock"};    // never appended to

static double seconds_of(fs::file_time_type time)
{
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

double LAMMPS_NS::file_clock_now()
{
  return seconds_of(fs::file_time_type::clock::now());
}

std::uint32_t LAMMPS_NS::checksum(const char *data, std::size_t size, std::uint32_t before)
{
  constexpr std::uint32_t MODULUS = 65521;
  constexpr std::size_t MOST = 5552;    // bytes without an overflow
  std::uint32_t a = before & 0xFFFF, b = before >> 16;
  for (std::size_t first = 0; first < size; first += MOST) {
    const std::size_t end = std::min(first + MOST, size);
    for (std::size_t k = first; k < end; k++) {
      a += static_cast<unsigned char>(data[k]);
      b += a;
    }
    a %= MODULUS;
    b %= MODULUS;
  }
  return b << 16 | a;
}

// Of the bytes before `size`.
static std::uint32_t tail_of(const std::string &name, std::int64_t size)
{
  std::array<char, TAIL> bytes;
  const std::int64_t count = std::min(size, TAIL);
  std::ifstream in(name, std::ios::binary);
  in.seekg(size - count);
  in.read(bytes.data(), count);
  return in ? checksum(bytes.data(), count) : 0;
}

static bool is_log(const fs::path &path)
{
  static const std::string BEGIN = "LAMMPS (";
  std::string begin(BEGIN.size(), ' ');
  std::ifstream in(path, std::ios::binary);
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return in && begin == BEGIN;
}

std::vector<FileMark> LAMMPS_NS::mark_files(double start, const std::vector<FileMark> &before,
                                            const std::string &left_out)
{
  std::set<std::string> known;
  for (const FileMark &mark : before) known.insert(mark.name);
  std::vector<FileMark> marks;
  std::error_code problem;
  const fs::path left = fs::path(left_out).lexically_normal();
  for (fs::recursive_directory_iterator at(".", problem), end; !problem && at != end;
       at.increment(problem)) {
    const fs::path path = at->path().lexically_normal();
    std::error_code missing;
    if (path == left || (at.depth() >= DEEPEST && at->is_directory(missing)))
      at.disable_recursion_pending();
    if (!at->is_regular_file(missing) || at->is_symlink(missing)) continue;
    const bool is_whole = std::any_of(WHOLE.begin(), WHOLE.end(), [&path](const char *ending) {
      return path.extension() == ending;
    });
    const auto time = fs::last_write_time(path, missing);
    const bool is_old = seconds_of(time) < start && known.count(path.string()) == 0;
    if (is_whole || missing || is_old || is_log(path)) continue;
    const auto size = static_cast<std::int64_t>(fs::file_size(path, missing));
    if (!missing) marks.push_back({path.string(), size, tail_of(path.string(), size)});
  }
  return marks;
}

std::vector<std::string> LAMMPS_NS::cut_to_marks(const std::vector<FileMark> &marks)
{
  std::vector<std::string> cut;
  for (const FileMark &mark : marks) {
    std::error_code problem;
    const auto size = static_cast<std::int64_t>(fs::file_size(mark.name, problem));
    if (problem || size <= mark.size || tail_of(mark.name, mark.size) != mark.tail) continue;
    fs::resize_file(mark.name, mark.size, problem);
    if (!problem) cut.push_back(mark.name);
  }
  return cut;
}
