// The words of fix progress.

#ifndef GRIST_PROGRESS_PROGRESS_SETTINGS_H
#define GRIST_PROGRESS_PROGRESS_SETTINGS_H

#include "progress/progress_schedule.h"

#include <string>

namespace grist {

// keyword value ..., to the end of the line; `text` is set by its keyword.
ProgressInterval read_progress_settings(class WordReader &&words, std::string &text);

}    // namespace grist

#endif
