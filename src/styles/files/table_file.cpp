#include "styles/files/table_file.h"

#include "utils.h"

#include <cassert>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace LAMMPS_NS;

bool TableFile::record(bool worked)
{
  if (!worked) reason = utils::getsyserror();
  return worked;
}

bool TableFile::open(const std::string &file)
{
  assert(!stream);
  name = file;
  stream = fopen(name.c_str(), "a");
  return record(stream != nullptr);
}

// At worst the stream is closed already.
bool TableFile::empty()
{
  stream = freopen(name.c_str(), "w", stream);
  return record(stream != nullptr);
}

bool TableFile::cut_off(bigint bytes)
{
  assert(stream && bytes >= 0);
  std::error_code failed;
  std::filesystem::resize_file(name, static_cast<std::uintmax_t>(bytes), failed);
  reason = failed.message();
  return !failed;
}

bool TableFile::has_rows()
{
  assert(stream);
  fseek(stream, 0, SEEK_END);
  return ftell(stream) > 0;
}

// Keeps the rows up to the last one that is to be kept. is_kept(row, whether it has an end).
template <class Test> static TableEnd end_of_kept(const std::string &name, const Test &is_kept)
{
  std::error_code failed;
  TableEnd end = {0, 0};
  if (!std::filesystem::is_regular_file(name, failed)) return end;
  std::ifstream in(name, std::ios::binary);
  bigint at = 0;
  for (std::string row; std::getline(in, row);) {
    const bool has_end = !in.eof();
    at += static_cast<bigint>(row.size()) + (has_end ? 1 : 0);
    if (is_kept(row, has_end))
      end = {at, 0};
    else
      end.rows++;
  }
  return end;
}

TableEnd LAMMPS_NS::end_of_whole_rows(const std::string &name)
{
  return end_of_kept(name, [](const std::string &, bool has_end) { return has_end; });
}

// The header begins with no number, and so is of step 0.
TableEnd LAMMPS_NS::end_of_rows_until(const std::string &name, bigint step)
{
  return end_of_kept(name, [step](const std::string &row, bool) {
    return std::strtoll(row.c_str(), nullptr, 10) <= step;
  });
}
