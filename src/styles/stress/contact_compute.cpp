#include "styles/stress/contact_compute.h"

#include "styles/access/ghost_messages.h"
#include "styles/commands/named_group.h"

#include "atom.h"
#include "comm.h"
#include "update.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace LAMMPS_NS;

ContactCompute::ContactCompute(LAMMPS *lmp, int narg, char **arg, std::string user) :
    Compute(lmp, narg, arg), user(std::move(user))
{
  timeflag = 1;
  comm_forward = 6;
  FixEvaluatedAtoms::of(lmp);
}

void ContactCompute::init()
{
  warn_of_empty_group(lmp, this);
  loads = std::make_unique<ParticleLoads>(lmp, user,
                                          [this] { return matchstep(update->ntimestep) != 0; });
  records.begin(lmp);
}

// Velocities of ghosts are half a step older than those of their owners at an output.
void ContactCompute::for_each_contact(const ParticleLoads::Visit &visit)
{
  assert(loads && visit);
  if (atom->omega_flag) send_to_ghosts(lmp, comm, this);
  loads->for_each(visit);
}

int ContactCompute::pack_forward_comm(int n, int *list, double *buf, int, int *)
{
  for (int k = 0; k < n; k++) {
    buf = std::copy_n(atom->v[list[k]], 3, buf);
    buf = std::copy_n(atom->omega[list[k]], 3, buf);
  }
  return n * comm_forward;
}

void ContactCompute::unpack_forward_comm(int n, int first, double *buf)
{
  assert(first >= atom->nlocal);
  for (int i = first; i < first + n; i++, buf += comm_forward) {
    std::copy_n(buf, 3, atom->v[i]);
    std::copy_n(buf + 3, 3, atom->omega[i]);
  }
}
