// The data of a style in a restart file: one block with a mark, the version of its layout, its size
// and hashes. A block of another version, without the mark, or that was damaged is rejected with an
// error of one sentence before its data are read. What is written: common/archive.h.
//
//   RestartWriter out(VERSION);    RestartReader in(lmp, "Fix breakage", VERSION, buffer);
//   out.add(kept);                 in.get(kept);
//   out.write_for_fix(file);       in.end();
//
// A fix has both from RestartedFix (restarted_fix.h).
//
// Per-atom data have no header, but a hash. A fix with such data writes a block as well: its version
// is also that of the layout of the per-atom data, so that an older layout is rejected before atoms
// are unpacked. See refuse_unless_restarted().

#ifndef LMP_RESTART_BLOCK_H
#define LMP_RESTART_BLOCK_H

#include "common/archive.h"

#include <cstdio>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class RestartWriter : public grist::Archive {
 public:
  explicit RestartWriter(int version);

  template <class... Values> void add(const Values &...values)
  {
    (*this)(const_cast<Values &>(values)...);    // it only reads them
  }
  void add_text(const std::string &text) { add(text); }

  // On rank 0. LAMMPS expects the number of bytes before the block of a fix, but not before that of
  // a pair or bond style.
  void write_for_fix(FILE *file);
  void write(FILE *file);

 private:
  std::vector<char> block;    // header included
  void bytes(void *data, std::size_t count) override;
  void finish();
};

class RestartReader : public grist::Archive {
 public:
  // Reads the block of a fix: `buffer` is the argument of Fix::restart(). `user` begins errors.
  RestartReader(class LAMMPS *lmp, const std::string &user, int version, const char *buffer);

  // The block of a pair or bond style is read on rank 0 and sent to the others. Collective.
  RestartReader(class LAMMPS *lmp, const std::string &user, int version, FILE *file);

  template <class... Values> void get(Values &...values) { (*this)(values...); }
  std::string get_text()
  {
    std::string text;
    get(text);
    return text;
  }

  void end() const;    // an error if anything is left

 private:
  class LAMMPS *lmp;
  std::string user;
  std::vector<char> block;
  std::size_t at = 0;

  void check_header(const int *header, int version) const;
  void check_data(int hash) const;
  void bytes(void *data, std::size_t count) override;
  void need(std::size_t count, std::size_t size) override;
};

// For Fix::pack_restart(i, buffer), which has packed `count` numbers from buffer + 1 on: what goes
// before and after them. The result is the number of all, that of pack_restart() and size_restart().
int close_restart_numbers(double *buffer, int count);
constexpr int RESTART_NUMBERS_MORE = 2;

// For Fix::unpack_restart(i, nth): the numbers that the fix has packed for an atom. LAMMPS stores
// those of all fixes one after another, each with its count first. An error if they were damaged.
const double *restart_numbers(class LAMMPS *lmp, const std::string &user, int i, int nth);

// For Fix::unpack_restart(): an error if the restart file has per-atom data of this fix, but no
// block.
void refuse_unless_restarted(class LAMMPS *lmp, const class Fix *fix, const std::string &user);

}    // namespace LAMMPS_NS

#endif
