// The contact searches alone, without LAMMPS, on the examples of the papers. A table as CSV on
// stdout, progress on stderr; times are medians of rounds in which all searches of a table take
// turns.
//
//   bench_search cases [--quick] > cases.csv     24 drums of huang2020, single-level against
//                                                multi-level
//   bench_search mr [--quick] > mr.csv           packings of munjiza2006 sections 6 and 7
//   bench_search cubes [--quick] > cubes.csv     balls as in lazarevic2002 Fig. 5
//
// --quick: fewer and smaller ones. The exit status is 1 if searches disagree about the number of
// pairs.

#include "search/examples.h"

#include <cstdio>
#include <exception>
#include <string>

int main(int narg, char **arg)
{
  const std::string table = narg > 1 ? arg[1] : "", option = narg > 2 ? arg[2] : "";
  const bool quick = option == "--quick";
  if (narg < 2 || narg > 3 || (narg == 3 && !quick)) {
    std::fprintf(stderr, "usage: bench_search cases|mr|cubes [--quick] > FILE.csv\n");
    return 2;
  }
  bool agree = true;
  try {
    if (table == "cases")
      agree = grist::run_drum_cases(quick);
    else if (table == "mr")
      agree = grist::run_mr_examples(quick);
    else if (table == "cubes")
      agree = grist::run_cube_examples(quick);
    else {
      std::fprintf(stderr, "bench_search: unknown table '%s': cases, mr or cubes\n", table.c_str());
      return 2;
    }
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "bench_search: %s\n", problem.what());
    return 1;
  }
  if (!agree) std::fprintf(stderr, "bench_search: the searches found different pairs\n");
  return agree ? 0 : 1;
}
