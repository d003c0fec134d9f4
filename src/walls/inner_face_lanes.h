// Contacts of many spheres with the inner faces of one shape (solid_faces.h) at once, compiled for
// each set of instructions (lanes/instructions.h): the same comparisons and the same operations in
// the same order as for one sphere.

#ifndef GRIST_WALLS_INNER_FACE_LANES_H
#define GRIST_WALLS_INNER_FACE_LANES_H

#include "lanes/instructions.h"
#include "walls/center_batch.h"

#include <cstdint>

namespace grist {

// A shape as plain numbers, as SolidFaces keeps them.
struct InnerForm {
  static constexpr int MOST_PLANES = 6;
  enum class Kind { NONE, SPHERE, CYLINDER, CONE };
  struct Plane {
    double point[3], normal[3];
    bool open;
  };
  Kind kind;    // of the curved face
  bool curved_is_open;
  int axis;
  double center[3];
  double low, high, radius_low, radius_high;
  double largest, curvature, slope, slant;
  int planes;
  Plane plane[MOST_PLANES];
};

// The pose and the motion of a wall: a point of its own frame is at rotation * point + shift in the
// box, and one there moves by velocity + omega x (point - center). [length, time, radians]
struct WallPose {
  double rotation[3][3], shift[3];
  double center[3], velocity[3], omega[3];
};

// Contacts with one face. Bit n of `with`: center n touches. Other lanes are undefined.
struct FaceContacts {
  std::uint64_t with;
  alignas(64) double normal[3][CenterBatch::MOST], distance[CenterBatch::MOST];
  alignas(64) double velocity[3][CenterBatch::MOST];    // of the wall, once it is asked for
};

struct InnerContacts {
  std::uint64_t beside;    // centers outside of the shape, perhaps within reach (Place::BESIDE)
  FaceContacts curved, plane[InnerForm::MOST_PLANES];
  alignas(64) double curvature[CenterBatch::MOST];    // of the curved face
};

struct InnerFaceLanes {
  // Lanes up to the next multiple of 8 are worked out, too, and must be numbers.
  void (*find)(const InnerForm &form, const CenterBatch &centers, int count, InnerContacts &found);

  // Centers of the box in the frame of the wall.
  void (*to_own)(const WallPose &pose, const CenterBatch &box, int count, CenterBatch &own);

  // Turns normals from the frame of the wall into the box, and fills in the velocity of the wall
  // where it touches these centers of the box.
  void (*move)(const WallPose &pose, const CenterBatch &box, int count, FaceContacts &face);

  static const InnerFaceLanes basic, avx2, avx512;    // of each set of instructions
};

const InnerFaceLanes &inner_face_lanes();    // of the set of instructions in use

}    // namespace grist

#endif
