#include "styles/common/restart_block.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace {

constexpr int MARK = 0x54534752;    // the text RGST; as a size or count it is implausibly large
enum { MARK_AT, VERSION_AT, BYTES_AT, HEADER };

}    // namespace

RestartWriter::RestartWriter(int version)
{
  const int header[HEADER] = {MARK, version, 0};
  add(header, HEADER);
}

void RestartWriter::finish()
{
  const int size = static_cast<int>(bytes.size()) - HEADER * static_cast<int>(sizeof(int));
  std::memcpy(bytes.data() + BYTES_AT * sizeof(int), &size, sizeof(int));
}

void RestartWriter::write_for_fix(FILE *file)
{
  const int size = static_cast<int>(bytes.size());
  fwrite(&size, sizeof(int), 1, file);
  write(file);
}

void RestartWriter::write(FILE *file)
{
  finish();
  fwrite(bytes.data(), 1, bytes.size(), file);
}

/* ---------------------------------------------------------------------- */

RestartReader::RestartReader(LAMMPS *lmp, const std::string &user, int version,
                             const char *buffer) :
    lmp(lmp),
    user(user)
{
  // The mark first: an older block may be shorter than a header.
  int header[HEADER] = {};
  std::memcpy(header, buffer, sizeof(int));
  if (header[MARK_AT] == MARK) std::memcpy(header, buffer, sizeof(header));
  check(header, version);
  const char *first = buffer + sizeof(header);
  bytes.assign(first, first + header[BYTES_AT]);
}

RestartReader::RestartReader(LAMMPS *lmp, const std::string &user, int version, FILE *file) :
    lmp(lmp), user(user)
{
  const auto read = [&](void *to, std::size_t size) {
    if (lmp->comm->me == 0) utils::sfread(FLERR, to, 1, size, file, nullptr, lmp->error);
    MPI_Bcast(to, static_cast<int>(size), MPI_BYTE, 0, lmp->world);
  };
  int header[HEADER] = {};
  read(header, sizeof(header));
  check(header, version);
  bytes.resize(header[BYTES_AT]);
  read(bytes.data(), bytes.size());
}

void RestartReader::check(const int *header, int version) const
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
  if (header[BYTES_AT] < 0)
    lmp->error->all(FLERR, "{}: the restart file is damaged (it holds {} bytes of these data)",
                    user, header[BYTES_AT]);
}

void RestartReader::need(std::size_t count, std::size_t size) const
{
  if (count > (bytes.size() - at) / size)
    lmp->error->all(FLERR, "{}: the restart file holds {} bytes of these data (more are expected)",
                    user, bytes.size());
}

void RestartReader::take(char *to, std::size_t count)
{
  if (count == 0) return;
  need(count, 1);
  std::copy_n(bytes.data() + at, count, to);
  at += count;
}

void RestartReader::end() const
{
  if (at != bytes.size())
    lmp->error->all(FLERR, "{}: the restart file holds {} bytes of these data (expected {})", user,
                    bytes.size(), at);
}

/* ---------------------------------------------------------------------- */

const double *LAMMPS_NS::restart_numbers(const Atom *atom, int i, int nth)
{
  const double *extra = atom->extra[i];
  for (int k = 0; k < nth; k++) extra += static_cast<int>(*extra);
  return extra + 1;
}

void LAMMPS_NS::refuse_unless_restarted(LAMMPS *lmp, const Fix *fix, const std::string &user)
{
  if (!fix->restart_reset)
    lmp->error->one(FLERR,
                    "{}: the restart file was written by an older version of Grist (start "
                    "from a data file, or use the version that wrote it)",
                    user);
}
