// Keywords of fix break/polyhedra. Oracle: the models and numbers that the words stand for.

#include "breakage/break_settings.h"

#include "breakage/ab_t10_model.h"
#include "testing/words_of.h"

#include <gtest/gtest.h>

#include <utility>

namespace test_break_settings {

using namespace grist;
using namespace grist::testing;

std::string settings_error(const std::string &line)
{
  return error_of(line, [](WordReader &words) { read_break_settings(std::move(words)); });
}

TEST(BreakSettings, ModelSizesAndLimits)
{
  const BreakSettings read = read_break_settings(words_of(
      "ab/t10 reference 0.1 selection 2 least 3 t10 0.5 sizes rosin 1.5 smallest 0.01 most 7 "
      "pieces cells seed 9 file hits.csv"));
  EXPECT_NE(dynamic_cast<const AbT10Model *>(read.model.get()), nullptr);
  EXPECT_EQ(read.sizes.kind, PieceSizeLaw::Kind::ROSIN_RAMMLER);
  EXPECT_EQ(read.sizes.alpha, 1.5);
  EXPECT_EQ(read.limits.smallest, 0.01);
  EXPECT_EQ(read.limits.most, 7);
  EXPECT_TRUE(read.by_cells);
  EXPECT_EQ(read.seed, 9u);
  EXPECT_EQ(read.file, "hits.csv");
}

TEST(BreakSettings, WhatIsMissing)
{
  EXPECT_EQ(settings_error(""), "Fix test: no model (expected tavares or ab/t10)");
  EXPECT_EQ(settings_error("tavares energy 1"),
            "Fix test: smallest is missing (the size of the smallest pieces)");
  EXPECT_EQ(settings_error("tavares sizes beta 2 1"),
            "Fix test: sizes beta needs a ratio, alpha and beta for each t_n");
  EXPECT_NE(settings_error("tavares smallest 0.01"), "");
}

}    // namespace test_break_settings
