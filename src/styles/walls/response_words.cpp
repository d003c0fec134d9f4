// The words of `move` that ask for a wall that answers (wall_response.h).

#include "styles/walls/wall_response.h"

#include "common/constants.h"
#include "geometry/mass_properties.h"

#include <algorithm>
#include <string>

using namespace LAMMPS_NS;
using grist::GuidedBody;
using grist::Quantity;
using grist::Vector3d;
namespace ranges = grist::ranges;

static Vector3d read_vector(InputWords &words, const std::string &what, const std::string &values)
{
  words.need(3, what, values);
  return words.vector(what, Quantity::LENGTH);
}

const std::vector<ServoKind> &LAMMPS_NS::servo_kinds()
{
  static const std::vector<ServoKind> KINDS = {
      {"force",
       5,
       "a force, an axis and a largest speed",
       {"move servo force", Quantity::FORCE, ranges::FINITE, "holds the force F"},
       {"move servo force largest speed", Quantity::VELOCITY, ranges::POSITIVE,
        "by speeds up to V"}},
      {"pressure",
       6,
       "a pressure, an area, an axis and a largest speed",
       {"move servo pressure", Quantity::PRESSURE, ranges::FINITE, "holds the pressure P"},
       {"move servo pressure largest speed", Quantity::VELOCITY, ranges::POSITIVE,
        "by speeds up to V"}},
      {"torque",
       8,
       "a torque, a point, an axis and a largest speed",
       {"move servo torque", Quantity::TORQUE, ranges::FINITE, "holds the torque T"},
       {"move servo torque largest speed", Quantity::ANGULAR_VELOCITY, ranges::POSITIVE,
        "by angular velocities up to W"}}};
  return KINDS;
}

const grist::NumberRows<ServoMotion> &LAMMPS_NS::servo_numbers()
{
  using M = ServoMotion;
  static const grist::NumberRows<M> ROWS = {
      {"move servo pressure area", grist::in<&M::area>, Quantity::AREA, ranges::POSITIVE,
       "on the area A"},
      {"move servo gain", grist::in<&M::servo, &grist::Servo::gain>, Quantity::NUMBER,
       ranges::ABOVE_ZERO_TO_ONE, "share of what is missing that a step takes up, at most 1"},
      {"move servo limit", grist::in<&M::limit>, Quantity::LENGTH, ranges::POSITIVE,
       "largest displacement, or angle in radians"}};
  return ROWS;
}

static void read_servo(InputWords &words, ResponseRequest &request)
{
  ServoMotion motion;
  grist::Servo &servo = motion.servo;
  words.need(1, "move servo", "force, pressure or torque");
  std::vector<std::string> names;
  for (const ServoKind &kind : servo_kinds()) names.emplace_back(kind.name);
  const std::string of = words.one_of("move servo", names), what = "move servo " + of;
  const ServoKind &kind = *std::find_if(servo_kinds().begin(), servo_kinds().end(),
                                        [&](const ServoKind &one) { return of == one.name; });
  words.need(kind.words, what, kind.needs);
  motion.target = NumberOrVariable::read(words, kind.target);
  read_numbers(servo_numbers(), what + " area", words, motion);
  servo.turns = of == "torque";
  if (servo.turns) servo.point = words.vector(what + " point", Quantity::LENGTH);
  servo.axis = words.axis(what + " axis");
  servo.fastest = kind.fastest.read(words);
  while (words.next_is("gain") || words.next_is("limit"))
    read_numbers(servo_numbers(), "move servo " + words.word(what), words, motion);
  request.servos.push_back(motion);
}

static void read_along(InputWords &words, GuidedBody &body)
{
  words.need(1, "move free along", "none, or axes such as x, yz or xyz");
  const std::string axes = words.word("move free along");
  const bool is_none = axes == "none";
  if (!is_none && axes.find_first_not_of("xyz") != std::string::npos)
    words.refuse("move free along", axes, "expected none, or axes such as x, yz or xyz");
  for (int k = 0; k < 3; k++)
    body.coordinates[k].is_free = !is_none && axes.find("xyz"[k]) != std::string::npos;
}

static void read_around(InputWords &words, GuidedBody &body)
{
  words.need(1, "move free around", "none, all or axis");
  const std::string how = words.one_of("move free around", {"none", "all", "axis"});
  body.around = how == "none" ? GuidedBody::Around::NONE
      : how == "all"          ? GuidedBody::Around::ALL
                              : GuidedBody::Around::AXIS;
  if (how != "axis") return;
  words.need(6, "move free around axis", "a point and an axis");
  body.point = words.vector("move free around axis point", Quantity::LENGTH);
  body.axis = words.axis("move free around axis");
}

static void read_inertia(InputWords &words, FreeMotion &free)
{
  words.need(6, "move free inertia", "Ixx Iyy Izz Ixy Ixz Iyz");
  const Vector3d diagonal = words.vector("move free inertia", Quantity::INERTIA),
                 others = words.vector("move free inertia", Quantity::INERTIA);
  grist::Matrix3d &inertia = free.body.inertia;
  inertia = grist::Matrix3d::diagonal(diagonal);
  inertia(0, 1) = inertia(1, 0) = others[0];
  inertia(0, 2) = inertia(2, 0) = others[1];
  inertia(1, 2) = inertia(2, 1) = others[2];
  const Vector3d moments = grist::principal_frame(inertia).moments;
  if (!(least_of(moments) > 0.0))
    words.refuse("move free inertia", least_of(moments),
                 "the least principal moment must be positive");
  free.has_inertia = true;
}

