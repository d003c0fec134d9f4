/* The loader of the plugin: what `plugin load gristplugin.so` opens, or what LD_PRELOAD adds to a
   LAMMPS without that command.

   Styles are compiled against the headers of one LAMMPS: its version, the sizes of its integers,
   its MPI, OpenMP or none. LAMMPS itself would load them into any other and run on with wrong
   results. So the loader queries the running LAMMPS by its C interface, raises an error of LAMMPS with
   one sentence if something does not fit, and only then opens the library of styles beside it. It
   includes no class of LAMMPS but that of its exceptions, and links neither LAMMPS nor MPI.
*/

#include "styles/plugin/style_registry.h"

#include "exceptions.h"
#include "lmptype.h"
#include "version.h"

#include <dlfcn.h>
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

constexpr const char *STYLES = "libgriststyles.so";
const char *const PACKAGES[] = {"GRANULAR", "RIGID", "BODY", "MOLECULE"};

// The file that an address of this process is mapped from; empty if it cannot be found.
std::string file_of(const void *address)
{
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long long first = 0, end = 0;
    const size_t path = line.find('/');
    if (path == std::string::npos || std::sscanf(line.c_str(), "%llx-%llx", &first, &end) != 2)
      continue;
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    if (first <= place && place < end) return line.substr(path);
  }
  return "";
}

std::string folder_of(const std::string &file)
{
  return file.substr(0, file.rfind('/') + 1);
}

// The command that prints a text as it is on the screen and in the log.
std::string print_of(const std::string &text)
{
  return "print \"\"\"" + text + "\"\"\"";
}

// LAMMPS' C interface, in the program or the library that a function of LAMMPS belongs to.
class LammpsInterface {
 public:
  LammpsInterface(void *lmp, void *function) : lmp(lmp), file(file_of(function))
  {
    library = file.empty() ? nullptr : dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!library || !dlsym(library, "lammps_version")) library = dlopen(nullptr, RTLD_LAZY);
  }

  int version() const { return call<int (*)(void *)>("lammps_version")(lmp); }
  int setting(const char *name) const
  {
    return call<int (*)(void *, const char *)>("lammps_extract_setting")(lmp, name);
  }
  bool has_package(const char *name) const
  {
    return call<int (*)(const char *)>("lammps_config_has_package")(name) != 0;
  }
  bool has_style(const char *kind, const char *name) const
  {
    return call<int (*)(void *, const char *, const char *)>("lammps_has_style")(lmp, kind, name) !=
        0;
  }

  // With a compiler's OpenMP?
  bool has_openmp() const
  {
    char text[1024] = "";
    call<void (*)(char *, int)>("lammps_get_os_info")(text, sizeof(text));
    return std::string(text).find("OpenMP not enabled") == std::string::npos;
  }

  // The MPI library, as it names itself.
  std::string mpi() const
  {
    void *get = symbol("MPI_Get_library_version");
    if (!get || !call<int (*)()>("lammps_config_has_mpi_support")()) return "no MPI";
    char text[8192] = "";    // both families write less
    int length = 0;
    reinterpret_cast<int (*)(char *, int *)>(get)(text, &length);
    return text;
  }

  // "4 Feb 2025 - Update 1". The C interface does not give the update; the first line of `lmp -h`
  // is in the file.
  std::string full_version() const
  {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const std::string before = "Massively Parallel Simulator - ";
    const size_t found = bytes.find(before);
    if (found == std::string::npos) return "";
    const size_t start = found + before.size();
    return bytes.substr(start, bytes.find('\n', start) - start);
  }

  // Raises the error as a command of LAMMPS does: a program that uses LAMMPS as a library can catch
  // it, and main() of LAMMPS ends the run. lammps_error() of the C interface would end the process.
  [[noreturn]] void fail(const std::string &text) const
  {
    const std::string error = "ERROR: " + text;
    call<char *(*) (void *, const char *)>("lammps_command")(lmp, print_of(error).c_str());
    throw LAMMPS_NS::LAMMPSException(error);
  }

  // What one rank of several may have found alone, on which the others would wait.
  [[noreturn]] void fail_alone(const std::string &text) const
  {
    const int one = 1, world = 4;
    if (setting("world_size") > 1)
      call<void (*)(void *, int, const char *)>("lammps_error")(lmp, one | world, text.c_str());
    fail(text);
  }

 private:
  void *lmp;
  std::string file;
  void *library;

  void *symbol(const char *name) const
  {
    void *found = dlsym(library, name);
    return found ? found : dlsym(RTLD_DEFAULT, name);
  }
  template <class Function> Function call(const char *name) const
  {
    return reinterpret_cast<Function>(symbol(name));
  }
};

