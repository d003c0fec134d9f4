/* The contact models of the GRANULAR package of LAMMPS, as in `fix wall/gran`, for walls for
   spheres.
*/

#ifndef GRIST_STYLES_GRANULAR_WALL_LAW_H
#define GRIST_STYLES_GRANULAR_WALL_LAW_H

#include "styles/commands/number_or_variable.h"
#include "styles/walls/wall_law.h"

namespace LAMMPS_NS {
namespace Granular_NS {
class GranularModel;
}

class GranularWallLaw : public OneByOneLaw {
 public:
  // Reads a model of fix wall/gran from arg[iarg] to the end: granular, hooke, hooke/history or
  // hertz/history with its values, and then `temperature T` if there is a heat model.
  GranularWallLaw(class LAMMPS *lmp, int narg, char **arg, int iarg, std::string user);
  ~GranularWallLaw() override;

  // Whether the word is the name of such a model.
  static bool knows(const std::string &word);

  void init() override;
  void begin_step(bool advance) override;
  int width() const override;
  double reach(double radius) const override;
  Force force(const SphereAtWall &contact, double *history) override;

 private:
  LAMMPS *lmp;
  std::string user;
  NumberOrVariable temperature;    // of the wall, with a heat model
  std::unique_ptr<Granular_NS::GranularModel> model;
  bool has_heat;

  int read_sub_models(int narg, char **arg, int iarg);
  int read_limit_damping(int narg, char **arg, int iarg);
  void read_temperature(class InputWords &words);
};

}    // namespace LAMMPS_NS

#endif
