// Changes to restart files, for tests of what is rejected.

#ifndef GRIST_TESTING_RESTART_FILE_H
#define GRIST_TESTING_RESTART_FILE_H

#include <string>

namespace grist::testing {

// The header of a block of styles/state/restart_block.h.
enum class BlockWord { MARK, VERSION, BYTES };

// Overwrites a word of the block of a fix of this style; false if the file has no such block.
bool overwrite_block(const std::string &path, const std::string &fix_style, BlockWord word,
                     int value);

// Gives the block to another style, as if the fix had written none; false if the file has no such
// block.
bool hide_block(const std::string &path, const std::string &fix_style);

}    // namespace grist::testing

#endif
