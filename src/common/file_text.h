// Text of a user, such as the name of a file, inside files of XML and JSON.

#ifndef GRIST_COMMON_FILE_TEXT_H
#define GRIST_COMMON_FILE_TEXT_H

#include <string>

namespace grist {

// Whether XML and JSON can hold it: UTF-8 without control characters. What is expected instead.
bool is_utf8_text(const std::string &text);
extern const char *const UTF8_EXPECTED;

// As the value of an attribute in double quotes. For is_utf8_text().
std::string xml_text(const std::string &text);

// As a string in double quotes, without these. For is_utf8_text().
std::string json_text(const std::string &text);

// What json_text() was made of.
std::string text_of_json(const std::string &text);

}    // namespace grist

#endif
