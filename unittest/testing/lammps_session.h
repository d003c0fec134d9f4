// LAMMPS as a library for tests: run input lines on some of the ranks, catch errors, gather atoms.

#ifndef GRIST_TESTING_LAMMPS_SESSION_H
#define GRIST_TESTING_LAMMPS_SESSION_H

#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
class Fix;
}    // namespace LAMMPS_NS

namespace grist::testing {

// What is compared of an atom.
struct AtomSnapshot {
  long tag, molecule, cluster;
  int bonds;
  double radius, mass;
  std::array<double, 3> x, v, omega, f, torque;    // x without periodic wrapping
};

// A LAMMPS instance on the first `ranks` ranks of the world; on the others all calls do nothing.
class LammpsSession {
 public:
  explicit LammpsSession(int ranks = 1);
  ~LammpsSession();
  LammpsSession(const LammpsSession &) = delete;

  bool here() const { return comm != MPI_COMM_NULL; }
  bool first() const;    // rank 0 of those taking part

  void run(const std::string &lines);                // input lines; an error ends the test
  std::string error_of(const std::string &lines);    // the error text; empty if there was none
  std::string output();                              // screen output so far (rank 0)

  std::vector<AtomSnapshot> atoms();                 // by id; complete on rank 0 only
  double thermo(const std::string &keyword);         // value now, on every rank of the world
  double evaluate(const std::string &expression);    // of an equal-style variable
  long ghosts();                                     // of all ranks, on each that takes part
  LAMMPS_NS::LAMMPS *lammps() { return lmp; }

 private:
  [[noreturn]] void fail(const std::string &error) const;

  MPI_Comm comm = MPI_COMM_NULL;
  LAMMPS_NS::LAMMPS *lmp = nullptr;
  std::string screen_file;
};

// The atoms that input lines leave, on the first `ranks` ranks; complete on the first rank of the
// world only.
std::vector<AtomSnapshot> atoms_after(const std::string &lines, int ranks);

bool is_first_rank();    // of the world
int world_size();
std::vector<int> rank_counts();    // 1 and all of the world: the tests run on 1, 2 and 4 ranks

// Largest difference of positions over the largest coordinate, and so on; for equality within
// rounding.
double largest_difference(const std::vector<AtomSnapshot> &one,
                          const std::vector<AtomSnapshot> &two);

// On the first rank: the same atoms, at least one, and a largest difference below the tolerance.
void expect_same(const std::vector<AtomSnapshot> &one, const std::vector<AtomSnapshot> &two,
                 double tolerance, const std::string &what);

// A folder of its own for files of a test; the same on every rank of the world, removed at the end.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  std::string operator/(const std::string &file) const { return path + "/" + file; }

 private:
  std::string path;
};

std::string read_file(const std::string &path);

// Whether a text contains this part; the text is printed if the expectation fails.
::testing::AssertionResult has(const std::string &text, const std::string &part);

}    // namespace grist::testing

#endif
