// Vectors as text: their components, with spaces between them.

#ifndef GRIST_COMMON_SPACE_TEXT_H
#define GRIST_COMMON_SPACE_TEXT_H

#include "common/space.h"

#include <ostream>

namespace grist {

inline std::ostream &operator<<(std::ostream &out, const Vector3d &a)
{
  return out << a.x << ' ' << a.y << ' ' << a.z;
}
inline std::ostream &operator<<(std::ostream &out, const Matrix3d &m)
{
  return out << m.row(0) << '\n' << m.row(1) << '\n' << m.row(2);
}

}    // namespace grist

#endif
