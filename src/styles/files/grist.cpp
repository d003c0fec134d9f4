#include "styles/files/grist.h"

#include "styles/commands/input_words.h"
#include "styles/files/output_columns.h"

#include "lanes/instructions.h"

#include "comm.h"
#include "fmt/format.h"
#include "lammps.h"
#include "output.h"
#include "thermo.h"

#include <string>
#include <vector>

using namespace LAMMPS_NS;

std::string LAMMPS_NS::grist_version(const LAMMPS *lmp)
{
  return fmt::format("Grist {} in LAMMPS {}", GRIST_VERSION, lmp->version);
}

static void print_columns(LAMMPS *lmp)
{
  if (lmp->comm->me > 0) return;
  for (const bool by_atom : {false, true})
    for (const NamedColumn &column : by_atom ? atom_columns(lmp) : global_columns(lmp))
      utils::logmesg(lmp, "  {:<16} {} ({}){}\n", column.reference, column.name, column.unit,
                     by_atom ? ", by atom" : "");
}

// The head of a thermo field: of "f_mill[7]" it is "mill:power[W]", of "f_out[2][1]" of an array
// "out:units_out[1]:2"; empty if it is not of a style of Grist. One word, as readers of logs expect.
static std::string head_of(const std::string &field, const std::vector<NamedColumn> &columns)
{
  const size_t open = field.find('['), inner = field.find("][");
  const bool is_of_array = inner != std::string::npos;
  const std::string reference = is_of_array ? field.substr(0, open) + "[*" + field.substr(inner)
                                            : field;
  for (const NamedColumn &column : columns)
    if (column.reference == reference)
      return fmt::format("{}:{}[{}]", field.substr(2, open == std::string::npos ? open : open - 2),
                         column.name, column.unit) +
          (is_of_array ? ":" + field.substr(open + 1, inner - open - 1) : "");
  return "";
}

static void name_thermo_columns(LAMMPS *lmp)
{
  const std::vector<NamedColumn> columns = global_columns(lmp);
  const std::vector<std::string> fields = lmp->output->thermo->get_keywords();
  for (std::string field : fields) {
    std::string head = head_of(field, columns), word = "colname";
    if (head.empty()) continue;
    char *words[] = {word.data(), field.data(), head.data()};
    lmp->output->thermo->modify_params(3, words);
  }
}

void GristCommand::command(int narg, char **arg)
{
  InputWords words(lmp, "Command grist", narg, arg);
  bool names_columns = false;
  words.read_keywords({{"columns", [&names_columns] { names_columns = true; }}});
  if (names_columns) {
    print_columns(lmp);
    name_thermo_columns(lmp);
  } else if (comm->me == 0) {
    utils::logmesg(lmp, "{}, instructions {}\n", grist_version(lmp),
                   grist::name(grist::instructions()));
  }
}