static void read_stop(InputWords &words, GuidedBody &body)
{
  words.need(3, "move free stop", "x, y, z or turn, and two ends or NULL");
  const std::string of = words.one_of("move free stop", {"x", "y", "z", "turn"});
  const bool turns = of == "turn";
  GuidedBody::Coordinate &one = body.coordinates[turns ? GuidedBody::ANGLE : of[0] - 'x'];
  const double unit = turns ? grist::DEGREE : 1.0;
  for (double *end : {&one.low, &one.high})
    if (words.next_is("NULL"))
      words.word("move free stop");
    else
      *end = unit * words.finite("move free stop", turns ? Quantity::ANGLE : Quantity::LENGTH);
  if (one.low > 0.0) words.refuse("move free stop", one.low / unit, "the start is 0: at most 0");
  if (one.high < 0.0) words.refuse("move free stop", one.high / unit, "the start is 0: at least 0");
}

static void read_hinge(InputWords &words, GuidedBody &body)
{
  words.need(2, "move free hinge", "a spring and a dashpot");
  body.coordinates[GuidedBody::ANGLE].spring =
      words.not_negative("move free hinge spring", Quantity::TORQUE);
  body.coordinates[GuidedBody::ANGLE].dashpot =
      words.not_negative("move free hinge dashpot", Quantity::ANGULAR_DASHPOT);
}

static const grist::NumberDescription FREE_FORCE = {"move free force", Quantity::FORCE,
                                                    ranges::FINITE, "at the center of mass"};
static const grist::NumberDescription FREE_TORQUE = {"move free torque", Quantity::TORQUE,
                                                     ranges::FINITE, "about the center of mass"};

static void read_three(InputWords &words, const grist::NumberDescription &what,
                       std::array<NumberOrVariable, 3> &values)
{
  words.need(3, what.name, "three numbers or variables");
  for (NumberOrVariable &value : values) value = NumberOrVariable::read(words, what);
}

static void read_free(InputWords &words, ResponseRequest &request)
{
  FreeMotion &free = request.free.emplace();
  GuidedBody &body = free.body;
  for (int k = 0; k < GuidedBody::ANGLE; k++) body.coordinates[k].is_free = true;
  body.around = GuidedBody::Around::ALL;
  const auto read_each = [&](const std::string &what, Quantity quantity,
                             double GuidedBody::Coordinate::*member) {
    words.need(3, what, "three numbers");
    for (int k = 0; k < 3; k++) body.coordinates[k].*member = words.not_negative(what, quantity);
  };
  const std::vector<Keyword> keywords = {
      {"mass", [&] { body.mass = words.positive("move free mass", Quantity::MASS); }},
      {"density", [&] { free.density = words.positive("move free density", Quantity::DENSITY); }},
      {"inertia", [&] { read_inertia(words, free); }},
      {"center",
       [&] {
         body.center = read_vector(words, "move free center", "x y z");
         free.has_center = true;
       }},
      {"along", [&] { read_along(words, body); }},
      {"around", [&] { read_around(words, body); }},
      {"force", [&] { read_three(words, FREE_FORCE, free.force); }},
      {"torque", [&] { read_three(words, FREE_TORQUE, free.torque); }},
      {"gravity",
       [&] {
         words.need(5, "move free gravity", "g vector x y z");
         const double magnitude = words.finite("move free gravity", Quantity::ACCELERATION);
         words.one_of("move free gravity", {"vector"});
         body.gravity = magnitude * words.axis("move free gravity vector");
       }},
      {"spring",
       [&] {
         read_each("move free spring", Quantity::STIFFNESS, &GuidedBody::Coordinate::spring);
       }},
      {"dashpot",
       [&] {
         read_each("move free dashpot", Quantity::DASHPOT, &GuidedBody::Coordinate::dashpot);
       }},
      {"hinge", [&] { read_hinge(words, body); }},
      {"stop", [&] { read_stop(words, body); }}};
  const auto next = [&] {
    return std::find_if(keywords.begin(), keywords.end(),
                        [&](const Keyword &one) { return words.next_is(one.name.c_str()); });
  };
  for (auto one = next(); one != keywords.end(); one = next()) {
    words.word("move free");
    one->read();
  }
  if ((body.mass > 0.0) == (free.density > 0.0))
    words.fail("move free needs a mass or a density, and not both");
}

std::vector<Keyword> LAMMPS_NS::response_motions(InputWords &words, ResponseRequest &request)
{
  const auto only = [&](const char *what, bool is_other) {
    if (is_other) words.refuse("move", what, "one of servo, free and with in a wall");
  };
  return {{"servo",
           [&words, &request, only] {
             only("servo", request.free || !request.leader.empty());
             read_servo(words, request);
           }},
          {"free",
           [&words, &request, only] {
             only("free", request.any() || !request.leader.empty());
             read_free(words, request);
           }},
          {"with", [&words, &request, only] {
             only("with", request.any() || !request.leader.empty());
             request.leader = words.word("move with");
           }}};
}
