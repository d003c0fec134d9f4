/* bond_style face: blocks that are bonded at their common faces (bonds/face_bond.h).

   Bonds are made by create_blocks and kept by fix FACE/BONDS; LAMMPS' own lists of bonds are not used.
   Bonded blocks have no contact; from the step after a bond has broken they have. Between rebuilds
   the bonds of this rank stand in a list, each once. Those that take less than their strength are worked
   out together (face_blocks.h).
*/

#ifdef BOND_CLASS
// clang-format off
BondStyle(face,BondFace);
// clang-format on
#else

#ifndef LMP_BOND_FACE_H
#define LMP_BOND_FACE_H

#include "bond.h"

#include "bonds/face_bond.h"
#include "overlaps/overlap_energy.h"
#include "styles/blocks/block_bonds.h"
#include "styles/blocks/face_blocks.h"
#include "styles/blocks/parted_faces.h"
#include "styles/guard/run_limits.h"
#include "styles/interfaces/bonded_bodies.h"
#include "styles/interfaces/energy_style.h"
#include "styles/interfaces/loaded_bonds.h"
#include "styles/polyhedra/polyhedron_bodies.h"

#include <vector>

namespace LAMMPS_NS {

class FixFaceBonds;

// A bond of this rank between two rebuilds.
struct LocalFace {
  int a, b;        // one of them is owned
  int type;        // 0: broken since the rebuild
  double share;    // of its energy on this rank
  grist::FaceBond bond;
  double strength = 1.0;    // factor by which it scatters
  grist::FaceMemory memory = {};
  double energy = 0.0;          // of the last evaluation, while it is recorded,
  grist::FacePull drag = {};    // and what its dashpots exerted
};

class BondFace :
    public Bond,
    public BondedBodies,
    public LoadedBonds,
    public EnergyStyle,
    public GuardedStyle {
 public:
  BondFace(class LAMMPS *);
  ~BondFace() override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  void compute(int, int) override;
  double equilibrium_distance(int) override { return 0.0; }
  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_data(FILE *) override;
  double single(int, double, int, int, double &) override { return 0.0; }
  double memory_usage() override;

  bool are_bonded(int i, tagint other) const override;
  PartedContact contact_of(int i, tagint other) const override;
  bigint changes() const override;

  // Laws by bond type, with pressures as force/length^2.
  const std::vector<grist::FaceMaterial> &laws_in_force_units() const { return laws; }

  // Faces of rocks that are free since the last evaluation store energy from now on.
  void add_released();
  void came_apart(int i, tagint other) override;
  void add_limits(RunLimits &) override;

  bool is_initialized() const override { return faces != nullptr; }
  BondSize size_of(int i, int m, int j) const override;
  std::optional<BondReading> reading(int i, int m, int j) const override;
  std::vector<BondPull> elastic_pulls() const override;

  grist::Subscription record_energy() override { return recording.subscribe(); }
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;
  void take_events(grist::EnergyLedger &ledger) override;

 private:
  std::vector<grist::FaceMaterial> materials;    // by bond type, as the user gave them
  std::vector<grist::FaceMaterial> laws;         // the same with pressures as force/length^2
  FixFaceBonds *faces = nullptr;
  PolyhedronBodies bodies;
  std::vector<LocalFace> bonds;
  PartedFaces begun;    // contacts that took the place of faces
  grist::Recording recording;

  FaceBlocks blocks;      // of the same bonds
  double flowed = 0.0;    // energy that creep has taken, not reported yet

  bigint held_then = 0;    // changes of held blocks when bonds were listed
  void allocate();
  void list_bonds(bool is_rebuild);
  void evaluate_other(LocalFace &bond);
  void record(LocalFace &bond, const grist::FacePull &drag, double stored,
              const grist::Vector3d &force_a);
};

}    // namespace LAMMPS_NS

#endif
#endif
