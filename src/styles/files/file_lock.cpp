#include "styles/files/file_lock.h"

#include "fmt/format.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <thread>
#include <unistd.h>

using namespace LAMMPS_NS;

static constexpr int ATTEMPTS = 3;    // where locks of processes that have ended are removed

// A lock is made empty and filled at once. This long a reader waits for it.
static constexpr int LOOKS = 20;
static constexpr std::chrono::milliseconds BETWEEN_LOOKS(5);

std::string LAMMPS_NS::host_name()
{
  char name[256] = "";
  if (gethostname(name, sizeof(name) - 1) != 0 || name[0] == '\0') return "unknown";
  std::string host(name);
  std::replace(host.begin(), host.end(), '/', '_');
  return host;
}

std::string LAMMPS_NS::process_name()
{
  return fmt::format("{}_{}", host_name(), getpid());
}

// ---- locks of this process

namespace {

struct Held {
  int users;
  pid_t process;    // a child of this process inherits the list, but not its locks
};
using HeldLocks = std::map<std::string, Held>;    // by path

HeldLocks &held_locks();

// Where the run ends by an error, no destructor is called.
void remove_locks()
{
  for (const auto &[lock, held] : held_locks())
    if (held.process == getpid()) std::remove(lock.c_str());
}

// It outlives all locks.
HeldLocks &held_locks()
{
  static HeldLocks *const all = [] {
    std::atexit(remove_locks);
    return new HeldLocks;
  }();
  return *all;
}

bool is_ours(const std::string &lock)
{
  const auto at = held_locks().find(lock);
  return at != held_locks().end() && at->second.process == getpid();
}

// ---- locks as files

enum class Made { YES, EXISTS, IMPOSSIBLE };

Made make_lock(const std::string &lock)
{
  const int file = open(lock.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return errno == EEXIST ? Made::EXISTS : Made::IMPOSSIBLE;
  const std::string text = fmt::format("{} {}\n", host_name(), getpid());
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (close(file) == 0 && written) return Made::YES;
  std::remove(lock.c_str());
  return Made::IMPOSSIBLE;
}

std::string text_of(const std::string &path)
{
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Holder {
  std::string host;
  long process = 0;    // 0: the lock does not say
  std::string text;    // of the lock

  bool has_ended() const
  {
    if (process <= 0 || host != host_name()) return false;
    return process == getpid() || (kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH);
  }
};

// Nothing if the lock is gone.
std::optional<Holder> holder_of(const std::string &lock)
{
  Holder holder;
  for (int look = 0; look < LOOKS; look++) {
    if (access(lock.c_str(), F_OK) != 0) return {};
    holder.text = text_of(lock);
    if (!holder.text.empty() && holder.text.back() == '\n') break;
    std::this_thread::sleep_for(BETWEEN_LOOKS);
  }
  std::istringstream words(holder.text);
  if (!(words >> holder.host >> holder.process)) holder.process = 0;
  return holder;
}

// Where several processes find the same old lock, one takes it away. Another may have made a new one
// since: that one is put back.
void remove_old(const std::string &lock, const Holder &holder)
{
  const std::string aside = lock + "." + process_name();
  if (std::rename(lock.c_str(), aside.c_str()) != 0) return;
  const bool is_new = text_of(aside) != holder.text;
  if (is_new && link(aside.c_str(), lock.c_str()) != 0) return;    // somebody has a third one
  std::remove(aside.c_str());
}

std::string refusal(const std::string &lock, const Holder &holder)
{
  const std::string who = holder.process == 0
      ? "another run"
      : fmt::format("process {} on host {}", holder.process, holder.host);
  return fmt::format("{} writes it already; give another name, or remove {} if that run has ended",
                     who, lock);
}

}    // namespace

std::string FileLock::acquire(const std::string &file)
{
  assert(lock.empty());
  std::string path = file + ".lock";
  path.erase(std::remove(path.begin(), path.end(), '*'), path.end());
  for (int attempt = 0; attempt < ATTEMPTS && !is_ours(path); attempt++) {
    const Made made = make_lock(path);
    if (made == Made::IMPOSSIBLE) return "";
    if (made == Made::YES) {
      held_locks()[path] = {0, getpid()};
      break;
    }
    const std::optional<Holder> holder = holder_of(path);
    if (!holder) continue;
    if (!holder->has_ended()) return refusal(path, *holder);
    remove_old(path, *holder);
  }
  if (!is_ours(path)) return refusal(path, {});
  held_locks()[path].users++;
  lock = path;
  return "";
}

FileLock::~FileLock()
{
  if (lock.empty() || !is_ours(lock) || --held_locks()[lock].users > 0) return;
  held_locks().erase(lock);
  std::remove(lock.c_str());
}

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
