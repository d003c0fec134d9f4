// The loader of the plugin, asked by LAMMPS libraries of all kinds: what does not fit raises an
// error of LAMMPS, one sentence with both sides in it. Oracle: the answers of a library that stands in for LAMMPS
// (fake_lammps.cpp), set one at a time.

#include "plugin/fake_lammps.h"

#include "exceptions.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace {

namespace fs = std::filesystem;

#ifdef OPEN_MPI
constexpr const char *OUR_MPI = "Open MPI";
#else
constexpr const char *OUR_MPI = "MPICH";
#endif

// A folder with the loader and, beside it, a file in place of the library of styles.
class PluginLoader : public testing::Test {
 protected:
  void SetUp() override
  {
    folder = fs::temp_directory_path() / ("grist_loader_" + std::to_string(getpid()));
    fs::create_directories(folder);
    fs::copy_file(GRIST_LOADER, folder / "gristplugin.so", fs::copy_options::overwrite_existing);
    open(FAKE_LAMMPS);
    fake->version = GRIST_LAMMPS_NUMBER;
    fake->mpi = OUR_MPI + std::string(" v4.1.4, package: Debian");
    fake->has_openmp = GRIST_LAMMPS_OPENMP;
  }

  void TearDown() override
  {
    if (loader) dlclose(loader);
    fs::remove_all(folder);
  }

  void open(const char *library)
  {
    lammps = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(lammps) << dlerror();
    const FakeLammps settings = fake ? *fake : FakeLammps();
    fake = static_cast<FakeLammps *>(dlsym(lammps, "fake_lammps"));
    *fake = settings;
  }

  // The error that the loader raises, which LAMMPS has printed before.
  std::string error_of_load()
  {
    std::string error;
    try {
      load();
    } catch (const LAMMPS_NS::LAMMPSException &exception) {
      error = exception.what();
    }
    EXPECT_EQ(error.rfind("ERROR: Plugin grist: ", 0), 0U) << error;
    EXPECT_EQ(fake->command, "print \"\"\"" + error + "\"\"\"");
    return error;
  }

  void load()
  {
    loader = dlopen((folder / "gristplugin.so").c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_TRUE(loader) << dlerror();
    auto *init =
        reinterpret_cast<void (*)(void *, void *, void *)>(dlsym(loader, "lammpsplugin_init"));
    int instance = 0;
    init(&instance, loader, dlsym(lammps, "lammps_version"));
  }

  void expect_error(const std::string &theirs, const std::string &ours)
  {
    const std::string error = error_of_load();
    EXPECT_NE(error.find("this LAMMPS " + theirs), std::string::npos) << error;
    EXPECT_NE(error.find("this Grist was compiled for " + ours), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }

  fs::path folder;
  void *lammps = nullptr, *loader = nullptr;
  FakeLammps *fake = nullptr;
};

TEST_F(PluginLoader, RejectsAnotherVersion)
{
  fake->version = 20300704;
  expect_error("is 4Jul2030", "");
}

TEST_F(PluginLoader, RejectsAnotherUpdateOfTheVersion)
{
  open(FAKE_LAMMPS_UPDATED);
  expect_error("is " GRIST_LAMMPS_FULL_VERSION " - Update 9", GRIST_LAMMPS_FULL_VERSION);
}

TEST_F(PluginLoader, RejectsOtherSizesOfIntegers)
{
  fake->tagint = 8;
  expect_error("has a tagint of 64 bits", "32 bits");
}

TEST_F(PluginLoader, RejectsOtherSizesOfImageFlags)
{
  fake->imageint = 8;
  expect_error("has a imageint of 64 bits", "32 bits");
}

TEST_F(PluginLoader, RejectsAnotherMpi)
{
  const bool open_mpi = std::string(OUR_MPI) == "Open MPI";
  fake->mpi = open_mpi ? "MPICH Version: 4.0.2\nMPICH Release date: 2022" : "Open MPI v5.0.7";
  expect_error(open_mpi ? "uses MPICH" : "uses Open MPI", OUR_MPI);
}

TEST_F(PluginLoader, RejectsALammpsWithoutMpi)
{
  fake->mpi.clear();
  expect_error("uses no MPI", OUR_MPI);
}

TEST_F(PluginLoader, RejectsOtherOpenMp)
{
  fake->has_openmp = !fake->has_openmp;
  expect_error(fake->has_openmp ? "was compiled with OpenMP" : "was compiled without OpenMP",
               fake->has_openmp ? "one without OpenMP" : "one with OpenMP");
}

TEST_F(PluginLoader, RejectsALammpsWithoutAPackageThatStylesNeed)
{
  for (const char *package : {"GRANULAR", "RIGID", "BODY", "MOLECULE"}) {
    fake->missing_package = package;
    expect_error("lacks the package " + std::string(package), "one that has it");
  }
}

TEST_F(PluginLoader, RejectsALammpsThatHasGrist)
{
  fake->has_grist = true;
  const std::string error = error_of_load();
  EXPECT_NE(error.find("has Grist compiled in already"), std::string::npos) << error;
}

TEST_F(PluginLoader, SaysThatTheLibraryOfStylesIsMissing)
{
  const std::string error = error_of_load();
  EXPECT_NE(error.find("libgriststyles.so cannot be opened"), std::string::npos) << error;
  EXPECT_NE(error.find("install Grist again"), std::string::npos) << error;
}

TEST_F(PluginLoader, SaysThatTheLibraryOfStylesIsCut)
{
  std::ofstream(folder / "libgriststyles.so") << "\177ELF, and no more";
  const std::string error = error_of_load();
  EXPECT_NE(error.find("libgriststyles.so cannot be opened"), std::string::npos) << error;
}

TEST_F(PluginLoader, SaysThatAnotherLibraryStandsInItsPlace)
{
  fs::copy_file(FAKE_LAMMPS, folder / "libgriststyles.so");
  const std::string error = error_of_load();
  EXPECT_NE(error.find("undefined symbol: grist_register"), std::string::npos) << error;
}

// A rank of several that finds it alone ends the run on all of them.
TEST_F(PluginLoader, EndsTheRunOfSeveralRanksWithoutTheLibraryOfStyles)
{
  fake->ranks = 2;
  error_of_load();
  EXPECT_NE(fake->error.find("libgriststyles.so cannot be opened"), std::string::npos)
      << fake->error;
}

// No exception can pass a program in C or Python.
TEST_F(PluginLoader, ReturnsAnErrorToProgramsThatUseLammpsAsALibrary)
{
  ASSERT_TRUE(dlopen(FAKE_LAMMPS, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD)) << dlerror();
  fake->has_grist = true;
  loader = dlopen((folder / "gristplugin.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(loader) << dlerror();
  int instance = 0;
  EXPECT_EQ(reinterpret_cast<int (*)(void *)>(dlsym(loader, "grist_load"))(&instance), 1);
  EXPECT_NE(fake->command.find("has Grist compiled in already"), std::string::npos)
      << fake->command;
}

}    // namespace
