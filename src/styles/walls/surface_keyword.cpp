#include "styles/walls/surface_keyword.h"

#include "common/constants.h"

#include "modify.h"
#include "update.h"

#include <cmath>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr double TWO_PI = 2.0 * grist::PI;

static void read_linear(InputWords &words, grist::SurfaceMotion &motion)
{
  words.need(3, "surface linear", "vx vy vz");
  const Vector3d velocity = words.vector("surface linear", Quantity::VELOCITY);
  if (!std::isfinite(norm(velocity)))
    words.refuse("surface linear", greatest_of(absolute(velocity)), "too large for a velocity");
  motion.set_linear(velocity);
}

static void read_rotation(InputWords &words, grist::SurfaceMotion &motion)
{
  words.need(7, "surface rotate", "a point, an axis and a period");
  const Vector3d point = words.vector("surface rotate point", Quantity::LENGTH);
  const Vector3d axis = words.axis("surface rotate axis");
  const double period = words.positive("surface rotate period", Quantity::DURATION),
               rate = TWO_PI / period;
  if (!std::isfinite(rate))
    words.refuse("surface rotate period", period, "too short for an angular velocity");
  motion.set_rotation(point, rate * axis);
}

static void read_surface(InputWords &words, SurfaceRequest &request)
{
  words.need(1, "surface", "linear, rotate or variable");
  const std::string kind = words.one_of("surface", {"linear", "rotate", "variable"});
  if (!request.given.empty())
    words.refuse("surface", kind,
                 "a second one: expected one surface motion for a wall, which has " +
                     request.given);
  request.given = "surface " + kind;
  if (kind == "linear") read_linear(words, request.motion);
  if (kind == "rotate") read_rotation(words, request.motion);
  if (kind == "variable") request.driven = read_variable_motion(words, request.given);
}

Keyword LAMMPS_NS::surface_keyword(InputWords &words, SurfaceRequest &request)
{
  return {"surface", [&] { read_surface(words, request); }};
}

SurfaceDrive::SurfaceDrive(LAMMPS *lmp, const std::string &user, const VariableMotion &driven) :
    Pointers(lmp), variables(lmp, user, driven.variables), point(driven.point), axis(driven.axis),
    is_linear(false), is_rotating(!driven.variables[3].empty())
{
  for (int d = 0; d < 3; d++) is_linear = is_linear || !driven.variables[d].empty();
}

void SurfaceDrive::drive(grist::SurfaceMotion &motion)
{
  modify->clearstep_compute();
  const VelocityVariables::Values now = variables.values();
  if (is_linear) motion.set_linear(now.velocity);
  if (is_rotating) motion.set_rotation(point, now.rate * axis);
  modify->addstep_compute(update->ntimestep + 1);
}
