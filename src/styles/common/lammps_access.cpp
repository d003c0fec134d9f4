#include "styles/common/lammps_access.h"

#include "atom_vec_body.h"
#include "body.h"
#include "comm.h"
#include "neighbor.h"

#include <algorithm>

using namespace LAMMPS_NS;

/* ----------------------------------------------------------------------
   Private members: C++ does not check access in an explicit instantiation, so that one may hand out
   a pointer to the member.
------------------------------------------------------------------------- */

namespace {

template <class Name, typename Name::Member MEMBER> struct Opened {
  friend typename Name::Member member(Name) { return MEMBER; }
};

struct BodyIntegers {
  typedef MyPoolChunk<int> *AtomVecBody::*Member;
  friend Member member(BodyIntegers);
};
template struct Opened<BodyIntegers, &AtomVecBody::icp>;

struct BodyDoubles {
  typedef MyPoolChunk<double> *AtomVecBody::*Member;
  friend Member member(BodyDoubles);
};
template struct Opened<BodyDoubles, &AtomVecBody::dcp>;

}    // namespace

void LAMMPS_NS::set_body_style(AtomVecBody *avec, Body *style)
{
  avec->bptr = style;
  style->avec = avec;
  avec->*member(BodyIntegers()) = style->icp;
  avec->*member(BodyDoubles()) = style->dcp;
}

/* ----------------------------------------------------------------------
   Protected members: a derived class may name them.
------------------------------------------------------------------------- */

bool LAMMPS_NS::reduces_multi(const Comm *comm)
{
  struct Open : Comm {
    static int Comm::*member() { return &Open::multi_reduce; }
  };
  return comm->*Open::member() != 0;
}

namespace {

struct OpenNeighbor : Neighbor {
  static void add(Neighbor *neighbor, const NeighborEntries &entries)
  {
    // LAMMPS makes its lists at the first init, or now.
    if (neighbor->*&OpenNeighbor::firsttime) (neighbor->*&OpenNeighbor::init_styles)();
    neighbor->*&OpenNeighbor::firsttime = 0;

    insert(entries.bins, neighbor->*&OpenNeighbor::nbclass, neighbor->*&OpenNeighbor::binclass,
           neighbor->*&OpenNeighbor::binnames, neighbor->*&OpenNeighbor::binmasks);
    insert(entries.stencils, neighbor->*&OpenNeighbor::nsclass,
           neighbor->*&OpenNeighbor::stencilclass, neighbor->*&OpenNeighbor::stencilnames,
           neighbor->*&OpenNeighbor::stencilmasks);
    insert(entries.pairs, neighbor->*&OpenNeighbor::npclass, neighbor->*&OpenNeighbor::pairclass,
           neighbor->*&OpenNeighbor::pairnames, neighbor->*&OpenNeighbor::pairmasks);
    neighbor->*&OpenNeighbor::old_oneatom = -1;    // the setting has changed, as LAMMPS sees it
  }

 private:
  template <class T> static void put_before(T *&list, int count, const std::vector<T> &first)
  {
    T *longer = new T[first.size() + count];
    std::copy(list, list + count, std::copy(first.begin(), first.end(), longer));
    delete[] list;
    list = longer;
  }

  template <class Made, class Creator>
  static void insert(const std::vector<NeighborEntry<Made>> &entries, int &count,
                     Creator *&creators, char **&names, int *&masks)
  {
    std::vector<Creator> our_creators;
    std::vector<char *> our_names;
    std::vector<int> our_masks;
    for (const NeighborEntry<Made> &entry : entries) {
      our_creators.push_back(entry.create);
      our_names.push_back(const_cast<char *>(entry.name));
      our_masks.push_back(entry.mask);
    }
    put_before(creators, count, our_creators);
    put_before(names, count, our_names);
    put_before(masks, count, our_masks);
    count += static_cast<int>(entries.size());
  }
};

}    // namespace

void LAMMPS_NS::add_neighbor_styles(Neighbor *neighbor, const NeighborEntries &entries)
{
  OpenNeighbor::add(neighbor, entries);
}
