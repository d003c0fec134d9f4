// The work that a contact of the hysteretic law holds, and what it stores of it: closed forms for
// faces and for a corner, in and out.

#include "common/space.h"
#include "overlaps/overlap_energy.h"

#include "geometry/solids.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_loading_work {

using namespace grist;

// A body on the plane z = 0 below it, which goes down to a depth and comes back.
class Press {
 public:
  OverlapContactLaw law;

  Press(NormalLaw normal, double e, const ConvexPolyhedron &body, const Matrix3d &turn) :
      body(body), turn(turn)
  {
    law.normal = normal;
    law.stiffness = 3e8;
    law.hysteretic = true;
    law.set_restitution(e);
    for (const Vector3d &v : body.vertices()) lowest = std::min(lowest, (turn * v)[2]);
  }
  LoadingWork work(double from, double to, int steps)
  {
    LoadingWork now;
    for (int k = 1; k <= steps; k++) {
      const double depth = from + (to - from) * k / steps;
      const Pose pose{Vector3d{0.0, 0.0, -lowest - depth}, turn};
      const Overlap at = overlap(body, pose, HalfSpace{Vector3d::unit_z(), 0.0}, workspace);
      const double dt = 1e-6, speed = (to - from) / steps / dt;
      const ContactMotion motion{-speed * Vector3d::unit_z(), Vector3d::zero(), 1.0, dt};
      overlap_contact(law, at, at.centroid, motion, history);
      now = loading_work(law, at, history);
    }
    return now;
  }

 private:
  const ConvexPolyhedron &body;
  Matrix3d turn;
  double lowest = 0.0;
  OverlapWorkspace workspace;
  ContactHistory history;
};

constexpr double DEPTH = 1e-3, EDGE = 0.02, K = 3e8;

// Way out: (1 - (1 - s)/e^2)^2 of the energy at the peak, s the volume over that of the peak.
double share_left(double s, double e)
{
  const double ratio = std::max(0.0, 1.0 - (1.0 - s) / (e * e));
  return ratio * ratio;
}

TEST(LoadingWork, OfAFace)
{
  const ConvexPolyhedron cube = solids::cube(EDGE);
  for (const NormalLaw normal : {NormalLaw::VOLUME, NormalLaw::ENERGY})
    for (const double e : {0.3, 0.7, 1.0}) {
      Press press(normal, e, cube, Matrix3d::identity());
      const double area = EDGE * EDGE, volume = area * DEPTH;
      const double full = normal == NormalLaw::ENERGY ? 0.5 * K * volume * volume
                                                      : 0.5 * K * area * DEPTH * DEPTH;
      const LoadingWork in = press.work(0.0, DEPTH, 4000);
      EXPECT_NEAR(in.work, full, 1e-3 * full);
      EXPECT_NEAR(in.stored, e * e * full, 1e-3 * full);
      const LoadingWork out = press.work(DEPTH, 0.95 * DEPTH, 4000);
      const double stored = e * e * share_left(0.95, e) * full;
      EXPECT_NEAR(out.work, (1.0 - e * e) * full + stored, 2e-3 * full);
      EXPECT_NEAR(out.stored, stored, 2e-3 * full);
      const LoadingWork again = press.work(0.95 * DEPTH, DEPTH, 4000);
      EXPECT_NEAR(again.work, full, 2e-3 * full);
      EXPECT_NEAR(again.stored, e * e * full, 2e-3 * full);
    }
}

// V = c d^3 under a corner: by the law of volume the work is K c d^4/4, that of energy K V^2/2.
TEST(LoadingWork, OfACorner)
{
  const ConvexPolyhedron cube = solids::cube(EDGE);
  const Matrix3d turn = rotation_matrix(quaternion_between(Vector3d{1, 1, 1}, -Vector3d::unit_z()));
  const double c = std::sqrt(3.0) / 2.0;    // of a corner of a cube on its diagonal
  const double volume = c * DEPTH * DEPTH * DEPTH;
  Press by_volume(NormalLaw::VOLUME, 0.5, cube, turn),
      by_energy(NormalLaw::ENERGY, 0.5, cube, turn);
  EXPECT_NEAR(by_volume.work(0.0, DEPTH, 4000).work, 0.25 * K * volume * DEPTH,
              1e-3 * 0.25 * K * volume * DEPTH);
  const double full = 0.5 * K * volume * volume;
  EXPECT_NEAR(by_energy.work(0.0, DEPTH, 4000).work, full, 1e-9 * full);
  const double s = 0.9 * 0.9 * 0.9;
  EXPECT_NEAR(by_energy.work(DEPTH, 0.9 * DEPTH, 4000).stored, 0.25 * share_left(s, 0.5) * full,
              1e-9 * full);
}

}    // namespace test_loading_work