// 20250204: "4Feb2025".
std::string date(int version)
{
  static const char *const MONTHS[] = {"?",   "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const int month = version / 100 % 100;
  return std::to_string(version % 100) + MONTHS[month <= 12 ? month : 0] +
      std::to_string(version / 10000);
}

// The family of an MPI library, from the name that it gives itself.
std::string mpi_family(const std::string &name)
{
  for (const char *family : {"Open MPI", "MPICH", "Intel", "MVAPICH"})
    if (name.find(family) != std::string::npos)
      return std::string(family) == "Open MPI" ? family
                                               : "MPICH";    // the others share its interface
  return name.substr(0, name.find('\n'));
}

#ifdef OPEN_MPI
constexpr const char *OUR_MPI = "Open MPI";
#else
constexpr const char *OUR_MPI = "MPICH";
#endif

std::string openmp(bool on)
{
  return on ? "with OpenMP" : "without OpenMP";
}

// Properties that do not fit, as "this LAMMPS is ..., and this Grist was compiled for ..."; empty
// if all fits.
struct Misfit {
  std::string theirs, ours;
};

Misfit compare_sizes(const LammpsInterface &lammps)
{
  const struct {
    const char *name;
    int size;
  } integers[] = {{"tagint", sizeof(LAMMPS_NS::tagint)},
                  {"bigint", sizeof(LAMMPS_NS::bigint)},
                  {"imageint", sizeof(LAMMPS_NS::imageint)}};
  for (const auto &integer : integers) {
    const int size = lammps.setting(integer.name);
    if (size != integer.size)
      return {"has a " + std::string(integer.name) + " of " + std::to_string(8 * size) + " bits",
              std::to_string(8 * integer.size) + " bits"};
  }
  return {};
}

Misfit compare(const LammpsInterface &lammps)
{
  if (lammps.version() != GRIST_LAMMPS_NUMBER)
    return {"is " + date(lammps.version()), date(GRIST_LAMMPS_NUMBER)};
#ifdef LAMMPS_UPDATE
  const std::string full = LAMMPS_VERSION " - " LAMMPS_UPDATE;
#else
  const std::string full = LAMMPS_VERSION;
#endif
  const std::string found = lammps.full_version();
  if (!found.empty() && found != full) return {"is " + found, full};
  const Misfit sizes = compare_sizes(lammps);
  if (!sizes.theirs.empty()) return sizes;
  if (lammps.has_openmp() != (GRIST_LAMMPS_OPENMP != 0))
    return {"was compiled " + openmp(lammps.has_openmp()), "one " + openmp(GRIST_LAMMPS_OPENMP)};
  const std::string family = mpi_family(lammps.mpi());
  if (family != OUR_MPI) return {"uses " + family, OUR_MPI};
  for (const char *package : PACKAGES)
    if (!lammps.has_package(package))
      return {"lacks the package " + std::string(package), "one that has it"};
  return {};
}

struct Styles {
  decltype(&grist_is_registered) is_registered;
  decltype(&grist_register) add;
};

// The library beside this file, opened now or before; its functions are null where it cannot be
// opened.
Styles open_styles(int mode)
{
  const std::string path = folder_of(file_of(reinterpret_cast<void *>(&open_styles))) + STYLES;
  void *library = dlopen(path.c_str(), RTLD_NOW | mode);
  if (!library) return {nullptr, nullptr};
  return {reinterpret_cast<decltype(&grist_is_registered)>(dlsym(library, "grist_is_registered")),
          reinterpret_cast<decltype(&grist_register)>(dlsym(library, "grist_register"))};
}

}    // namespace

// Adds the styles to one instance of LAMMPS, or raises an error. `function` is any function of that
// LAMMPS; `handle` and `add` are what LAMMPS hands to a plugin, or null.
static void load(void *lmp, void *function, void *handle, void *add)
{
  const LammpsInterface lammps(lmp, function);
  const Misfit misfit = compare(lammps);
  if (!misfit.theirs.empty())
    lammps.fail("Plugin grist: this LAMMPS " + misfit.theirs +
                ", and this Grist was compiled for " + misfit.ours +
                " (compile Grist for this LAMMPS: doc/plugin.md)");

  const Styles before = open_styles(RTLD_NOLOAD);
  if (before.is_registered && before.is_registered(lmp)) return;    // loaded twice
  if (lammps.has_style("pair", "hertz/mindlin"))
    lammps.fail(
        "Plugin grist: this LAMMPS has Grist compiled in already (leave out 'plugin load')");
  const Styles styles = open_styles(0);
  if (!styles.add) {
    const char *reason = dlerror();
    lammps.fail_alone("Plugin grist: " + std::string(STYLES) + " cannot be opened: " +
                      (reason ? reason : "no reason is given") + " (install Grist again)");
  }
  styles.add(lmp, handle, add);
}

// ---- three ways in

#define GRIST_EXPORT extern "C" __attribute__((visibility("default")))

// The command `plugin load`, and LAMMPS_PLUGIN_PATH.
GRIST_EXPORT void lammpsplugin_init(void *lmp, void *handle, void *add)
{
  load(lmp, add, handle, add);
}

// Programs that use LAMMPS as a library, with the handle that lammps_open() has given: they may be
// written in C or Python, which no exception can pass. 0, or 1 after an error, which was printed.
GRIST_EXPORT int grist_load(void *lmp)
{
  try {
    load(lmp, dlsym(RTLD_DEFAULT, "lammps_version"), nullptr, nullptr);
  } catch (const LAMMPS_NS::LAMMPSException &) {
    return 1;
  }
  return 0;
}

// A LAMMPS without the command `plugin`, where this file is in LD_PRELOAD: LAMMPS::create() makes
// what an instance consists of, at its start and at the command `clear`. LAMMPS then finds this
// function in place of its own.
GRIST_EXPORT void _ZN9LAMMPS_NS6LAMMPS6createEv(void *lmp)
{
  void *original = dlsym(RTLD_NEXT, "_ZN9LAMMPS_NS6LAMMPS6createEv");
  reinterpret_cast<void (*)(void *)>(original)(lmp);
  load(lmp, original, nullptr, nullptr);
}
