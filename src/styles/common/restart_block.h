// The data of a style in a restart file: one block with a mark, the version of its layout, its size
// and hashes. A block of another version, without the mark, or that was damaged is rejected with an
// error of one sentence before its data are read.
//
//   RestartWriter out(VERSION);    RestartReader in(lmp, "Fix breakage", VERSION, buffer);
//   out.add(total);                in.get(total);
//   out.write_for_fix(file);       in.end();
//
// Per-atom data have no header, but a hash. A fix with such data writes a block as well: its version
// is also that of the layout of the per-atom data, so that an older layout is rejected before atoms
// are unpacked. See refuse_unless_restarted().

#ifndef LMP_RESTART_BLOCK_H
#define LMP_RESTART_BLOCK_H

#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS {

class RestartWriter {
 public:
  explicit RestartWriter(int version);

  template <class T> void add(const T &value) { add(&value, 1); }
  template <class T> void add(const T *values, std::size_t count)
  {
    static_assert(std::is_trivially_copyable<T>::value, "bytes are copied as they are");
    const std::size_t before = bytes.size();
    bytes.resize(before + count * sizeof(T));
    if (count > 0) std::memcpy(bytes.data() + before, values, count * sizeof(T));
  }
  template <class T> void add_vector(const std::vector<T> &values)
  {
    add(values.size());
    add(values.data(), values.size());
  }
  void add_text(const std::string &text)
  {
    add_vector(std::vector<char>(text.begin(), text.end()));
  }

  // On rank 0. LAMMPS expects the number of bytes before the block of a fix, but not before that of
  // a pair or bond style.
  void write_for_fix(FILE *file);
  void write(FILE *file);

 private:
  std::vector<char> bytes;    // header included
  void finish();
};

class RestartReader {
 public:
  // Reads the block of a fix: `buffer` is the argument of Fix::restart(). `user` begins errors.
  RestartReader(class LAMMPS *lmp, const std::string &user, int version, const char *buffer);

  // The block of a pair or bond style is read on rank 0 and sent to the others. Collective.
  RestartReader(class LAMMPS *lmp, const std::string &user, int version, FILE *file);

  template <class T> void get(T &value) { get(&value, 1); }
  template <class T> void get(T *values, std::size_t count)
  {
    static_assert(std::is_trivially_copyable<T>::value, "bytes are copied as they are");
    take(reinterpret_cast<char *>(values), count * sizeof(T));
  }
  template <class T> void get_vector(std::vector<T> &values)
  {
    std::size_t count = 0;
    get(count);
    need(count, sizeof(T));
    values.resize(count);
    get(values.data(), count);
  }
  std::string get_text()
  {
    std::vector<char> text;
    get_vector(text);
    return {text.begin(), text.end()};
  }

  void end() const;    // an error if anything is left

 private:
  class LAMMPS *lmp;
  std::string user;
  std::vector<char> bytes;
  std::size_t at = 0;

  void check_header(const int *header, int version) const;
  void check_data(int hash) const;
  void take(char *to, std::size_t count);
  void need(std::size_t count, std::size_t size) const;
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
