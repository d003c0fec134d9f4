#include "styles/output/paraview_settings.h"

#include "styles/commands/input_words.h"

#include "common/file_text.h"

#include "error.h"
#include "utils.h"

#include <algorithm>

using namespace LAMMPS_NS;

static const std::vector<std::string> KEYWORDS = {"bonds", "compress", "fields", "precision",
                                                  "walls"};

static bool is_keyword(const InputWords &words)
{
  return std::any_of(KEYWORDS.begin(), KEYWORDS.end(),
                     [&](const std::string &keyword) { return words.next_is(keyword.c_str()); });
}

ParaviewSettings LAMMPS_NS::read_paraview_settings(LAMMPS *lmp, int narg, char **arg)
{
  if (!has_vtk())
    lmp->error->all(FLERR,
                    "{}: this program was built without VTK (install libvtk9-dev, then configure "
                    "and build again)",
                    DUMP_PARAVIEW);
  ParaviewSettings settings;
  settings.file = arg[4];
  InputWords words(lmp, DUMP_PARAVIEW, narg, arg, 5);
  if (!utils::strmatch(settings.file, "[^/]\\.pvd$") ||
      settings.file.find_first_of("%*") != std::string::npos)
    words.refuse("file", settings.file, "expected a name that ends in .pvd, without % and *");
  if (!grist::is_utf8_text(settings.file))
    words.refuse("file", settings.file, grist::UTF8_EXPECTED);

  std::vector<std::string> fields;
  words.read_keywords(
      {{"bonds", [&] { settings.bonds = words.yes_or_no("bonds"); }},
       {"compress",
        [&] {
          const std::string name = words.one_of("compress", {"lz4", "zlib", "none"});
          settings.format.compression = name == "lz4" ? Compression::LZ4
              : name == "zlib"                        ? Compression::ZLIB
                                                      : Compression::NONE;
        }},
       {"fields",
        [&] {
          do fields.push_back(words.word("fields"));
          while (words.left() && !is_keyword(words));
        }},
       {"precision",
        [&] {
          settings.format.single_precision =
              words.one_of("precision", {"single", "double"}) == "single";
        }},
       {"walls", [&] { settings.walls = words.yes_or_no("walls"); }}});

  settings.words.assign(arg, arg + 5);
  settings.words.emplace_back("id");
  settings.words.insert(settings.words.end(), fields.begin(), fields.end());
  for (std::string &word : settings.words) settings.arguments.push_back(word.data());
  return settings;
}
