#include "styles/common/motion_state.h"

#include "error.h"
#include "lammps.h"

#include <vector>

using namespace LAMMPS_NS;
using grist::RigidMotion;

// In restart files a place is a matrix of 4 x 4, column by column.
static constexpr int PLACE_NUMBERS = 16;

static void add_place(RestartWriter &out, const grist::Pose &place)
{
  double numbers[PLACE_NUMBERS] = {};
  for (int k = 0; k < 3; k++) grist::copy_to(numbers + 4 * k, place.rotation.column[k]);
  grist::copy_to(numbers + 12, place.position);
  numbers[15] = 1.0;
  out.add(numbers, PLACE_NUMBERS);
}

static void get_place(RestartReader &in, grist::Pose &place)
{
  double numbers[PLACE_NUMBERS];
  in.get(numbers, PLACE_NUMBERS);
  for (int k = 0; k < 3; k++) place.rotation.column[k] = grist::vector_at(numbers + 4 * k);
  place.position = grist::vector_at(numbers + 12);
}

void LAMMPS_NS::add_motion(RestartWriter &out, const RigidMotion &motion, double time)
{
  out.add(time);
  out.add(motion.origin().time);
  add_place(out, motion.origin().place);
  out.add_vector(motion.description());
  out.add(motion.driven().size());
  for (const RigidMotion::Driven &one : motion.driven()) {
    out.add(one.displacement.data(), 3);
    out.add(one.velocity.data(), 3);
    out.add(one.angle);
    out.add(one.rate);
    out.add(one.turn.data(), 9);
    out.add(one.omega.data(), 3);
  }
}

double LAMMPS_NS::get_motion(LAMMPS *lmp, const std::string &user, RestartReader &in,
                             RigidMotion &motion)
{
  double time = 0.0;
  std::size_t motions = 0;
  RigidMotion::Origin origin;
  std::vector<double> description;
  in.get(time);
  in.get(origin.time);
  get_place(in, origin.place);
  in.get_vector(description);
  in.get(motions);
  std::vector<RigidMotion::Driven> driven = motion.driven();
  if (driven.size() != motions)
    lmp->error->all(FLERR, "{}: {} motions that are driven (the restart file has {})", user,
                    driven.size(), motions);
  if (description != motion.description())
    lmp->error->all(
        FLERR,
        "{}: move {} (the restart file has another motion: give that of the last "
        "fix_modify before it, else that of the fix; then change it by fix_modify move)",
        user, motion.moves() ? "differs" : "is missing");
  for (RigidMotion::Driven &one : driven) {
    in.get(one.displacement.data(), 3);
    in.get(one.velocity.data(), 3);
    in.get(one.angle);
    in.get(one.rate);
    in.get(one.turn.data(), 9);
    in.get(one.omega.data(), 3);
  }
  motion.set_driven(driven);
  motion.set_origin(origin);
  return time;
}
