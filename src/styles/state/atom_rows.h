/* What a fix keeps with each owned atom, while LAMMPS makes, copies, moves and restarts atoms.

     struct Heard {
       double loudest = 0.0;
     };
     class FixEar : public AtomRows<Heard> ...    // has rows[i]

   A new atom has Heard(). A row travels as common/archive.h says, in whole doubles: a member that is
   added travels with the others, and what must not travel is kept elsewhere. A fix whose data are no
   vector of structs derives from RowsFix and says how they are kept.

   start_rows() is the last thing that a constructor does.
*/

#ifndef LMP_ATOM_ROWS_H
#define LMP_ATOM_ROWS_H

#include "atom.h"
#include "modify.h"
#include "styles/state/restarted_fix.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS {

template <class Base = Fix> class RowsFix : public RestartedFix<Base> {
 public:
  ~RowsFix() override
  {
    if (!has_started || this->copymode || !this->modify->get_fix_by_id(this->id)) return;
    this->atom->delete_callback(this->id, Atom::GROW);
    if (this->restart_peratom) this->atom->delete_callback(this->id, Atom::RESTART);
  }

  void grow_arrays(int nmax) override { resize_rows(nmax); }
  void copy_arrays(int from, int to, int) override
  {
    if (from != to) copy_row(from, to);
    row_changed(to);
  }
  void set_arrays(int i) override
  {
    begin_row(i);
    row_changed(i);
  }
  int pack_exchange(int i, double *buffer) override
  {
    grist::RowWriter out(buffer);
    transfer_row(out, i);
    return out.end();
  }
  int unpack_exchange(int i, double *buffer) override { return read_row(i, buffer); }
  int pack_restart(int i, double *buffer) override
  {
    return close_restart_numbers(buffer, RowsFix::pack_exchange(i, buffer + 1));
  }
  void unpack_restart(int i, int nth) override
  {
    refuse_unless_restarted(this->lmp, this, this->name);
    read_row(i, restart_numbers(this->lmp, this->name, i, nth));
  }
  int size_restart(int i) override { return row_size_of(i) + RESTART_NUMBERS_MORE; }

  // LAMMPS asks all ranks, and writes the answer of the first.
  int maxsize_restart() override
  {
    int most = 0, most_of_all = 0;
    for (int i = 0; i < this->atom->nlocal; i++) most = std::max(most, size_restart(i));
    MPI_Allreduce(&most, &most_of_all, 1, MPI_INT, MPI_MAX, this->world);
    return most_of_all;
  }

 protected:
  using RestartedFix<Base>::RestartedFix;

  // From now on each atom has a row, in restart files if `restarts`.
  void start_rows(bool restarts = true)
  {
    assert(!has_started);
    this->create_attribute = 1;
    this->restart_peratom = restarts;
    grow_arrays(this->atom->nmax);
    this->atom->add_callback(Atom::GROW);
    if (restarts) this->atom->add_callback(Atom::RESTART);
    has_started = true;
  }

  virtual void resize_rows(int nmax) = 0;
  virtual void copy_row(int from, int to) = 0;
  virtual void begin_row(int i) = 0;    // of a new atom
  virtual void transfer_row(grist::Archive &archive, int i) = 0;
  virtual void row_changed(int) {}    // by any of these

  int row_size_of(int i)
  {
    grist::RowWriter counter(nullptr);
    transfer_row(counter, i);
    return counter.end();
  }

 private:
  bool has_started = false;

  int read_row(int i, const double *from)
  {
    assert(from);
    grist::RowReader in(from);
    transfer_row(in, i);
    row_changed(i);
    return in.end();
  }
};

template <class State, class Base = Fix> class AtomRows : public RowsFix<Base> {
 public:
  double memory_usage() override { return static_cast<double>(rows.capacity() * sizeof(State)); }

 protected:
  std::vector<State> rows;    // by atom

  template <class... Arguments>
  explicit AtomRows(Arguments &&...arguments) : RowsFix<Base>(std::forward<Arguments>(arguments)...)
  {
    static_assert(std::is_trivially_copyable_v<State>, "RowsFix is for rows of another length");
    this->maxexchange = grist::row_size(State());
  }

 private:
  void resize_rows(int nmax) override
  {
    assert(nmax >= this->atom->nlocal);
    rows.resize(nmax);
  }
  void copy_row(int from, int to) override
  {
    assert(from >= 0 && from < static_cast<int>(rows.size()));
    assert(to >= 0 && to < static_cast<int>(rows.size()));
    rows[to] = rows[from];
  }
  void begin_row(int i) override
  {
    assert(i >= 0 && i < static_cast<int>(rows.size()));
    rows[i] = State();
  }
  void transfer_row(grist::Archive &archive, int i) override
  {
    assert(i >= 0 && i < static_cast<int>(rows.size()));
    archive(rows[i]);
  }
};

}    // namespace LAMMPS_NS

#endif
