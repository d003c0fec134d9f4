// Blocks, cylinders, cones, spheres and half spaces as a wall, and unions and intersections of
// them. The shape moves as one rigid body.
//
// A *part* is a solid, or all that is outside of one. Spheres touch the faces of the parts that
// hold their center, except where another part hides the face: in a union a face inside of another
// part, in an intersection a face outside of it. A part with open faces is touched from both sides,
// hides nothing, and holds each center.

#ifndef GRIST_WALLS_SHAPE_WALL_H
#define GRIST_WALLS_SHAPE_WALL_H

#include "common/space.h"
#include "walls/inner_face_lanes.h"
#include "walls/solid_faces.h"
#include "walls/wall_surface.h"

#include <memory>
#include <vector>

namespace grist {

class ShapeWall : public WallSurface {
 public:
  static constexpr int MOST_PARTS = 32;

  struct Part {
    SolidFaces solid;
    bool outside, open;
    int first_face;    // is added to the numbers of its faces
  };

  // Where the shape is, and how it moves: from its own frame to the present place, the point that
  // it turns about (the origin if it does not), and the velocity of that point.
  struct Motion {
    bool moves = false, rotates = false;
    Pose frame;
    Vector3d center = Vector3d::zero(), velocity = Vector3d::zero(), omega = Vector3d::zero();
  };

  ShapeWall();

  // In the frame of the shape. At most MOST_PARTS; if there is one, is_union does not matter.
  void set_parts(std::vector<Part> given, bool is_union);
  void set_motion(const Motion &given);

  bool moves() const override { return motion.moves; }
  void begin_list() override { listed_frame = motion.frame; }
  // In the frame of the shape, a point x of the box was at listed_frame * back * x when the list was
  // made.
  double shift_since_list(const AlignedBox &box) const override
  {
    return moves() ? largest_shift(listed_frame * back, Pose(), box) : 0.0;
  }
  std::uint64_t near(const CenterBatch &centers, int count) override;
  void find(int first, const CenterBatch &centers, int count, WallContacts &found,
            int *counts) override;
  Vector3d reference_point() const override
  {
    return motion.rotates ? motion.center : surface_motion.center(motion.frame);
  }
  Vector3d center_velocity() const override { return motion.velocity; }

 protected:
  using Contact = SolidFaces::Contact;

  const Pose &to_own() const { return back; }

  // A contact in the frame of the shape, with a sphere at x in the box.
  WallContact in_box(const Contact &at, const Vector3d &x) const;

 private:
  std::vector<Part> parts;
  bool is_union = true;
  Motion motion;
  Pose back, listed_frame;

  // The numbers of a shape of one part, and its contacts with a batch.
  InnerForm form = {};
  std::unique_ptr<InnerContacts> batch;

  bool holds(const Part &part, const Vector3d &x) const
  {
    return part.solid.holds(x) != part.outside;
  }
  bool is_hidden(const Vector3d &point, const Part &of) const;
  template <class See> void for_each(const Vector3d &own, double reach, const See &see) const;
  void find_in_lanes(const CenterBatch &centers, int count, WallContacts &found, int *counts);
  void find_batch(const CenterBatch &centers, int count);
  void add_face(const FaceContacts &face, int number, double curvature, int k,
                WallContacts &found) const;
};

}    // namespace grist

#endif
