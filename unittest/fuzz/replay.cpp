// Runs a fuzz target on files, and on the files of folders, as libFuzzer would: for the build
// without it.

#include "fuzz/fuzz_target.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

int main(int argc, char **argv)
{
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (int n = 1; n < argc; n++) {
    if (!fs::is_directory(argv[n]))
      files.emplace_back(argv[n]);
    else
      for (const auto &entry : fs::directory_iterator(argv[n])) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path &file : files) {
    std::printf("%s\n", file.string().c_str());
    std::fflush(stdout);    // the last line names the file that failed
    std::ifstream in(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;
}
