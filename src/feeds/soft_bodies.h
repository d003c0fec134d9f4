// Bodies of soft spheres that push each other and the surface of the container until they no longer
// overlap: the engine of a dense filling (soft_filling.cpp).
//
// A body has one or more spheres fixed to it. Spheres of two bodies repel as springs of stiffness 1
// where they are nearer than the sum of their radii, swollen by a factor, so that the bodies
// themselves get clear of each other in a finite number of steps. The surface pushes a body back
// into the container by the sphere about its centre that must have room, swollen too. What is in
// the way does not move.
//
// The energy is minimised by FIRE (Bitzek et al. 2006, Phys. Rev. Lett. 97, 170201): motion that is
// steered downhill and stopped whenever it leads uphill. A body's mass grows with the number of its
// neighbors, so that one time step is stable for bodies of all sizes. Mass and inertia are over the
// stiffness of a contact, and velocities over the step of time, which has no unit.

#ifndef GRIST_FEEDS_SOFT_BODIES_H
#define GRIST_FEEDS_SOFT_BODIES_H

#include "feeds/filling_scene.h"

#include <vector>

namespace grist {

class SoftBodies {
 public:
  struct Sphere {
    int body;        // number in the scene, of a particle or of an obstacle
    Vector3d arm;    // from the centre of the body, in its frame
    double radius;
  };

  // Spheres of particles come first. `room`: radius of the sphere about the centre of each particle
  // that the surface pushes. Bodies turn or not.
  SoftBodies(FillingScene &scene, std::vector<Sphere> spheres, std::vector<double> room,
             bool turns);

  // Whether bodies get clear of each other and of the surface in so many steps, radii swollen by
  // this factor above 1. Stops early where they come to rest and still overlap.
  bool relax(double swelling, int most_steps);

  // Leaves out the last particles: this share of all, one at least, and about as many as overlap at
  // most (FillingScene::make_room).
  void leave_out(double share);

  // Mean of all overlaps of the last step, over the distance wanted; 0 for none.
  double mean_overlap() const { return contacts > 0 ? overlaps / contacts : 0.0; }

 private:
  struct Motion {
    Vector3d velocity = Vector3d::zero(), omega = Vector3d::zero();
    Vector3d force = Vector3d::zero(), torque = Vector3d::zero();
    double mass = 1.0, inertia = 1.0;
    double excess = 0.0;    // sum of what add_contact() returned
    double stuck = 0.0;     // of it, by what does not move
  };
  struct Pace {
    double dt, mixing;
    int downhill;    // steps since the last stop
  };

  FillingScene &scene;
  std::vector<Sphere> spheres;
  std::vector<double> room;
  bool turns;
  double length = 0.0, overhang = 0.0;    // mean radius of spheres; longest arm
  double swelling = 1.0;
  Pace pace;
  std::vector<Motion> motion;         // of particles
  std::vector<Vector3d> places;       // of spheres
  std::vector<PeriodicPair> pairs;    // of spheres
  std::vector<Vector3d> listed_at;    // centres of particles
  std::vector<double> turned;         // since the list, at most, of particles
  std::vector<char> is_inner;    // off the surface wherever a particle goes until the next list

  int contacts = 0;         // of swollen spheres, and with the surface
  int unclear = 0;          // of them, those that are left without swelling
  double overlaps = 0.0;    // their sum, each over the distance wanted
  double pushes = 0.0;      // the sum of all contact forces

  double skin() const;
  void list_pairs();
  void set_masses();
  bool is_list_outdated() const;
  void place_spheres();
  void find_forces();
  void add_pairs();
  void add_surface();
  void add_force(const Sphere &sphere, const Vector3d &place, const Vector3d &push, double excess);
  double add_contact(double overlap, double wanted);
  bool is_at_rest() const;
  void step();
  void stop();
  void move(int n);
};

}    // namespace grist

#endif
