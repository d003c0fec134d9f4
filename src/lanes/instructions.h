// The sets of vector instructions that block kernels are compiled for, and which of them this run
// uses: the best that the processor has, so that one executable is as fast as one built for its
// machine.
//
// A kernel is a file NAME_lanes.cpp. It is compiled once for each set, and everything in it lives
// in an inline namespace with the name of the set (GRIST_INSTRUCTION_SET): so no function compiled
// for one set can take the place of one for another. What others call is a struct of pointers to
// functions; its static members basic, avx2 and avx512 have those of each set, and each compilation
// of the kernel defines the member of its own set.
//
// A build for one machine has the set of that machine and the basic one (GRIST_SETS in
// src/CMakeLists.txt). A set that is not part of the core is used where a program links its kernels,
// as the tests do; elsewhere its members are empty.

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

// Sets that this processor has, ascending; and those of them that are in this program.
const std::vector<Instructions> &instructions_of_processor();
const std::vector<Instructions> &supported_instructions();
std::string names_of(const std::vector<Instructions> &sets);    // sse2, avx2

// The set in use. At first that of the environment variable GRIST_INSTRUCTIONS, or else the best.
// Throws std::invalid_argument, with the value and those that are supported in the text, for a
// variable that names none of them, or one that is not in this program.
Instructions instructions();

// Throws as above.
Instructions find_instructions(const std::string &name);

// Selects the set for all later calls. Results differ by rounding.
void use_instructions(Instructions set);

#ifdef GRIST_X86_SETS    // of the core alone: 1 where it has the sets of x86-64, otherwise 0

// The functions of a kernel as compiled for the set in use. Kernels: a struct of pointers to them.
template <class Kernels> inline const Kernels &kernels_in_use()
{
#if GRIST_X86_SETS
  const Instructions set = instructions();
  if (set == Instructions::AVX512) return Kernels::avx512;
  if (set == Instructions::AVX2) return Kernels::avx2;
#endif
  return Kernels::basic;
}

#endif

}    // namespace grist

#endif
