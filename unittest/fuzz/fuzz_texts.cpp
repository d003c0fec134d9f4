// Texts of a user inside files of XML and JSON, and the title of a molecule file.

#include "fuzz/fuzz_target.h"

#include "common/file_text.h"
#include "packings/molecule_file.h"

#include <cmath>

using namespace grist;
using namespace grist::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
  const std::string text = text_of(data, size);
  const double share = volume_fraction_of(text);
  expect(share > 0.0 && std::isfinite(share), "a share above 0");
  text_of_json(text);
  if (!is_utf8_text(text)) return 0;
  expect(text_of_json(json_text(text)) == text, "the text that went into JSON");
  const std::string in_xml = xml_text(text);
  expect(in_xml.find_first_of("<>\"") == std::string::npos, "no mark of XML in a text");
  return 0;
}
