// The sets of vector instructions that block kernels are compiled for, and which of them this run
// uses: the best that the processor has, so that one executable is as fast as one built for its
// machine.
//
// A kernel is a file NAME_lanes.cpp. It is compiled once for each set, and everything in it lives
// in an inline namespace with the name of the set (GRIST_INSTRUCTION_SET): so no function compiled
// for one set can take the place of one for another.

#ifndef GRIST_LANES_INSTRUCTIONS_H
#define GRIST_LANES_INSTRUCTIONS_H

#include <string>
#include <vector>

// The default, for files that are compiled once.
#ifndef GRIST_INSTRUCTION_SET
#define GRIST_INSTRUCTION_SET ordinary
#endif

namespace grist {

enum class Instructions { BASIC, AVX2, AVX512 };

// Name as users write it: sse2 (on x86-64; elsewhere basic), avx2, avx512.
const char *name(Instructions set);

// Sets that were compiled and that this processor has, ascending.
const std::vector<Instructions> &supported_instructions();

// The set in use. At first that of the environment variable GRIST_INSTRUCTIONS, or else the best.
// Throws std::invalid_argument, with the value and those that are supported in the text, for a
// variable that names none of them.
Instructions instructions();

// Throws as above.
Instructions find_instructions(const std::string &name);

// Selects the set for all later calls. Results differ by rounding.
void use_instructions(Instructions set);

}    // namespace grist

// In namespace grist: declares the constant NAME, a table of a kernel's functions, as each set has
// it; and that of the set in use.
#ifdef GRIST_X86_SETS
#define GRIST_DECLARE_TABLES(Type, NAME) \
  namespace basic {                      \
  extern const Type NAME;                \
  }                                      \
  namespace avx2 {                       \
  extern const Type NAME;                \
  }                                      \
  namespace avx512 {                     \
  extern const Type NAME;                \
  }
#define GRIST_TABLE_IN_USE(NAME)                                           \
  (grist::instructions() == grist::Instructions::AVX512     ? avx512::NAME \
       : grist::instructions() == grist::Instructions::AVX2 ? avx2::NAME   \
                                                            : basic::NAME)
#else
#define GRIST_DECLARE_TABLES(Type, NAME) \
  namespace basic {                      \
  extern const Type NAME;                \
  }
#define GRIST_TABLE_IN_USE(NAME) (basic::NAME)
#endif

#endif
