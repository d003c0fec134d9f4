/* The base of fixes that are walls for spheres: adds the forces of all contacts to the spheres, and
   keeps the contact histories with the atoms.

   A derived fix supplies the surfaces (walls/wall_surface.h), moves them, and supplies the contact
   law (wall_law.h). Which spheres are tested: wall_list.h. Force, torque and power of the wall:
   walls/wall_totals.h.
*/

#ifndef GRIST_STYLES_WALL_CONTACT_FIX_H
#define GRIST_STYLES_WALL_CONTACT_FIX_H

#include "styles/guard/run_limits.h"
#include "styles/interfaces/energy_style.h"
#include "styles/interfaces/setup_memory.h"
#include "styles/state/atom_rows.h"
#include "styles/walls/body_masses.h"
#include "styles/walls/polyhedron_wall_law.h"
#include "styles/walls/single_contacts.h"
#include "styles/walls/spheres_on_wall.h"
#include "styles/walls/surface_keyword.h"
#include "styles/walls/wall_bridges.h"
#include "styles/walls/wall_law.h"
#include "styles/walls/wall_list.h"

#include "common/preconditions.h"
#include "walls/contact_memory.h"
#include "walls/contact_resistance.h"
#include "walls/rigid_motion.h"
#include "walls/wall_surface.h"
#include "walls/wall_totals.h"

#include <mpi.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// The totals of the present step, summed over ranks when they are output.
class WallReport {
 public:
  grist::WallTotals here;    // of this rank

  void begin_step()
  {
    here.clear();
    summed = false;
  }

  // Slot n of the totals over all ranks. Collective.
  double value(int n, MPI_Comm world)
  {
    assert(n >= 0 && n < grist::WallTotals::NUMBERS);
    if (!summed)
      MPI_Allreduce(here.values().data(), all.data(), grist::WallTotals::NUMBERS, MPI_DOUBLE,
                    MPI_SUM, world);
    summed = true;
    return all[n];
  }

 private:
  std::array<double, grist::WallTotals::NUMBERS> all{};
  bool summed = true;
};

