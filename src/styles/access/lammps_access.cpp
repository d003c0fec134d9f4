#include "styles/access/lammps_access.h"

#include "common/space.h"
#include "styles/access/lammps_access_member.h"

#include "atom_vec_body.h"
#include "body.h"
#include "bond.h"
#include "comm.h"
#include "fix_gravity.h"
#include "fix_nve_sphere.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "pair.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace LAMMPS_NS;
using namespace LAMMPS_NS::lammps_access;

namespace LAMMPS_NS::lammps_access {

GRIST_OPEN_MEMBER(BodyIntegers, AtomVecBody, MyPoolChunk<int> *, icp);
GRIST_OPEN_MEMBER(BodyDoubles, AtomVecBody, MyPoolChunk<double> *, dcp);

GRIST_OPEN_MEMBER(PairInstance, Pair, int, instance_me);
GRIST_OPEN_MEMBER(BondInstance, Bond, int, instance_me);
GRIST_OPEN_MEMBER(FixInstance, Fix, int, instance_me);

}    // namespace LAMMPS_NS::lammps_access

void LAMMPS_NS::set_body_style(AtomVecBody *avec, Body *style)
{
  assert(avec && style);
  avec->bptr = style;
  style->avec = avec;
  avec->*member(BodyIntegers()) = style->icp;
  avec->*member(BodyDoubles()) = style->dcp;
}

int LAMMPS_NS::instance_number(const Pair *style)
{
  assert(style);
  return style->*member(PairInstance());
}

int LAMMPS_NS::instance_number(const Bond *style)
{
  assert(style);
  return style->*member(BondInstance());
}

int LAMMPS_NS::instance_number(const Fix *fix)
{
  assert(fix);
  return fix->*member(FixInstance());
}

// ---- Protected members: a derived class may name them.

bool LAMMPS_NS::reduces_multi(const Comm *comm)
{
  struct Open : Comm {
    static int Comm::*member() { return &Open::multi_reduce; }
  };
  return comm->*Open::member() != 0;
}

namespace {

struct OpenComm : Comm {
  static int to_ghosts(const Comm *comm) { return comm->*&OpenComm::maxforward; }
  static int to_owners(const Comm *comm) { return comm->*&OpenComm::maxreverse; }
  static int sent_group(const Comm *comm) { return comm->*&OpenComm::bordergroup; }
};

}    // namespace

int LAMMPS_NS::room_to_ghosts(const Comm *comm)
{
  return OpenComm::to_ghosts(comm);
}

int LAMMPS_NS::room_to_owners(const Comm *comm)
{
  return OpenComm::to_owners(comm);
}

int LAMMPS_NS::group_of_ghosts(const Comm *comm)
{
  return OpenComm::sent_group(comm);
}

bool LAMMPS_NS::is_request_of_command(const NeighRequest *request, const char *name)
{
  struct Open : NeighRequest {
    static int NeighRequest::*by_command() { return &Open::command; }
    static const char *NeighRequest::*command_name() { return &Open::command_style; }
  };
  return request->*Open::by_command() != 0 && strcmp(request->*Open::command_name(), name) == 0;
}

namespace {

struct OpenGravity : FixGravity {
  static bool varies(const FixGravity *fix) { return fix->*&OpenGravity::varflag != CONSTANT; }
  static bool is_off(const FixGravity *fix) { return fix->*&OpenGravity::disable != 0; }
  static grist::Vector3d acceleration(const FixGravity *fix)
  {
    return {fix->*&OpenGravity::xacc, fix->*&OpenGravity::yacc, fix->*&OpenGravity::zacc};
  }
};

}    // namespace

bool LAMMPS_NS::gravity_varies(const FixGravity *fix)
{
  return OpenGravity::varies(fix);
}

bool LAMMPS_NS::gravity_is_off(const FixGravity *fix)
{
  return OpenGravity::is_off(fix);
}

grist::Vector3d LAMMPS_NS::gravity_of(const FixGravity *fix)
{
  return OpenGravity::acceleration(fix);
}

double LAMMPS_NS::moment_of_inertia(const FixNVESphere *fix)
{
  struct Open : FixNVESphere {
    static double FixNVESphere::*member() { return &Open::inertia; }
  };
  return fix->*Open::member();
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
