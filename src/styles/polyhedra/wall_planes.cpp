#include "styles/polyhedra/wall_planes.h"

using namespace LAMMPS_NS;
using grist::HalfSpace;
using grist::Vector3d;

static HalfSpace read_plane(InputWords &words)
{
  words.need(6, "plane", "6 values");
  const Vector3d point = words.vector("point of plane"), normal = words.vector("normal of plane");
  if (!(normal.norm() > 0.0)) words.refuse("normal of plane", "0 0 0", "must be longer than 0");
  return HalfSpace::through(point, normal);
}

// The domain is between the two planes; NULL stands for none.
static void read_planes_across(int axis, const std::string &name, InputWords &words,
                               std::vector<HalfSpace> &walls)
{
  words.need(2, name, "2 values");
  for (const double inwards : {1.0, -1.0}) {
    if (words.next_is("NULL")) {
      words.word(name);
      continue;
    }
    const Vector3d point = words.finite(name) * Vector3d::Unit(axis);
    walls.push_back(HalfSpace::through(point, inwards * Vector3d::Unit(axis)));
  }
}

std::vector<Keyword> LAMMPS_NS::wall_plane_keywords(InputWords &words,
                                                    std::vector<HalfSpace> &walls)
{
  std::vector<Keyword> keywords = {{"plane", [&] { walls.push_back(read_plane(words)); }}};
  for (int axis = 0; axis < 3; axis++) {
    const std::string name = std::string(1, static_cast<char>('x' + axis)) + "plane";
    keywords.push_back(
        {name, [=, &words, &walls] { read_planes_across(axis, name, words, walls); }});
  }
  return keywords;
}
