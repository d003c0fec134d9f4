#include "lanes/instructions.h"
#include "lanes/set_lanes.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>

namespace grist {

static constexpr Instructions ALL_SETS[] = {Instructions::BASIC, Instructions::AVX2,
                                            Instructions::AVX512};
static constexpr const char *VARIABLE = "GRIST_INSTRUCTIONS";

static std::optional<Instructions> chosen;

const char *name(Instructions set)
{
  if (set == Instructions::AVX512) return "avx512";
  if (set == Instructions::AVX2) return "avx2";
#if GRIST_X86_SETS
  return "sse2";
#else
  return "basic";
#endif
}

// As -march=x86-64-v3 and -v4 need them.
static bool is_of_processor([[maybe_unused]] Instructions set)
{
#if GRIST_X86_SETS
  if (set == Instructions::BASIC) return true;
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (set == Instructions::AVX2) return v3;
  return v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl");
#else
  return set == Instructions::BASIC;
#endif
}

static bool is_linked([[maybe_unused]] Instructions set)
{
#if GRIST_X86_SETS
  if (set == Instructions::AVX512) return SetLanes::avx512.are_linked;
  if (set == Instructions::AVX2) return SetLanes::avx2.are_linked;
#endif
  return true;
}

const std::vector<Instructions> &instructions_of_processor()
{
  static const std::vector<Instructions> sets = [] {
    std::vector<Instructions> found;
    std::copy_if(std::begin(ALL_SETS), std::end(ALL_SETS), std::back_inserter(found),
                 is_of_processor);
    return found;
  }();
  return sets;
}

const std::vector<Instructions> &supported_instructions()
{
  static const std::vector<Instructions> sets = [] {
    std::vector<Instructions> found;
    std::copy_if(instructions_of_processor().begin(), instructions_of_processor().end(),
                 std::back_inserter(found), is_linked);
    return found;
  }();
  return sets;
}

std::string names_of(const std::vector<Instructions> &sets)
{
  std::string names;
  for (const Instructions set : sets) names += (names.empty() ? "" : ", ") + std::string(name(set));
  return names;
}

Instructions find_instructions(const std::string &wanted)
{
  for (const Instructions set : supported_instructions())
    if (wanted == name(set)) return set;
  for (const Instructions set : instructions_of_processor())
    if (wanted == name(set))
      throw std::invalid_argument("instructions " + wanted + " (this program has " +
                                  names_of(supported_instructions()) +
                                  "; to add it, build with -D GRIST_SETS=all)");
  throw std::invalid_argument("instructions " + wanted + " (this processor has " +
                              names_of(instructions_of_processor()) + ")");
}

Instructions instructions()
{
  if (chosen) return *chosen;
  const char *wanted = std::getenv(VARIABLE);
  chosen = wanted && *wanted ? find_instructions(wanted) : supported_instructions().back();
  return *chosen;
}

void use_instructions(Instructions set)
{
  chosen = find_instructions(name(set));
}

}    // namespace grist
