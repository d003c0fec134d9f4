/* What a rank does in the loops of LAMMPS, counted by wrappers of MPI's functions (PMPI): messages,
   bytes, collective calls and who makes them, and processor time outside MPI.

   A loop is what LAMMPS times: from the barrier in Timer::barrier_start to the one in
   Timer::barrier_stop. Setup and output after a run are not in it. No barrier and no message is
   added. Processor time outside MPI is the work of a rank: it leaves out waiting, which is in MPI,
   and the time in which other processes have the core.
*/

#ifndef GRIST_SCALE_CALL_COUNTS_H
#define GRIST_SCALE_CALL_COUNTS_H

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace grist {

// Of one rank, in one loop.
struct LoopCounts {
  double messages = 0.0;                      // sent to other ranks
  double bytes = 0.0;                         // in them
  double collectives = 0.0;                   // calls
  double work = 0.0;                          // processor time outside MPI, s
  double wall = 0.0;                          // s
  std::vector<double> work_until;             // at the end of each interval
  std::map<std::string, double> by_caller;    // collective calls by "caller,MPI function"
};

// Calls begins() when a loop begins, and ends() with its counts. interval: rebuild decisions
// between two entries of work_until; 0: none.
void count_loops(int interval, std::function<void()> begins,
                 std::function<void(const LoopCounts &)> ends);
void stop_counting();

// From now on ranks sleep while they wait for messages: with many more ranks than cores MPI's own
// waiting takes nearly all of the cores' time.
void sleep_while_waiting();

}    // namespace grist

#endif
