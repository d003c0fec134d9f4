#include "styles/walls/plane_words.h"

using namespace LAMMPS_NS;
using grist::HalfSpace;
using grist::Vector3d;

static HalfSpace read_plane(InputWords &words)
{
  words.need(6, "plane", "6 values");
  const Vector3d point = words.vector("point of plane", Quantity::LENGTH),
                 normal = words.axis("normal of plane");
  return HalfSpace::through(point, normal);
}

static void read_planes(int axis, const std::string &name, InputWords &words,
                        std::vector<HalfSpace> &walls)
{
  for (const auto &[position, inwards] : read_planes_across(words, name))
    walls.push_back(
        HalfSpace::through(position * Vector3d::unit(axis), inwards * Vector3d::unit(axis)));
}

std::vector<Keyword> LAMMPS_NS::wall_plane_keywords(InputWords &words,
                                                    std::vector<HalfSpace> &walls)
{
  std::vector<Keyword> keywords = {{"plane", [&] { walls.push_back(read_plane(words)); }}};
  for (int axis = 0; axis < 3; axis++) {
    const std::string name = std::string(1, static_cast<char>('x' + axis)) + "plane";
    keywords.push_back({name, [=, &words, &walls] { read_planes(axis, name, words, walls); }});
  }
  return keywords;
}
