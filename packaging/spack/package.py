# Spack package of Grist, as a plugin for Spack's package lammps. packaging/README.md says how to use it and what was checked.
#
# Spack's lammps installs no headers for plugins. The source of the same LAMMPS version is therefore fetched as a resource.

from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Grist(CMakePackage):
    """Grist adds breakable bonded clusters and rigid convex polyhedra to LAMMPS, to simulate
    grinding, hoppers, silos and other plant."""

    # PLACEHOLDER: the project names no homepage yet. Set url to the archive of a release; file:// works too.
    homepage = "https://example.org/grist"
    url = "https://example.org/grist-0.2.0.tar.gz"

    license("GPL-2.0-only")

    # PLACEHOLDER: the checksum of that archive.
    version("0.2.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("vtk", default=False, description="Compile dump paraview, with VTK")
    variant("python", default=True, description="Python with numpy, matplotlib and jinja2, for plots, reports")

    # Versions of LAMMPS: in Spack's numbers, the tag of the source and its checksum, both as in Spack's package lammps.
    # Grist's tests run with 20250204 and 20260704.
    lammps_sources = {
        "20250204": (
            "patch_4Feb2025",
            "a4cb0a58451d47ac31ee3e1f148d92f445298d6e27f2d06f161b9b4168d79eb1",
        ),
        "20250722.6": (
            "stable_22Jul2025_update6",
            "40780d0269c656ffa983a8e3e6ed047fedfe1d0b7344b77ace25bf8c7c535f01",
        ),
        "20260704": (
            "patch_4Jul2026",
            "be9deffba169d140c337fd29570d3f5469332ece7e77280cce998f6caaad5534",
        ),
        "20260930": (
            "stable_30Sep2026",
            "56e6670161cc0e4c5a4816a95edc80c00c9507a98445d0756b9ad8b5eb29748e",
        ),
    }

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("mpi")
    depends_on("eigen@3.3:3")
    depends_on("vtk@9:", when="+vtk")
    depends_on("googletest", type="test")
    with when("+python"):
        depends_on("python@3.9:", type="run")
        depends_on("py-numpy", type="run")
        depends_on("py-scipy", type="run")
        depends_on("py-matplotlib", type="run")
        depends_on("py-jinja2", type="run")

    depends_on(
        "lammps@{0} +lib+mpi+plugin+granular+bpm+molecule+rigid+body~kokkos".format(
            ",".join(lammps_sources)
        )
    )
    for _lammps, (_tag, _sha256) in lammps_sources.items():
        resource(
            name=f"lammps-{_lammps}",
            url=f"https://github.com/lammps/lammps/archive/{_tag}.tar.gz",
            sha256=_sha256,
            placement="lammps-source",
            when=f"^lammps@{_lammps}",
        )

    conflicts("platform=darwin", msg="Grist was never tried on macOS")
    conflicts("platform=windows", msg="Grist was never tried on Windows")

    def cmake_args(self):
        lammps = self.spec["lammps"].prefix
        library = find_libraries("liblammps", root=lammps, shared=True, recursive=True)[0]
        return [
            self.define("GRIST_LAMMPS_LIBRARY", library),
            self.define("GRIST_LAMMPS_DIR", join_path(self.stage.source_path, "lammps-source")),
            self.define("GRIST_NATIVE", False),  # Spack's compiler wrapper names the processor
            self.define("GRIST_BUILD_TESTS", self.run_tests),
            self.define_from_variant("GRIST_VTK", "vtk"),
            self.define("CMAKE_INSTALL_LIBDIR", "lib"),
        ]

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        env.prepend_path("LAMMPS_PLUGIN_PATH", self.prefix.lib.grist)

    def test_first_example(self):
        """LAMMPS loads the plugin and runs the first example"""
        lmp = which(self.spec["lammps"].prefix.bin.lmp, required=True)
        lmp.add_default_env("LAMMPS_PLUGIN_PATH", self.prefix.lib.grist)
        lmp("-log", "none", "-in", self.prefix.share.grist.examples.first.join("in.first"))
