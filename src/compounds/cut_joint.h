// What of a joint is inside of a convex cell, and by which planes of the cell its edges are cut.
//
// Buffers grow to the largest joint met and are then kept.

#ifndef GRIST_COMPOUNDS_CUT_JOINT_H
#define GRIST_COMPOUNDS_CUT_JOINT_H

#include "geometry/half_space.h"

#include <cstddef>
#include <vector>

namespace grist {

class CutJoint {
 public:
  // Begins with the corners of a joint, moved.
  void start(const std::vector<Vector3d> &joint, const Pose &motion);

  // Leaves what is inside of all planes. False if that is nothing, or if none of them cuts.
  bool cut(const std::vector<HalfSpace> &planes);

  // Calls see(plane, from, to) for the edges that planes have cut, by number.
  template <class See> void for_edges(const See &see) const
  {
    for (size_t k = 0; k < count; k++)
      if (now.plane[k] != OWN) see(now.plane[k], now.corner(k), now.corner(next(k)));
  }

 private:
  static constexpr int OWN = -1;
  struct Corners {
    std::vector<double> x, y, z;
    std::vector<int> plane;    // that has cut the edge from here to the next corner

    Vector3d corner(size_t k) const { return {x[k], y[k], z[k]}; }
    void reserve(size_t count);
    void set(size_t k, const Vector3d &corner, int of_edge);
  };
  Corners now, scratch;
  std::vector<double> heights;    // of the corners
  size_t count = 0;               // of corners in use

  size_t next(size_t k) const { return k + 1 < count ? k + 1 : 0; }
  size_t count_above(const HalfSpace &plane);
  void cut(int plane);
};

}    // namespace grist

#endif
