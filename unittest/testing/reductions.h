// How often this rank has called MPI_Allreduce: a step of many ranks should not.

#ifndef GRIST_TESTING_REDUCTIONS_H
#define GRIST_TESTING_REDUCTIONS_H

namespace grist::testing {

long reductions_so_far();

}    // namespace grist::testing

#endif
