/* particle_mix command: names a mix of particles for fix insert/pack and fix insert/stream. */

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(particle_mix,ParticleMixCommand);
// clang-format on
#else

#ifndef LMP_PARTICLE_MIX_H
#define LMP_PARTICLE_MIX_H

#include "command.h"

namespace LAMMPS_NS {

class ParticleMixCommand : public Command {
 public:
  ParticleMixCommand(class LAMMPS *lmp) : Command(lmp) {}
  void command(int, char **) override;

 private:
  void report(const class FixParticleMix &mix);
};

}    // namespace LAMMPS_NS

#endif
#endif
