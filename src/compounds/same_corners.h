// Bodies whose corners are those of another one after a rigid motion, so that they can share its
// shape.

#ifndef GRIST_COMPOUNDS_SAME_CORNERS_H
#define GRIST_COMPOUNDS_SAME_CORNERS_H

#include "common/space.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace grist {

// The motion that takes each corner to the one of the same number, within rounding; none if there is
// no such motion. A mirror image is another body.
std::optional<Pose> motion_between(const std::vector<Vector3d> &from,
                                   const std::vector<Vector3d> &to);

// A body as it was given and as it is kept.
struct ReadBody {
  std::vector<double> numbers;    // what describes the shape in its body frame
  int parts;
  Pose place;                  // of this in the frame of the input
  size_t cuts_left_out = 0;    // at hollow edges, which make more parts than this
};

// The bodies that were read last.
class ReadBodies {
 public:
  // A body with these counts of corners of its parts, and these corners of all parts; none if no
  // body known has the same ones.
  std::optional<ReadBody> like(const std::vector<int> &counts,
                               const std::vector<Vector3d> &corners);
  void add(std::vector<int> counts, std::vector<Vector3d> corners, const ReadBody &body);

 private:
  static constexpr size_t MOST = 64;
  struct Known {
    std::vector<int> counts;
    std::vector<Vector3d> corners;
    ReadBody body;
  };
  std::vector<Known> all;    // that asked for last is the last
};

}    // namespace grist

#endif
