/* cluster_template command: packs a shape with spheres, bonds them, and leaves a molecule template.

   The packing, the bonds and the molecule file's text come from clusters/; this command reads the input line,
   hands the text to LAMMPS as the molecule command would, and makes room for the bonds in the atom arrays.
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(cluster_template,ClusterTemplate);
// clang-format on
#else

#ifndef LMP_CLUSTER_TEMPLATE_H
#define LMP_CLUSTER_TEMPLATE_H

#include "command.h"

namespace grist {
class Shape;
struct BondedCluster;
}    // namespace grist

namespace LAMMPS_NS {

class ClusterTemplate : public Command {
 public:
  ClusterTemplate(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  struct Order;    // what the input line asks for

  Order parse(int, char **);
  grist::Shape parse_shape(int, char **, int &);
  void parse_keywords(int, char **, int, Order &);
  void check_system(const Order &);
  void create(const Order &);

  void add_molecule(const std::string &, const std::string &);
  void make_room();
  void report(const Order &, const grist::BondedCluster &);
};

}    // namespace LAMMPS_NS

#endif
#endif
