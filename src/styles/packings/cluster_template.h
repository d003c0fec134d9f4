/* cluster_template command: packs a shape with spheres, bonds them, and defines a molecule
   template.

   The packing, the bonds and the text of the molecule file come from packings/. This command passes
   the text to LAMMPS as the molecule command would, and makes room for the bonds in the atom
   arrays.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(cluster_template,ClusterTemplate);
// clang-format on
#else

#ifndef LMP_CLUSTER_TEMPLATE_H
#define LMP_CLUSTER_TEMPLATE_H

#include "command.h"

#include <string>

namespace grist {
struct BondedCluster;
struct ClusterTemplateSettings;
}    // namespace grist

namespace LAMMPS_NS {

class ClusterTemplate : public Command {
 public:
  ClusterTemplate(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  void check_system(const grist::ClusterTemplateSettings &);
  void create(const grist::ClusterTemplateSettings &);
  void add_molecule(const std::string &id, const std::string &file);
  void grow_bond_arrays();
  void report(const grist::ClusterTemplateSettings &, const grist::BondedCluster &);
};

}    // namespace LAMMPS_NS

#endif
#endif
