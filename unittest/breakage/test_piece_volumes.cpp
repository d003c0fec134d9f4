#include "breakage/piece_volumes.h"

#include "particles/assortment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

using namespace grist;
using Kind = PieceSizeLaw::Kind;

namespace test_piece_volumes {

constexpr double VOLUME = 3e-6;
const double SIZE = equal_volume_diameter(VOLUME);

std::vector<PieceSizeLaw> all_laws()
{
  PieceSizeLaw rosin, flat, gaudin, beta;
  flat.alpha = 0.6;
  gaudin.kind = Kind::GAUDIN_SCHUHMANN;
  beta.kind = Kind::BETA;
  beta.ratios = {
      {1.2, 0.6, 11.0}, {2.0, 1.0, 8.0}, {4.0, 1.1, 3.0}, {25.0, 1.0, 0.55}, {75.0, 1.05, 0.3}};
  return {rosin, flat, gaudin, beta};
}

// Integral of |share of the pieces below x - Y(x)| over ln x, from x = 1/100 to 1.
double distance(const std::vector<double> &volumes, const PassingCurve &curve)
{
  constexpr double STEP = 0.002;
  double sum = 0.0;
  for (double place = std::log(0.01); place < 0.0; place += STEP) {
    const double x = std::exp(place + 0.5 * STEP);
    sum += std::fabs(share_below(volumes, x) - curve.passing(x)) * STEP;
  }
  return sum;
}

void expect_sound(const std::vector<double> &volumes, const PieceLimits &limits)
{
  EXPECT_GE(volumes.size(), 2u);
  EXPECT_LE(volumes.size(), static_cast<size_t>(limits.most));
  EXPECT_TRUE(std::is_sorted(volumes.rbegin(), volumes.rend()));
  EXPECT_GE(volumes.back(), volume_of_size(limits.smallest) * (1.0 - 1e-11));
  const auto sum = std::accumulate(volumes.begin(), volumes.end(), 0.0L);
  EXPECT_NEAR(static_cast<double>(sum / VOLUME), 1.0, 1e-15);
}

TEST(PieceVolumes, SumAndT10AreExact)
{
  for (const PieceSizeLaw &law : all_laws())
    for (const double t10 : {0.001, 0.0123, 0.05, 0.2, 0.5, 0.9, 0.99})
      for (const double smallest : {0.079, 0.07, 0.05, 0.03}) {
        const PassingCurve curve(law, t10);
        const PieceLimits limits = {smallest * SIZE, 40000};
        const std::vector<double> volumes = piece_volumes(VOLUME, curve, limits);
        expect_sound(volumes, limits);
        EXPECT_NEAR(share_below(volumes, 0.1), t10, 1e-12) << t10 << " " << smallest;
      }
}

// Between half the volume of a piece of a tenth and that volume some small t10 do not consist of
// whole pieces: the nearest is taken.
TEST(PieceVolumes, T10OfWholePiecesWhereTheSmallestIsNearATenth)
{
  for (const double alpha : {1.0, 4.0, 12.0})
    for (const double smallest : {0.085, 0.092, 0.096, 0.0985})
      for (double t10 = 0.0; t10 < 0.02; t10 += 0.00037) {
        PieceSizeLaw law;
        law.alpha = alpha;
        const PieceLimits limits = {smallest * SIZE, 2000};
        const std::vector<double> volumes = piece_volumes(VOLUME, PassingCurve(law, t10), limits);
        expect_sound(volumes, limits);
        const double unit = std::pow(smallest, 3), found = share_below(volumes, 0.1);
        double nearest = t10;    // distance to a mass of n pieces, each of unit to 0.001
        for (int n = 0; n <= 40; n++)
          nearest = std::min(nearest, std::max({0.0, n * unit - t10, t10 - n * 0.001}));
        EXPECT_NEAR(std::fabs(found - t10), nearest, 1e-10)
            << alpha << " " << smallest << " " << t10;
      }
}

// A t10 of less than one smallest piece is rounded.
TEST(PieceVolumes, T10OfLessThanOnePiece)
{
  const PieceLimits limits = {0.07 * SIZE, 1000};
  const auto t10_of = [&](double t10) {
    return share_below(piece_volumes(VOLUME, PassingCurve(PieceSizeLaw(), t10), limits), 0.1);
  };
  const double unit = 0.07 * 0.07 * 0.07;
  EXPECT_EQ(t10_of(0.4 * unit), 0.0);
  EXPECT_NEAR(t10_of(0.6 * unit), unit, 1e-12);
}

// Oracle: each piece takes an interval of the curve and is as large as the curve in it. With fine
// pieces the two curves agree.
TEST(PieceVolumes, SizesAreOfTheirIntervals)
{
  for (const PieceSizeLaw &law : all_laws())
    for (const double t10 : {0.1, 0.4}) {
      const PassingCurve curve(law, t10);
      const std::vector<double> volumes = piece_volumes(VOLUME, curve, {0.02 * SIZE, 100000});
      double top = 1.0;
      int outside = 0;
      for (const double volume : volumes) {
        const double share = volume / VOLUME, x = std::cbrt(share);
        const bool is_inside = x >= curve.size(top - share) * 0.99 && x <= curve.size(top) * 1.01;
        if (x > 0.021 && !is_inside) outside++;
        top -= share;
      }
      EXPECT_LE(outside, 3);    // beside a tenth, where crumbs are spread
    }
}

// With little below a tenth two pieces are coarser: the first is as large as the curve in its
// interval, the second, which the curve has larger, is all that is left of the coarse mass.
TEST(PieceVolumes, TheLastCoarsePieceIsTheRest)
{
  for (const double t10 : {0.0015, 0.003, 0.008}) {
    const PassingCurve curve(PieceSizeLaw(), t10);
    const std::vector<double> volumes = piece_volumes(VOLUME, curve, {0.05 * SIZE, 1000});
    const double first = volumes[0] / VOLUME, second = volumes[1] / VOLUME;
    EXPECT_NEAR(std::cbrt(first), curve.size(1.0 - 0.5 * first), 1e-8);
    EXPECT_NEAR(second, 1.0 - t10 - first, 1e-12);
    EXPECT_GT(curve.size(1.0 - first - 0.5 * second), std::cbrt(second));
  }
}

TEST(PieceVolumes, DistanceToTheCurveFallsWithTheNumberOfPieces)
{
  for (const PieceSizeLaw &law : all_laws()) {
    const PassingCurve curve(law, 0.3);
    double before = 1e9;
    size_t pieces = 0;
    for (const double smallest : {0.5, 0.25, 0.12, 0.06, 0.03, 0.015}) {
      const std::vector<double> volumes = piece_volumes(VOLUME, curve, {smallest * SIZE, 1000000});
      const double now = distance(volumes, curve);
      EXPECT_LT(now, before) << smallest;
      EXPECT_GT(volumes.size(), pieces);
      before = now;
      pieces = volumes.size();
    }
    EXPECT_LT(before, 0.2);
  }
}

// No piece is smaller than a tenth: t10 is lost, the coarse part of the curve is kept.
TEST(PieceVolumes, SmallestAboveATenth)
{
  for (const PieceSizeLaw &law : all_laws())
    for (const double t10 : {0.01, 0.3, 0.8}) {
      const PassingCurve curve(law, t10);
      const PieceLimits limits = {0.15 * SIZE, 1000};
      const std::vector<double> volumes = piece_volumes(VOLUME, curve, limits);
      expect_sound(volumes, limits);
      EXPECT_EQ(share_below(volumes, 0.1), 0.0);
      const double largest = std::cbrt(volumes.front() / VOLUME);
      for (const double x : {0.3, 0.5})
        EXPECT_NEAR(share_below(volumes, x), curve.passing(x),
                    0.5 * std::pow(std::max(largest, x), 3) + 0.01);
    }
}

// The smallest size is raised until the pieces are few enough.
TEST(PieceVolumes, NeverMorePiecesThanAllowed)
{
  for (const PieceSizeLaw &law : all_laws())
    for (const double t10 : {0.001, 0.05, 0.4, 0.95})
      for (const int most : {2, 3, 5, 17, 100, 600}) {
        const PassingCurve curve(law, t10);
        const PieceLimits limits = {0.02 * SIZE, most};
        const size_t unlimited = piece_volumes(VOLUME, curve, {0.02 * SIZE, 1000000}).size();
        const std::vector<double> volumes = piece_volumes(VOLUME, curve, limits);
        expect_sound(volumes, limits);
        EXPECT_GE(volumes.size(), std::min(unlimited, static_cast<size_t>(0.6 * most)))
            << t10 << " " << most;
        if (most >= 1200.0 * t10 + 20.0) { EXPECT_NEAR(share_below(volumes, 0.1), t10, 1e-12); }
      }
}

TEST(PieceVolumes, ABodyOfLessThanTwoPiecesStaysWhole)
{
  const PassingCurve curve(PieceSizeLaw(), 0.4);
  const double twice = equal_volume_diameter(0.5 * VOLUME);
  EXPECT_FALSE(can_split(VOLUME, {twice * 1.0001, 10}));
  EXPECT_EQ(piece_volumes(VOLUME, curve, {twice * 1.0001, 10}), std::vector<double>{VOLUME});
  const std::vector<double> halves = piece_volumes(VOLUME, curve, {twice * 0.9999, 10});
  ASSERT_EQ(halves.size(), 2u);
  EXPECT_NEAR(halves[0] / VOLUME, 0.5, 1e-3);
}

TEST(PieceVolumes, ScaleDoesNotMatterAndNothingIsRandom)
{
  const PassingCurve curve(PieceSizeLaw(), 0.2);
  const std::vector<double> one = piece_volumes(VOLUME, curve, {0.05 * SIZE, 1000});
  EXPECT_EQ(one, piece_volumes(VOLUME, curve, {0.05 * SIZE, 1000}));
  const std::vector<double> large = piece_volumes(8.0 * VOLUME, curve, {0.1 * SIZE, 1000});
  ASSERT_EQ(one.size(), large.size());
  for (size_t k = 0; k < one.size(); k++) EXPECT_NEAR(large[k] / one[k], 8.0, 1e-9);
}

TEST(PieceVolumes, RefusesWrongLimits)
{
  const PassingCurve curve(PieceSizeLaw(), 0.2);
  EXPECT_THROW(piece_volumes(VOLUME, curve, {0.0, 10}), std::invalid_argument);
  EXPECT_THROW(piece_volumes(VOLUME, curve, {-1e-3, 10}), std::invalid_argument);
  EXPECT_THROW(piece_volumes(VOLUME, curve, {1e-3, 1}), std::invalid_argument);
}

}    // namespace test_piece_volumes
