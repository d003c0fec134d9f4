#include "styles/checkpoint/checkpoint_folder.h"

#include "styles/checkpoint/grown_files.h"

#include "fmt/format.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

namespace fs = std::filesystem;
using namespace LAMMPS_NS;

std::string CheckpointFolder::path(int number, const char *ending) const
{
  return fmt::format("{}/{}.{}", folder, number, ending);
}

std::string CheckpointFolder::incomplete() const
{
  return folder + "/part";
}

// That of its record; 0: there is none.
bigint CheckpointFolder::serial_of(int number) const
{
  std::ifstream in(path(number, "txt"));
  std::string word;
  bigint value = 0;
  while (in >> word)
    if (word == "serial" && in >> value) return value;
  return 0;
}

std::string CheckpointFolder::open(const std::string &name)
{
  folder = name;
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) return fmt::format("cannot make the folder {}: {}", folder, problem.message());
  const bigint first = serial_of(1), second = serial_of(2);
  next = first <= second ? 1 : 2;
  serial = std::max(first, second);
  if (serial == 0) return "";
  const auto time = fs::last_write_time(path(3 - next, "txt"), problem);
  newest_time = std::chrono::duration<double>(time.time_since_epoch()).count();
  return "";
}

std::string CheckpointFolder::complete(const std::string &lines)
{
  std::ifstream in(incomplete(), std::ios::binary);
  std::vector<char> block(1 << 20);
  bigint bytes = 0;
  std::uint32_t sum = CHECKSUM_START;
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    sum = checksum(block.data(), in.gcount(), sum);
    bytes += in.gcount();
  }
  in.close();
  std::error_code problem;
  fs::remove(path(next, "txt"), problem);
  fs::rename(incomplete(), path(next, "restart"), problem);
  if (problem) return problem.message();
  const std::string record = path(next, "new");
  std::ofstream out(record);
  out << fmt::format("serial {}\nbytes {}\nchecksum {}\n{}", ++serial, bytes, sum, lines);
  out.close();
  if (!out) return "the record cannot be written";
  fs::rename(record, path(next, "txt"), problem);
  if (problem) return problem.message();
  newest_time = file_clock_now();
  next = 3 - next;
  return "";
}
