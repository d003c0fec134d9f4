// What fixes keep with atoms, as plain structs and as rows of any length, while atoms migrate, are
// sorted, deleted, created and restarted. Oracle: the row of an atom follows from its id; that of a
// new one is as the struct begins.

#include "styles/state/atom_rows.h"

#include "testing/lammps_session.h"
#include "testing/restart_file.h"

#include "common/space.h"
#include "fix.h"
#include "modify.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace test_atom_rows {

using namespace grist::testing;
using namespace LAMMPS_NS;

struct Plain {
  tagint id = -1;
  double half = 0.25;
  bool is_odd = false;
  int thrice = 9;
  grist::Vector3d place = {1.0, 2.0, 3.0};
};

bool operator==(const Plain &a, const Plain &b)
{
  return a.id == b.id && a.half == b.half && a.is_odd == b.is_odd && a.thrice == b.thrice &&
      a.place == b.place;
}

class PlainRows : public AtomRows<Plain> {
 public:
  PlainRows(LAMMPS *lmp, int narg, char **arg) : AtomRows("Fix test/plain", 3, lmp, narg, arg)
  {
    start_rows();
  }
  int setmask() override { return 0; }
  void fill()
  {
    for (int i = 0; i < atom->nlocal; i++) rows[i] = of(atom->tag[i]);
  }
  bool is_right(int i) const { return rows[i] == of(atom->tag[i]); }
  bool is_new(int i) const { return rows[i] == Plain(); }

 private:
  static Plain of(tagint id)
  {
    return {id, 0.5 * id, id % 2 == 1, static_cast<int>(3 * id), {1.0 * id, -1.0 * id, 0.0}};
  }
};

// As many numbers as the last digit of the id says.
class ListRows : public RowsFix<> {
 public:
  ListRows(LAMMPS *lmp, int narg, char **arg) : RowsFix("Fix test/list", 1, lmp, narg, arg)
  {
    maxexchange = 11;
    start_rows();
  }
  int setmask() override { return 0; }
  void fill()
  {
    for (int i = 0; i < atom->nlocal; i++) lists[i] = of(atom->tag[i]);
  }
  bool is_right(int i) const { return lists[i] == of(atom->tag[i]); }
  bool is_new(int i) const { return lists[i].empty(); }

 private:
  std::vector<std::vector<double>> lists;

  static std::vector<double> of(tagint id) { return std::vector<double>(id % 10, 0.5 * id); }
  void resize_rows(int nmax) override { lists.resize(nmax); }
  void copy_row(int from, int to) override { lists[to] = lists[from]; }
  void begin_row(int i) override { lists[i].clear(); }
  void transfer_row(grist::Archive &archive, int i) override { archive(lists[i]); }
};

template <class Rows> Fix *make(LAMMPS *lmp, int narg, char **arg)
{
  return new Rows(lmp, narg, arg);
}

class Session : public LammpsSession {
 public:
  explicit Session(int ranks) : LammpsSession(ranks)
  {
    if (!here()) return;
    (*lammps()->modify->fix_map)["test/plain"] = &make<PlainRows>;
    (*lammps()->modify->fix_map)["test/list"] = &make<ListRows>;
  }
  template <class Rows> Rows *find(const char *id)
  {
    return here() ? dynamic_cast<Rows *>(lammps()->modify->get_fix_by_id(id)) : nullptr;
  }
  void fill()
  {
    if (auto *plain = find<PlainRows>("plain")) plain->fill();
    if (auto *list = find<ListRows>("list")) list->fill();
  }

  // All atoms up to this id have the rows that they were given, the others new ones.
  void expect_rows(tagint last, bigint atoms, const std::string &what)
  {
    auto *plain = find<PlainRows>("plain");
    auto *list = find<ListRows>("list");
    if (!here()) return;
    const Atom *atom = lammps()->atom;
    EXPECT_EQ(atom->natoms, atoms) << what;
    for (int i = 0; i < atom->nlocal; i++) {
      const bool is_old = atom->tag[i] <= last;
      EXPECT_TRUE(is_old ? plain->is_right(i) : plain->is_new(i)) << what << " " << atom->tag[i];
      EXPECT_TRUE(is_old ? list->is_right(i) : list->is_new(i)) << what << " " << atom->tag[i];
    }
  }
};

const std::string FIXES = "fix plain all test/plain\nfix list all test/list\nfix move all nve\n";
const std::string START = R"(
  units lj
  atom_modify map array sort 5 1.0
  region box block 0 12 0 4 0 4
  create_box 1 box
  lattice sc 1
  create_atoms 1 box
  mass 1 1
  pair_style zero 1.0
  pair_coeff * *
  velocity all create 9 4711
  neighbor 0.3 bin
)";

TEST(AtomRows, FollowTheirAtoms)
{
  for (const int ranks : rank_counts()) {
    Session lammps(ranks);
    lammps.run(START + FIXES);
    lammps.fill();
    lammps.run("run 300\n");
    lammps.expect_rows(192, 192, "after a run");
    lammps.run("region some sphere 3 2 2 1.5\nset region some type 1\n"
               "group half id 1:192:2\ndelete_atoms group half compress no\n");
    lammps.expect_rows(192, 96, "after deletion");
    lammps.run("lattice sc 8\ncreate_atoms 1 box\n");    // the arrays grow
    lammps.expect_rows(192, 96 + 8 * 192, "with new atoms");
    lammps.run("run 100\nunfix plain\nfix plain all test/plain\nunfix list\n"
               "create_atoms 1 single 1 1 1\nrun 10\n");    // no row of a fix that is gone
  }
}

TEST(AtomRows, ComeBackFromARestartFile)
{
  TestFolder folder;
  const std::string file = folder / "restart";
  const std::string read = "read_restart " + file + "\n" + FIXES;
  for (const int ranks : rank_counts()) {
    {
      Session lammps(ranks);
      lammps.run(START + FIXES);
      lammps.fill();
      lammps.run("run 50\nwrite_restart " + file + "\n");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (const int more : rank_counts()) {
      Session lammps(more);
      lammps.run(read + "pair_coeff * *\nrun 50\n");
      lammps.expect_rows(192, 192, "after a restart");
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  const auto refused = [&](const std::string &sentence) {
    MPI_Barrier(MPI_COMM_WORLD);
    Session lammps(1);
    if (lammps.here()) { EXPECT_TRUE(has(lammps.error_of(read), sentence)); }
    MPI_Barrier(MPI_COMM_WORLD);
  };
  ASSERT_TRUE(!is_first_rank() || overwrite_block(file, "test/plain", BlockWord::VERSION, 2));
  refused("Fix test/plain: the restart file has layout 2 of these data (expected 3");
  ASSERT_TRUE(!is_first_rank() || hide_block(file, "test/plain"));
  refused("Fix test/plain: the restart file was written by an older version of Grist");
}

}    // namespace test_atom_rows
