#include "styles/state/restart_block.h"

#include "styles/access/atom_style.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "lammps.h"
#include "utils.h"

#include "common/bit_hash.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <limits>

using namespace LAMMPS_NS;

namespace {

constexpr int MARK = 0x32534752;    // the text RGS2; as a size or count it is implausibly large
enum { MARK_AT, VERSION_AT, BYTES_AT, HASH_AT, HEADER_HASH_AT, HEADER };

int hash_of(const void *data, std::size_t size)
{
  const char *bytes = static_cast<const char *>(data);
  grist::BitHash hash;
  hash.add(size);
  for (std::size_t at = 0; at < size; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + at, std::min(sizeof(word), size - at));
    hash.add(word);
  }
  return static_cast<int>(hash.value() >> 32);
}

int hash_of_header(const int *header)
{
  return hash_of(header, HEADER_HASH_AT * sizeof(int));
}

}    // namespace

RestartWriter::RestartWriter(int version) : Archive(false), block(HEADER * sizeof(int), 0)
{
  const int header[] = {MARK, version};
  std::memcpy(block.data(), header, sizeof(header));
}

void RestartWriter::bytes(void *data, std::size_t count)
{
  const char *from = static_cast<char *>(data);
  block.insert(block.end(), from, from + count);
}

void RestartWriter::finish()
{
  assert(block.size() >= HEADER * sizeof(int));
  assert(block.size() - HEADER * sizeof(int) <= std::numeric_limits<int>::max());
  int header[HEADER];
  std::memcpy(header, block.data(), sizeof(header));
  const std::size_t size = block.size() - sizeof(header);
  header[BYTES_AT] = static_cast<int>(size);
  header[HASH_AT] = hash_of(block.data() + sizeof(header), size);
  header[HEADER_HASH_AT] = hash_of_header(header);
  std::memcpy(block.data(), header, sizeof(header));
}

void RestartWriter::write_for_fix(FILE *file)
{
  assert(file);
  const int size = static_cast<int>(block.size());
  fwrite(&size, sizeof(int), 1, file);
  write(file);
}

void RestartWriter::write(FILE *file)
{
  assert(file);
  finish();
  fwrite(block.data(), 1, block.size(), file);
}

RestartReader::RestartReader(LAMMPS *lmp, const std::string &user, int version,
                             const char *buffer) :
    Archive(true),
    lmp(lmp), user(user)
{
  // The mark first: an older block may be shorter than a header.
  int header[HEADER] = {};
  std::memcpy(header, buffer, sizeof(int));
  if (header[MARK_AT] == MARK) std::memcpy(header, buffer, sizeof(header));
  check_header(header, version);
  const char *first = buffer + sizeof(header);
  block.assign(first, first + header[BYTES_AT]);
  check_data(header[HASH_AT]);
}

RestartReader::RestartReader(LAMMPS *lmp, const std::string &user, int version, FILE *file) :
    Archive(true), lmp(lmp), user(user)
{
  const auto read = [&](void *to, std::size_t size) {
    if (lmp->comm->me == 0) utils::sfread(FLERR, to, 1, size, file, nullptr, lmp->error);
    MPI_Bcast(to, static_cast<int>(size), MPI_BYTE, 0, lmp->world);
  };
  int header[HEADER] = {};
  read(header, sizeof(header));
  check_header(header, version);
  block.resize(header[BYTES_AT]);
  read(block.data(), block.size());
  check_data(header[HASH_AT]);
}

void RestartReader::check_header(const int *header, int version) const
{
  if (header[MARK_AT] != MARK)
    lmp->error->all(FLERR,
                    "{}: the restart file was written by an older version of Grist or by another "
                    "program (start from a data file, or use the version that wrote it)",
                    user);
  if (header[VERSION_AT] != version)
    lmp->error->all(FLERR,
                    "{}: the restart file has layout {} of these data (expected {}; start from a "
                    "data file, or use the version of Grist that wrote it)",
                    user, header[VERSION_AT], version);
  if (header[HEADER_HASH_AT] != hash_of_header(header))
    lmp->error->all(FLERR,
                    "{}: the restart file is damaged (its size of these data, {} bytes, is not as "
                    "it was written: copy the file again, or start from another one)",
                    user, header[BYTES_AT]);
}

void RestartReader::check_data(int hash) const
{
  if (hash != hash_of(block.data(), block.size()))
    lmp->error->all(FLERR,
                    "{}: the restart file is damaged (these data, {} bytes, are not as they were "
                    "written: copy the file again, or start from another one)",
                    user, block.size());
}

void RestartReader::need(std::size_t count, std::size_t size)
{
  if (count > (block.size() - at) / size)
    lmp->error->all(FLERR, "{}: the restart file holds {} bytes of these data (more are expected)",
                    user, block.size());
}

void RestartReader::bytes(void *data, std::size_t count)
{
  need(count, 1);
  std::copy_n(block.data() + at, count, static_cast<char *>(data));
  at += count;
}

void RestartReader::end() const
{
  if (at != block.size())
    lmp->error->all(FLERR, "{}: the restart file holds {} bytes of these data (expected {})", user,
                    block.size(), at);
}

// A whole number, which every double holds.
static double hash_of_numbers(const double *numbers, int count)
{
  return hash_of(numbers, count * sizeof(double));
}

int LAMMPS_NS::close_restart_numbers(double *buffer, int count)
{
  assert(buffer && count >= 0);
  buffer[0] = count + RESTART_NUMBERS_MORE;
  buffer[count + 1] = hash_of_numbers(buffer, count + 1);
  return count + RESTART_NUMBERS_MORE;
}

const double *LAMMPS_NS::restart_numbers(LAMMPS *lmp, const std::string &user, int i, int nth)
{
  assert(nth >= 0 && is_owned(lmp->atom, i));
  const Atom *atom = lmp->atom;
  const double *begin = atom->extra[i], *end = begin + atom->nextra_store;
  const auto fits = [end](const double *at) { return at < end && *at >= 1.0 && *at <= end - at; };
  bool holds = fits(begin);
  for (int k = 0; k < nth && holds; k++) {
    begin += static_cast<int>(*begin);
    holds = fits(begin);
  }
  const int count = holds ? static_cast<int>(*begin) - RESTART_NUMBERS_MORE : -1;
  if (count < 0 || begin[count + 1] != hash_of_numbers(begin, count + 1))
    lmp->error->one(FLERR,
                    "{}: the restart file is damaged (data of atom {} are not as they were "
                    "written: copy the file again, or start from another one)",
                    user, atom->tag[i]);
  return begin + 1;
}

void LAMMPS_NS::refuse_unless_restarted(LAMMPS *lmp, const Fix *fix, const std::string &user)
{
  assert(fix);
  if (!fix->restart_reset)
    lmp->error->one(FLERR,
                    "{}: the restart file was written by an older version of Grist (start "
                    "from a data file, or use the version that wrote it)",
                    user);
}
