#include "styles/access/id_directory.h"

#include "styles/access/rank_vectors.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace LAMMPS_NS {

struct AskedId {
  tagint id;
  int rank;    // that asks
};

std::vector<RenamedAtom> renamed_atoms(const std::vector<RenamedAtom> &mine,
                                       const std::vector<tagint> &asked, MPI_Comm world)
{
  int nprocs = 1, me = 0;
  MPI_Comm_size(world, &nprocs);
  MPI_Comm_rank(world, &me);
  std::vector<std::vector<RenamedAtom>> entries(nprocs), answers(nprocs);
  std::vector<std::vector<AskedId>> questions(nprocs);
  for (const RenamedAtom &one : mine) entries[one.before % nprocs].push_back(one);
  for (const tagint id : asked) questions[id % nprocs].push_back({id, me});

  std::unordered_map<tagint, tagint> here;
  for (const RenamedAtom &one : across_ranks(entries, world)) here[one.before] = one.now;
  for (const AskedId &one : across_ranks(questions, world))
    if (const auto found = here.find(one.id); found != here.end())
      answers[one.rank].push_back({one.id, found->second});

  std::vector<RenamedAtom> known = across_ranks(answers, world);
  std::sort(known.begin(), known.end(),
            [](const RenamedAtom &a, const RenamedAtom &b) { return a.before < b.before; });
  return known;
}

}    // namespace LAMMPS_NS
