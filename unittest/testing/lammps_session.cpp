#include "testing/lammps_session.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "exceptions.h"
#include "input.h"
#include "lammps.h"
#include "output.h"
#include "styles/bonds/atom_vec_bonded_cluster.h"
#include "thermo.h"
#include "variable.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

using namespace LAMMPS_NS;

namespace grist::testing {

namespace {

int world_rank()
{
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// The same number on every rank, new at every call.
long shared_number()
{
  static int count = 0;
  long number = getpid() * 1000L + count++;
  MPI_Bcast(&number, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  return number;
}

double shared(double value)
{
  MPI_Bcast(&value, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return value;
}

}    // namespace

int world_size()
{
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

std::vector<int> rank_counts()
{
  if (world_size() == 1) return {1};
  return {1, world_size()};
}

LammpsSession::LammpsSession(int ranks)
{
  const bool taking_part = world_rank() < ranks;
  MPI_Comm_split(MPI_COMM_WORLD, taking_part ? 0 : MPI_UNDEFINED, world_rank(), &comm);
  screen_file = (std::filesystem::temp_directory_path() /
                 ("grist_test_" + std::to_string(shared_number()) + ".out"))
                    .string();
  if (!here()) return;
  std::vector<std::string> words = {"lmp", "-log", "none", "-screen", screen_file, "-nocite"};
  std::vector<char *> args;
  for (auto &word : words) args.push_back(word.data());
  lmp = new LAMMPS(static_cast<int>(args.size()), args.data(), comm);
}

LammpsSession::~LammpsSession()
{
  delete lmp;
  if (here()) MPI_Comm_free(&comm);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) std::filesystem::remove(screen_file);
}

bool LammpsSession::first() const
{
  return here() && world_rank() == 0;
}

std::string LammpsSession::error_of(const std::string &lines)
{
  if (!here()) return "";
  std::istringstream stream(lines);
  std::string line, whole;
  try {
    while (std::getline(stream, line)) {
      const auto start = line.find_first_not_of(' ');
      if (start == std::string::npos || line[start] == '#') continue;
      if (line.back() == '&') {
        whole += line.substr(0, line.size() - 1);
        continue;
      }
      lmp->input->one(whole + line);
      whole.clear();
    }
  } catch (LAMMPSAbortException &error) {
    // One rank alone knows; the others wait for it forever.
    int ranks = 1;
    MPI_Comm_size(comm, &ranks);
    if (ranks > 1) {
      fprintf(stderr, "rank %d: %s\n", world_rank(), error.what());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return error.what();
  } catch (LAMMPSException &error) {
    return error.what();
  }
  return "";
}

// Ranks without a part in the session would wait forever for those that end the test.
void LammpsSession::fail(const std::string &error) const
{
  int ranks = 1;
  MPI_Comm_size(comm, &ranks);
  if (ranks < world_size()) {
    fprintf(stderr, "rank %d: %s\n", world_rank(), error.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  throw std::runtime_error(error);
}

void LammpsSession::run(const std::string &lines)
{
  const std::string error = error_of(lines);
  if (!error.empty()) fail(error);
}

std::string LammpsSession::output()
{
  if (!here()) return "";
  if (lmp->screen) fflush(lmp->screen);
  return read_file(screen_file);
}

double LammpsSession::thermo(const std::string &keyword)
{
  double value = 0.0;
  if (here()) lmp->output->thermo->evaluate_keyword(keyword, &value);
  return shared(value);
}

double LammpsSession::evaluate(const std::string &expression)
{
  double value = 0.0;
  try {
    if (here()) value = lmp->input->variable->compute_equal(expression);
  } catch (LAMMPSException &error) {
    fail(error.what());
  }
  return shared(value);
}

long LammpsSession::ghosts()
{
  if (!here()) return 0;
  const long mine = lmp->atom->nghost;
  long all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, lmp->world);
  return all;
}

std::vector<AtomSnapshot> LammpsSession::atoms()
{
  if (!here()) return {};
  const Atom *atom = lmp->atom;
  const auto *avec = dynamic_cast<AtomVecBondedCluster *>(atom->avec);
  std::vector<AtomSnapshot> mine(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++) {
    AtomSnapshot &one = mine[i];
    one.tag = atom->tag[i];
    one.molecule = atom->molecule ? atom->molecule[i] : 0;
    one.cluster = avec ? avec->cluster[i] : 0;
    one.bonds = atom->num_bond ? atom->num_bond[i] : 0;
    one.radius = atom->radius[i];
    one.mass = atom->rmass[i];
    lmp->domain->unmap(atom->x[i], atom->image[i], one.x.data());
    std::copy_n(atom->v[i], 3, one.v.data());
    std::copy_n(atom->omega[i], 3, one.omega.data());
    std::copy_n(atom->f[i], 3, one.f.data());
    std::copy_n(atom->torque[i], 3, one.torque.data());
  }

  int size = 0, bytes = static_cast<int>(mine.size() * sizeof(AtomSnapshot));
  MPI_Comm_size(comm, &size);
  std::vector<int> counts(size), starts(size, 0);
  MPI_Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm);
  for (int p = 1; p < size; p++) starts[p] = starts[p - 1] + counts[p - 1];
  std::vector<AtomSnapshot> all;
  if (first()) all.resize((starts.back() + counts.back()) / sizeof(AtomSnapshot));
  MPI_Gatherv(mine.data(), bytes, MPI_BYTE, all.data(), counts.data(), starts.data(), MPI_BYTE, 0,
              comm);
  std::sort(all.begin(), all.end(),
            [](const AtomSnapshot &one, const AtomSnapshot &two) { return one.tag < two.tag; });
  return all;
}

std::vector<AtomSnapshot> atoms_after(const std::string &lines, int ranks)
{
  LammpsSession lammps(ranks);
  lammps.run(lines);
  const auto atoms = lammps.atoms();
  if (lammps.first() && atoms.empty()) throw std::runtime_error("no atom is left to be compared");
  return atoms;
}

bool is_first_rank()
{
  return world_rank() == 0;
}

double largest_difference(const std::vector<AtomSnapshot> &one,
                          const std::vector<AtomSnapshot> &two)
{
  if (one.size() != two.size()) return HUGE_VAL;
  const auto member_difference = [&](auto member) {
    double scale = 0.0, difference = 0.0;
    for (size_t i = 0; i < one.size(); i++)
      for (int k = 0; k < 3; k++) {
        scale = std::max(scale, std::fabs((one[i].*member)[k]));
        difference = std::max(difference, std::fabs((one[i].*member)[k] - (two[i].*member)[k]));
      }
    return scale > 0.0 ? difference / scale : difference;
  };
  double largest = 0.0;
  for (size_t i = 0; i < one.size(); i++)
    if (one[i].tag != two[i].tag) return HUGE_VAL;
  largest = std::max(largest, member_difference(&AtomSnapshot::x));
  largest = std::max(largest, member_difference(&AtomSnapshot::v));
  return std::max(largest, member_difference(&AtomSnapshot::omega));
}

void expect_same(const std::vector<AtomSnapshot> &one, const std::vector<AtomSnapshot> &two,
                 double tolerance, const std::string &what)
{
  if (!is_first_rank()) return;
  ASSERT_EQ(one.size(), two.size()) << what;
  ASSERT_GT(one.size(), 0u) << what;
  EXPECT_LT(largest_difference(one, two), tolerance) << what;
}

TestFolder::TestFolder() :
    path(
        (std::filesystem::temp_directory_path() / ("grist_test_" + std::to_string(shared_number())))
            .string())
{
  if (world_rank() == 0) std::filesystem::create_directories(path);
  MPI_Barrier(MPI_COMM_WORLD);
}

TestFolder::~TestFolder()
{
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 0) std::filesystem::remove_all(path);
}

std::string read_file(const std::string &path)
{
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

::testing::AssertionResult has(const std::string &text, const std::string &part)
{
  return ::testing::AssertionResult(text.find(part) != std::string::npos) << text;
}

}    // namespace grist::testing
