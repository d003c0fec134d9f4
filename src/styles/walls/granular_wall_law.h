/* The contact models of LAMMPS's GRANULAR package for walls of spheres, as `fix wall/gran` has them. */

#ifndef GRIST_STYLES_GRANULAR_WALL_LAW_H
#define GRIST_STYLES_GRANULAR_WALL_LAW_H

#include "styles/walls/wall_law.h"

namespace LAMMPS_NS {
namespace Granular_NS {
class GranularModel;
}

class GranularWallLaw : public WallLaw {
 public:
  // Reads from arg[iarg] to the end what fix wall/gran takes: granular, hooke, hooke/history or hertz/history and what
  // follows, and at the end `temperature T` where there is a heat model.
  GranularWallLaw(class LAMMPS *lmp, int narg, char **arg, int iarg, std::string user);
  ~GranularWallLaw() override;

  // Whether a word begins such a model.
  static bool knows(const std::string &word);

  void init() override;
  void begin_step(bool advance) override;
  int width() const override;
  double reach(double radius) const override;
  Force force(int i, const grist::MovingSphere &sphere, const grist::SurfaceContact &at,
              double *history) override;

 private:
  LAMMPS *lmp;
  std::string user, temperature;    // variable, or empty
  std::unique_ptr<Granular_NS::GranularModel> model;
  bool has_heat;
  int variable;

  int read_sub_models(int narg, char **arg, int iarg);
  void read_temperature(int narg, char **arg, int iarg);
};

}    // namespace LAMMPS_NS

#endif
