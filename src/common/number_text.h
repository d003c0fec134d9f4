// Numbers in the text of messages and files, and the check that puts a wrong value into its
// message.

#ifndef GRIST_COMMON_NUMBER_TEXT_H
#define GRIST_COMMON_NUMBER_TEXT_H

#include <string>

namespace grist {

std::string number_text(double value);    // for messages: six digits
std::string given_number_text(
    double value);    // for values that a user gave: as many more as it had, up to ten: 1.0000001
std::string exact_number_text(double value);    // reads back as it was

// Throws std::invalid_argument unless `holds`: "<what> <value> (<expected>)".
void require(bool holds, const std::string &what, double value, const std::string &expected);

}    // namespace grist

#endif
