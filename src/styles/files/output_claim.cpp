#include "styles/files/output_claim.h"

#include "fmt/format.h"

#include <cassert>
#include <filesystem>
#include <map>

using namespace LAMMPS_NS;

// Owners.
static std::map<std::pair<const LAMMPS *, std::string>, std::string> &claims()
{
  static std::map<std::pair<const LAMMPS *, std::string>, std::string> all;
  return all;
}

std::string OutputClaim::claim(const LAMMPS *lmp, const std::string &file, const std::string &owner)
{
  assert(claimed.second.empty());
  std::error_code failed;
  const auto full = std::filesystem::weakly_canonical(std::filesystem::absolute(file), failed);
  if (failed || (std::filesystem::exists(full, failed) && !std::filesystem::is_regular_file(full)))
    return "";
  const auto [at, is_new] = claims().emplace(std::make_pair(lmp, full.string()), owner);
  if (!is_new) return fmt::format("{} writes it already; give another name", at->second);
  claimed = at->first;
  return lock.acquire(full.string());
}

OutputClaim::~OutputClaim()
{
  if (!claimed.second.empty()) claims().erase(claimed);
}
