// What a fix asks of any model, with the model not known.

#include "breakage/breakage_model.h"

#include "breakage/ab_t10_model.h"
#include "breakage/tavares_cases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

using namespace grist;

namespace test_breakage_model {

constexpr int BODIES = 10000;
constexpr double SIZE = 0.015;

std::vector<std::unique_ptr<BreakageModel>> all_models()
{
  std::vector<std::unique_ptr<BreakageModel>> models;
  models.push_back(std::make_unique<TavaresModel>(rock()));
  models.push_back(std::make_unique<AbT10Model>(AbT10Parameters{0.01, 2e-3, 12.0, 0.6}));
  return models;
}

// 10,000 drops at each of five energies. Oracle: the share of the model, within three standard
// deviations of a binomial count.
TEST(BreakageModel, BrokenFractionOfDrops)
{
  for (const auto &model : all_models())
    for (const std::uint64_t seed : {1u, 77u, 4711u})
      for (const double energy : {60.0, 150.0, 250.0, 400.0, 700.0}) {
        int broken = 0;
        for (int id = 1; id <= BODIES; id++) {
          BodyStrength body;
          body.number = uniform_of_body(seed, id);
          broken += model->hit(body, SIZE, energy).is_broken;
        }
        const double share = model->broken_share(SIZE, energy);
        EXPECT_GT(share, 0.01);
        const double deviation = std::sqrt(BODIES * share * (1.0 - share));
        EXPECT_LE(std::fabs(broken - BODIES * share), 3.0 * deviation) << seed << " " << energy;
      }
}

TEST(BreakageModel, HitsWeaken)
{
  for (const auto &model : all_models()) {
    BodyStrength body;
    body.number = 0.9;
    double before = model->strength(body, SIZE);
    const double energy = 0.3 * before;
    for (int n = 0; n < 3; n++) {
      ASSERT_FALSE(model->hit(body, SIZE, energy).is_broken);
      EXPECT_LT(model->strength(body, SIZE), before);
      before = model->strength(body, SIZE);
    }
    BodyStrength other = body;
    EXPECT_FALSE(model->hit(other, SIZE, 0.0).is_broken);
    EXPECT_EQ(other.damage, body.damage);
    const HitOutcome outcome = model->hit(body, SIZE, 1.001 * before);
    EXPECT_TRUE(outcome.is_broken);
    EXPECT_GT(outcome.t10, 0.0);
    EXPECT_LT(outcome.t10, 1.0);
  }
}

// Large bodies are weaker in both models, by specific energy.
TEST(BreakageModel, LargeBodiesAreWeaker)
{
  for (const auto &model : all_models())
    for (double size = 1e-3; size < 0.1; size *= 1.5)
      EXPECT_GT(model->broken_share(1.5 * size, 200.0), model->broken_share(size, 200.0));
}

// Oracle: mean and variance of the uniform distribution; no relation of ids or seeds that follow
// each other (four deviations).
TEST(BreakageModel, NumbersOfBodiesAreUniform)
{
  constexpr int COUNT = 100000;
  double sum = 0.0, squares = 0.0, ids = 0.0, seeds = 0.0;
  for (int id = 0; id < COUNT; id++) {
    const double u = uniform_of_body(3, id) - 0.5;
    ASSERT_LT(std::fabs(u), 0.5);
    sum += u;
    squares += u * u;
    ids += u * (uniform_of_body(3, id + 1) - 0.5);
    seeds += u * (uniform_of_body(4, id) - 0.5);
  }
  EXPECT_LT(std::fabs(sum), 4.0 * std::sqrt(COUNT / 12.0));
  EXPECT_NEAR(squares / COUNT, 1.0 / 12.0, 4.0 * std::sqrt(1.0 / 180.0 / COUNT));
  EXPECT_LT(std::fabs(ids), 4.0 * std::sqrt(COUNT) / 12.0);
  EXPECT_LT(std::fabs(seeds), 4.0 * std::sqrt(COUNT) / 12.0);
  EXPECT_EQ(uniform_of_body(3, 5), uniform_of_body(3, 5));
}

}    // namespace test_breakage_model
