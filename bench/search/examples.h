// The tables of bench_search. Each writes CSV with a header to stdout and its progress to stderr;
// false if searches disagree about the number of pairs.

#ifndef GRIST_BENCH_EXAMPLES_H
#define GRIST_BENCH_EXAMPLES_H

namespace grist {

bool run_drum_cases(bool quick);
bool run_mr_examples(bool quick);
bool run_cube_examples(bool quick);

}    // namespace grist

#endif
