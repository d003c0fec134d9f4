// The keywords of an input line that say how a solid is divided into blocks: cells, spread, layers.

#ifndef GRIST_BLOCKS_DIVISION_KEYWORDS_H
#define GRIST_BLOCKS_DIVISION_KEYWORDS_H

#include "blocks/block_partition.h"
#include "common/word_reader.h"

#include <vector>

namespace grist {

// They read from the words given, into the request that `division` returns when its keyword comes.
std::vector<Keyword> division_keywords(WordReader &words,
                                       std::function<BlockRequest &(const char *)> division);

}    // namespace grist

#endif
