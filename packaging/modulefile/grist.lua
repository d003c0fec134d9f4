-- Lmod modulefile of Grist as a plugin for an installed LAMMPS. Put it into a folder of MODULEPATH as grist/0.2.0.lua.

-- The folder given to 'cmake --install build --prefix'. Libraries are in its folder lib: configure with -D CMAKE_INSTALL_LIBDIR=lib.
local prefix = "/opt/grist/0.2.0"

-- The module of the LAMMPS that Grist was built for. Enable the line below, with the name that it has on this machine.
local lammps = "lammps/4Feb2025"
-- depends_on(lammps)

help([[
Grist adds breakable bonded clusters and rigid convex polyhedra to LAMMPS.
LAMMPS loads it at its start, by LAMMPS_PLUGIN_PATH. 'grist demo' runs an example.
It works with ]] .. lammps .. [[ only.
]])
whatis("Name: Grist")
whatis("Version: 0.2.0")
whatis("Description: bonded clusters, polyhedra, mesh walls and breakage for LAMMPS")

conflict("grist")

local plugins = pathJoin(prefix, "lib", "grist")
if mode() == "load" and not isFile(pathJoin(plugins, "gristplugin.so")) then
  LmodError("there is no plugin in " .. plugins .. ": set 'prefix' in " .. myFileName())
end

prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("LAMMPS_PLUGIN_PATH", plugins)
