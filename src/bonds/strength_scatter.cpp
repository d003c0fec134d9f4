#include "bonds/strength_scatter.h"

#include "common/random_numbers.h"
#include "common/special_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grist {

double uniform_of_pair(std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  const auto low = static_cast<std::uint64_t>(std::min(id_a, id_b));
  const auto high = static_cast<std::uint64_t>(std::max(id_a, id_b));
  return uniform_of_bits(split_mix(split_mix(split_mix(seed) + low) + high));
}

double weibull_factor(double modulus, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  return std::pow(-std::log1p(-uniform_of_pair(seed, id_a, id_b)), 1.0 / modulus);
}

double normal_factor(double deviation, std::uint64_t seed, std::int64_t id_a, std::int64_t id_b)
{
  const double below_zero = normal_share(-1.0 / deviation);
  const double share = below_zero + (1.0 - below_zero) * uniform_of_pair(seed, id_a, id_b);
  return std::max(0.0, 1.0 + deviation * normal_quantile(share));    // rounding
}

float strength_factor(const StrengthScatter &scatter, std::int64_t id_a, std::int64_t id_b)
{
  if (!scatter.exists()) return 1.0f;
  const auto factor_of = scatter.law == StrengthScatter::Law::WEIBULL ? weibull_factor
                                                                      : normal_factor;
  const double factor = factor_of(scatter.value, scatter.seed, id_a, id_b);
  using Range = std::numeric_limits<float>;
  return static_cast<float>(std::clamp<double>(factor, Range::min(), Range::max()));
}

NumberDescription scatter_number(StrengthScatter::Law law)
{
  const bool is_weibull = law == StrengthScatter::Law::WEIBULL;
  return {is_weibull ? "weibull" : "normal sd", Quantity::NUMBER, ranges::POSITIVE,
          is_weibull ? "strengths scatter by Weibull's law: modulus m"
                     : "strengths scatter by a normal law: standard deviation r over the mean"};
}

// The number of a law and its seed. A second law is an error.
static void read_scatter(WordReader &words, StrengthScatter::Law law, StrengthScatter &scatter)
{
  if (scatter.exists() && scatter.law != law)
    words.fail("weibull and normal exclude each other (the strength of a bond has one of them)");
  const auto number = scatter_number(law);
  scatter = {law, number.read(words), words.whole(std::string(number.name) + " seed", 1)};
}

void ScatteredStrength::add_keywords(std::vector<Keyword> &to, WordReader &words, Coefficients &of)
{
  to.push_back({"weibull",
                [&] {
                  words.need(2, "weibull", "a modulus and a seed");
                  read_scatter(words, StrengthScatter::Law::WEIBULL, of.scatter);
                },
                true});
  to.push_back(
      {"normal",
       [&] {
         if (!words.next_is("sd"))
           words.fail("normal needs sd, a standard deviation over the mean strength, and a seed");
         words.word("normal");
         words.need(2, "normal sd", "a standard deviation over the mean strength and a seed");
         read_scatter(words, StrengthScatter::Law::NORMAL, of.scatter);
       },
       true});
}

std::string ScatteredStrength::words(const Coefficients &of)
{
  const StrengthScatter &scatter = of.scatter;
  if (!scatter.exists()) return {};
  return std::string(" ") + scatter_number(scatter.law).name + " " + number_word(scatter.value) +
      " " + std::to_string(scatter.seed);
}

}    // namespace grist
