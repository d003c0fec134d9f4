#include "styles/commands/motion_keyword.h"

#include <algorithm>

using namespace LAMMPS_NS;
using grist::RigidMotion;
using grist::Vector3d;

static void read_linear(InputWords &words, RigidMotion &motion)
{
  words.need(3, "move linear", "vx vy vz");
  motion.add_linear(words.vector("move linear", Quantity::VELOCITY));
}

static void read_rotation(InputWords &words, RigidMotion &motion)
{
  words.need(7, "move rotate", "a point, an axis and a period");
  const Vector3d point = words.vector("move rotate point", Quantity::LENGTH);
  const Vector3d axis = words.axis("move rotate axis");
  motion.add_rotation(point, axis, words.positive("move rotate period", Quantity::DURATION));
}

static void read_wiggle(InputWords &words, RigidMotion &motion)
{
  words.need(4, "move wiggle", "ax ay az and a period");
  const Vector3d amplitude = words.vector("move wiggle", Quantity::LENGTH);
  motion.add_wiggle(amplitude, words.positive("move wiggle period", Quantity::DURATION));
}

static void read_driven(InputWords &words, RigidMotion &motion, std::vector<DrivenMotion> &driven)
{
  const VariableMotion given = read_variable_motion(words, "move variable");
  driven.push_back({motion.add_driven(given.point, given.axis), given.variables});
}

static void read_motion(InputWords &words, RigidMotion &motion, std::vector<DrivenMotion> &driven,
                        const std::vector<Keyword> &more)
{
  std::vector<Keyword> motions = {{"linear", [&] { read_linear(words, motion); }},
                                  {"rotate", [&] { read_rotation(words, motion); }},
                                  {"wiggle", [&] { read_wiggle(words, motion); }},
                                  {"variable", [&] { read_driven(words, motion, driven); }}};
  motions.insert(motions.end(), more.begin(), more.end());
  std::vector<std::string> names;
  for (const Keyword &one : motions) names.push_back(one.name);
  words.need(1, "move", grist::listed(names));
  const std::string name = words.one_of("move", names);
  std::find_if(motions.begin(), motions.end(), [&](const Keyword &one) {
    return one.name == name;
  })->read();
}

Keyword LAMMPS_NS::motion_keyword(InputWords &words, RigidMotion &motion,
                                  std::vector<DrivenMotion> &driven,
                                  const std::vector<Keyword> &more)
{
  return {"move", [&words, &motion, &driven, more] { read_motion(words, motion, driven, more); }};
}

int LAMMPS_NS::modify_motion(LAMMPS *lmp, const std::string &user, InputWords &words,
                             RigidMotion &motion, double time,
                             std::unique_ptr<MotionVariables> &variables,
                             const std::vector<Keyword> &more)
{
  std::vector<DrivenMotion> driven;
  const Keyword move = motion_keyword(words, motion, driven, more);
  motion.begin_anew(time);
  while (words.next_is("move")) {
    words.word("move");
    if (words.next_is("none"))
      words.word("move");
    else
      move.read();
  }
  variables = std::make_unique<MotionVariables>(lmp, user, driven);
  variables->find();
  motion.set_time(time);
  return words.position();
}
