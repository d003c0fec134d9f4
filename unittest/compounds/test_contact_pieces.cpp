// Which pieces contacts of compounds are made of. Oracle: all pieces of one body with all pieces of
// the other, each overlapped by itself, and their couplings.

#include "compounds/compound_scenes.h"
#include "geometry/overlap.h"

#include <gtest/gtest.h>

#include <vector>

namespace test_contact_pieces {

using namespace grist;

// A cube with an arm on some of its faces.
CompoundShape with_arms(int arms)
{
  PartCorners parts = {block(Vector3d::all(-0.3), Vector3d::all(0.3))};
  for (int k = 0; k < arms; k++) {
    Vector3d low = Vector3d::all(-0.3), high = Vector3d::all(0.3);
    double &end = (k % 2 ? low : high)[k / 2];
    (k % 2 ? high : low)[k / 2] = end;
    end *= 3.3;
    parts.push_back(block(low, high));
  }
  return CompoundShape(cut_at_hollow_edges(parts));
}

// With the law of a potential: twice its energy, and the force, both over the stiffness.
struct Sums {
  double energy = 0.0;
  Vector3d force = Vector3d::zero(), torque = Vector3d::zero();

  void add(double weight, const Overlap &overlap)
  {
    energy += weight * overlap.volume;
    force += weight * overlap.area_vector;
    torque += weight * overlap.torque_a();
  }
};

Sums by_all_pieces(const Placed &a, const Placed &b)
{
  struct Touch {
    int a, b;
    Overlap overlap;
  };
  const Division &of_a = a.compound->pieces(), &of_b = b.compound->pieces();
  OverlapWorkspace workspace;
  std::vector<Touch> touched;
  for (int p = 0; p < of_a.count(); p++)
    for (int q = 0; q < of_b.count(); q++) {
      const Pose place = a.pose * of_a[p].place;
      Touch touch = {
          p, q, overlap(of_a[p].shape, place, of_b[q].shape, b.pose * of_b[q].place, workspace)};
      if (touch.overlap.status != OverlapStatus::OVERLAPPING) continue;
      touch.overlap.centroid += place.position - a.pose.position;
      touched.push_back(touch);
    }
  Sums sums;
  for (const Touch &i : touched)
    for (const Touch &j : touched)
      sums.add(i.overlap.volume * a.compound->piece_coupling(i.a, j.a) *
                   b.compound->piece_coupling(i.b, j.b),
               j.overlap);
  return sums;
}

Sums by_contacts(const Placed &a, const Placed &b)
{
  CompoundContacts contacts;
  OverlapWorkspace workspace;
  PartPlanes planes;
  Sums sums;
  for (const CompoundContact &contact : contacts.find(a.body(), b.body(), workspace, planes))
    sums.add(contact.share * contact.overlap.volume, contact.overlap);
  return sums;
}

constexpr double ROUNDING = 1e-12;

void expect_same(const Placed &a, const Placed &b, int &touching)
{
  const Sums right = by_all_pieces(a, b), found = by_contacts(a, b);
  EXPECT_NEAR(found.energy, right.energy, ROUNDING);
  EXPECT_LT(norm(found.force - right.force), ROUNDING);
  EXPECT_LT(norm(found.torque - right.torque), ROUNDING);
  touching += right.energy > 0.0 ? 1 : 0;
}

TEST(ContactPieces, AreThoseOfAllPieces)
{
  Scenes scenes(11);
  const CompoundShape jack = with_arms(6), corner = with_arms(5), bent = with_arms(4),
                      angle(cut_at_hollow_edges(angle_piece(2.0, 1.5, 0.5, 0.8)));
  const CompoundShape *const shapes[] = {&jack, &corner, &bent, &angle};
  int touching = 0;
  for (int n = 0; n < 700; n++) {
    const CompoundShape &one = *shapes[n % 4], &other = *shapes[n / 4 % 4];
    const double apart = 0.1 + 0.8 * (n % 97) / 97.0;
    const Placed a(one, {{5.0, -3.0, 2.0}, scenes.rotation()});
    const Vector3d to = scenes.rotation().column[0];
    const Placed b(
        other, {a.pose.position + apart * (one.radius() + other.radius()) * to, scenes.rotation()});
    expect_same(a, b, touching);
  }
  EXPECT_GT(touching, 250);
}

// A wide L in the corner of one: overlaps are long, and reach the sides, which both walls share, far
// from their centroids.
TEST(ContactPieces, OfLongOverlapsAreThoseOfAllPieces)
{
  Scenes scenes(12);
  const CompoundShape angle(cut_at_hollow_edges(angle_piece(1.0, 0.8, 0.5, 3.0)));
  int touching = 0;
  for (int n = 0; n < 200; n++) {
    const double depth = 0.1 * (n % 19 + 1) / 19.0, along = 0.2 * (n % 31 - 15) / 15.0;
    const Pose flush = {{0.5 - depth, along, 0.5 - 0.7 * depth},
                        rotation_matrix(0.02, scenes.rotation().column[0])};
    expect_same(as_given(angle), as_given(angle, flush), touching);
  }
  EXPECT_GT(touching, 100);
}

}    // namespace test_contact_pieces
