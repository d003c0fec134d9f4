#include "styles/access/rank_vectors.h"

#include "domain.h"

#include <cassert>
#include <numeric>

using namespace LAMMPS_NS;

bool LAMMPS_NS::is_on_this_rank(Domain *domain, const double *place)
{
  assert(place);
  double at[3] = {place[0], place[1], place[2]};
  const double *low = domain->sublo, *high = domain->subhi;
  if (domain->triclinic) {
    domain->x2lamda(at, at);
    for (int k = 0; k < 3; k++)
      if (domain->periodicity[k] && (at[k] < 0.0 || at[k] >= 1.0)) at[k] = 0.0;
    low = domain->sublo_lamda;
    high = domain->subhi_lamda;
  }
  for (int k = 0; k < 3; k++)
    if (at[k] < low[k] || at[k] >= high[k]) return false;
  return true;
}

bool LAMMPS_NS::on_any_rank(bool mine, MPI_Comm world)
{
  const int here = mine;
  int any = 0;
  MPI_Allreduce(&here, &any, 1, MPI_INT, MPI_MAX, world);
  return any != 0;
}

bool LAMMPS_NS::is_for_all_ranks(size_t entries, MPI_Comm world)
{
  int nprocs = 1;
  MPI_Comm_size(world, &nprocs);
  return entries == static_cast<size_t>(nprocs);
}

std::vector<int> LAMMPS_NS::part_starts(const std::vector<int> &counts)
{
  assert(!counts.empty());
  std::vector<int> starts(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, starts.begin() + 1);
  return starts;
}

std::string LAMMPS_NS::broadcast(const std::string &text, MPI_Comm world)
{
  std::vector<char> letters(text.begin(), text.end());
  broadcast(letters, world);
  return std::string(letters.begin(), letters.end());
}

std::string LAMMPS_NS::first_text(const std::string &mine, MPI_Comm world)
{
  assert(mine.find('\0') == std::string::npos);
  if (!on_any_rank(!mine.empty(), world)) return "";
  std::vector<char> letters(mine.begin(), mine.end());
  if (!mine.empty()) letters.push_back('\0');
  return from_all_ranks(letters, world).data();
}