class WallContactFix :
    public RowsFix<>,
    public GuardedStyle,
    public ContactStyle,
    public SetupMemory,
    public WallTally {
 public:
  void post_constructor() override { guard_run(lmp); }
  int setmask() override { return FixConst::POST_FORCE; }
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  double compute_scalar() override { return report.value(grist::WallTotals::TOUCHING, world); }
  double compute_vector(int n) override { return report.value(n, world); }

  double memory_usage() override;
  void add_limits(RunLimits &) override;

  std::string energy_refusal() const override
  {
    return law->recording() ? "" : "the models of fix wall/gran do not report what they store";
  }
  grist::Subscription record_contacts() override { return law->recording()->subscribe(); }
  void show_contacts(grist::ContactVisitor &visitor) const override { law->show_contacts(visitor); }
  bool has_powers_at_once() const override { return law->in_blocks() != nullptr; }
  grist::Subscription record_energy() override
  {
    const SphereWallLaw *kernel = law->in_blocks();
    return kernel ? kernel->flow_recording().subscribe() : record_contacts();
  }
  void add_stored(grist::StoredEnergy &to, const grist::SphereSelection &of) const override;
  void add_powers(grist::EnergyFlows &to, const grist::SphereRates *rates,
                  const grist::SphereSelection &of) const override;
  grist::OverlapRecord *overlap_record() override { return law->overlap_record(); }
  bool may_lose_at_once() const override { return law->may_lose_at_once(); }

  WallHeat *wall_heat() override { return law->heat(); }
  const std::vector<int> *near_atoms() const override { return &list.spheres(); }

  const WallList &wall_list() const { return list; }    // for tests

  void set_bridges(const std::weak_ptr<WallBridges> &given, double reach)
  {
    bridges.set(given, reach);
  }
  bool is_for_bodies() const { return single->law_of_bodies(); }

  // Whether its law attracts spheres that do not touch. Once the law is initialised.
  bool pulls_beyond_touch() const { return law->pulls_beyond_touch(); }

  // Whether it moves by forces, so that its work is its own.
  virtual bool is_free() const { return false; }

 protected:
  std::unique_ptr<grist::WallSurface> wall;

  WallContactFix(class LAMMPS *, int narg, char **arg, std::string name);

  // To be called once `wall` exists.
  void set_surface(const SurfaceRequest &request);

  // Last in a constructor. An error unless the atoms are spheres; or whatever they are.
  void complete(std::unique_ptr<WallLaw> law);

  // The same of atoms of atom style body polyhedron.
  void complete_for_bodies(std::unique_ptr<PolyhedronWallLaw> law,
                           std::unique_ptr<PolyhedraOnWall> polyhedra);

  // Moves the wall to the present step, before forces.
  virtual void move_wall() {}

  // Whether tally_contact() is of use in this step.
  virtual bool tallies() const { return false; }

  virtual void tally_contact(const SphereAtWall &, const WallLaw::Force &, bool) {}

  // Number n of the totals of the last evaluation, over all ranks. Collective.
  double total(int n) { return report.value(n, world); }
  const grist::WallTotals &totals_here() const { return report.here; }

  // How the contacts of the last evaluation resist, about the reference point; of this rank. Near
  // touch their stiffness is at least that at the least overlap at their place.
  grist::ContactResistance resistance;
  bool measures_resistance = false;
  virtual double least_overlap(const grist::Vector3d &) const { return 0.0; }

  // The part of the wall's velocity that is not prescribed: of the free body that it belongs to.
  virtual grist::RigidVelocity body_velocity() const { return {}; }

  // Power of bridges on spheres by the rest of it, in the last step.
  double driven_pull = 0.0;

  bool knows_tangents() const { return law->knows_tangents(); }
  void set_inertia(const WallInertia *inertia) { law->inertia = inertia; }

  // Contacts may act before they touch, and after. Once the law is initialised.
  bool acts_beyond_touch() const { return law->reach(1.0) > 1.0; }

  // The surface that takes the force of number n of the wall list, a polyhedron, at a point.
  virtual int surface_at(int, const grist::Vector3d &, int surface) const { return surface; }

  // After the surfaces have moved along their normals, and those of polyhedra have other numbers.
  void change_surfaces();

  // The least radius of the spheres of this rank and group, of polyhedra the inner radius; infinite
  // if there are none.
  double thinnest() const { return single->thinnest(groupbit); }

  // Null where atoms are spheres.
  const PolyhedronWallLaw *law_of_bodies() const { return single->law_of_bodies(); }

  // A derived fix that has more takes it through the archive after this.
  void transfer_state(grist::Archive &archive) override;

 private:
  void tally(const SphereAtWall &contact, const WallLaw::Force &force, bool began) override;
  void tally_polyhedron(int n, const SphereAtWall &as_sphere,
                        const PolyhedraOnWall::Contact &contact, const WallLaw::Force &force,
                        bool began) override;
  void tally_pull(const SphereAtWall &place, const WallLaw::Force &pull) override
  {
    if (tallies()) tally_contact(place, pull, false);
  }

  std::unique_ptr<WallLaw> law;
  std::unique_ptr<SingleContacts> single;
  grist::ContactMemory histories;
  std::unique_ptr<SurfaceDrive> surface_drive;    // or null
  WallList list;
  BodyMasses body_masses;
  WallReport report;
  SpheresOnWall blocks;
  BridgesOfWall bridges;

  bigint evaluated;                              // the step of the list
  std::optional<grist::ContactForm> restored;    // form of the histories of the restart file

  void start(PolyhedronWallLaw *bodies, std::unique_ptr<PolyhedraOnWall> polyhedra);
  const SphereWallLaw *law_with_flows() const;
  WallStep step_of_wall()
  {
    return {*wall, histories, body_masses, report.here,
            tallies() || measures_resistance ? this : nullptr};
  }
  void rebuild_list();
  void add_passage(std::vector<TimeLimit> &to) override;
  void make_room();
  void resize_rows(int nmax) override { histories.resize(nmax); }
  void copy_row(int from, int to) override { histories.copy(from, to); }
  void begin_row(int i) override { histories.clear(i); }
  void transfer_row(grist::Archive &archive, int i) override
  {
    histories.transfer(archive, i, law->width_in_use());
  }
  void row_changed(int) override { make_room(); }
};

}    // namespace LAMMPS_NS

#endif
