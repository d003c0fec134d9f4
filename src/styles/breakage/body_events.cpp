#include "styles/breakage/body_events.h"

#include "fmt/format.h"

using namespace LAMMPS_NS;

const char *const LAMMPS_NS::BODY_EVENTS_HEADER =
    "step,time [time],parent,first,pieces,size [distance],mass [mass],energy [energy/mass],t10,"
    "x [distance],y [distance],z [distance]\n";

std::string LAMMPS_NS::row_of_event(const BrokenBody &event, bigint step, double time)
{
  return fmt::format("{},{:.9g},{},{},{},{:.9g},{:.17g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", step,
                     time, event.parent, event.first, event.pieces, event.size, event.mass,
                     event.energy, event.t10, event.position[0], event.position[1],
                     event.position[2]);
}
