// Volume and area vectors of the intersection of half spaces without a single vertex: a third
// opinion on overlaps.
//
// Source: Lasserre, J. Optim. Theory Appl. 39 (1983) 363-377. The volume is 1/3 of the sum over
// planes of offset times area of the part of the plane inside all others; such an area is 1/2 of
// the sum over lines of distance times length; a length is an interval. Nothing is sorted, merged
// or compared with a tolerance. In extended precision, because the line of two almost parallel
// planes is only as good as the angle between them.

#ifndef GRIST_UNITTEST_GEOMETRY_LASSERRE_H
#define GRIST_UNITTEST_GEOMETRY_LASSERRE_H

#include "common/space.h"
#include "geometry/half_space.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace grist {

class Lasserre {
 public:
  using Number = long double;
  using Vector = Vector3<Number>;

  void add(const HalfSpace &plane, const Vector3d &shift)
  {
    const Vector normal = vector_cast<Number>(plane.normal);
    const Number length = norm(normal);
    const Number offset = plane.offset + dot(normal, vector_cast<Number>(shift));
    planes.push_back({normal / length, offset / length});
  }

  Number volume() const
  {
    Number sum = 0.0;
    for (size_t i = 0; i < planes.size(); i++) sum += planes[i].offset * area(i) / 3;
    return sum;
  }

  // Area of plane i inside all others. Where planes are equal, the first has all of it.
  Number area(size_t i) const
  {
    std::vector<Line> lines;
    for (size_t j = 0; j < planes.size(); j++) {
      if (j == i) continue;
      const Vector tangent = planes[j].normal - cosine(i, j) * planes[i].normal;
      const Number sine = norm(tangent);
      const Number distance = planes[j].offset - cosine(i, j) * planes[i].offset;
      if (sine > 0)
        lines.push_back({tangent / sine, distance / sine});
      else if (cosine(i, j) > 0 ? distance < 0 || (distance == 0 && j < i) : distance < 0)
        return 0;
    }
    Number sum = 0.0;
    for (const Line &line : lines) sum += line.distance * length(line, lines, planes[i].normal) / 2;
    return sum;
  }

 private:
  struct Plane {
    Vector normal;
    Number offset;
  };
  struct Line {    // in a plane; the inside is where outward . x <= distance
    Vector outward;
    Number distance;
  };

  Number cosine(size_t i, size_t j) const { return dot(planes[i].normal, planes[j].normal); }

  static Number length(const Line &line, const std::vector<Line> &lines, const Vector &normal)
  {
    const Vector along = cross(normal, line.outward);
    Number least = -std::numeric_limits<Number>::infinity(), greatest = -least;
    for (const Line &other : lines) {
      if (&other == &line) continue;
      const Number slope = dot(other.outward, along);
      const Number rest = other.distance - line.distance * dot(other.outward, line.outward);
      if (slope > 0)
        greatest = std::min(greatest, rest / slope);
      else if (slope < 0)
        least = std::max(least, rest / slope);
      else if (rest < 0 || (rest == 0 && &other < &line))
        return 0;
    }
    return std::max<Number>(0, greatest - least);
  }

  std::vector<Plane> planes;
};

}    // namespace grist

#endif
