#include "common/number_text.h"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace grist {

static std::string printed(double value, int digits)
{
  char text[64];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}

std::string number_text(double value)
{
  return printed(value, 6);
}

std::string given_number_text(double value)
{
  const std::string brief = number_text(value), full = printed(value, 10);
  const auto is_value = [value](const std::string &text) {
    return std::strtod(text.c_str(), nullptr) == value;
  };
  return is_value(full) && !is_value(brief) ? full : brief;
}

std::string exact_number_text(double value)
{
  return printed(value, 17);
}

void require(bool holds, const std::string &what, double value, const std::string &expected)
{
  if (!holds)
    throw std::invalid_argument(what + " " + given_number_text(value) + " (" + expected + ")");
}

}    // namespace grist
