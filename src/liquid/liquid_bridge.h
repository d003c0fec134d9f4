/* The liquid bridge between two spheres or of a sphere with a wall, and how liquid passes between films and bridges.

   Vocabulary: gap S, between the surfaces (negative: overlap); V, the volume of a bridge; R, the
   effective radius 2 R1 R2/(R1 + R2); theta, the contact angle.

   Force: 2 pi R tension cos(theta)/(c0 + c1 s + c2 s^2), s = S sqrt(R/V); from touch inwards that of
   touch. The form is that of Willett, Adams, Johnson and Seville, Langmuir 16 (2000) 9396, who have
   c = 1, 1.05, 2.5 for small volumes; here c follow V/R^3 and theta, fitted to solutions of the
   Young-Laplace equation between equal spheres (bridge_shape()). It ends at S = (1 + theta/2)
   V^(1/3) (Lian, Thornton and Adams, J. Colloid Interface Sci. 161 (1993) 138). Viscous part: 6 pi
   viscosity (R/2)^2/S times the speed of parting (Adams and Perchard, I. Chem. E. Symp. Ser. 91
   (1985) 147), with a smallest gap. Forces are positive where they pull.

   A time step dt is stable as long as resistance times dt is at most 1/(n1/m1 + n2/m2), n the
   number of bridges of a sphere and m its mass: then the resistances of all bridges of a sphere
   together stop it within a step at most, and take energy in each.
*/

#ifndef GRIST_LIQUID_LIQUID_BRIDGE_H
#define GRIST_LIQUID_LIQUID_BRIDGE_H

#include <cassert>

namespace grist {

// c0, c1 and c2 of a bridge of the volume V, for V/R^3 and an angle [radians]. The fit has V/R^3 up
// to 0.1 and angles up to 45 degrees; beyond they count as these.
struct BridgeShape {
  double at_touch, linear, square;
};
BridgeShape bridge_shape(double volume, double angle);

// The force of one bridge is at_touch/(1 + S (linear + square S)) up to the gap `rupture`, its
// resistance viscous/S from the gap `least` on.
struct BridgePull {
  double at_touch = 0.0;                // force
  double linear = 0.0, square = 0.0;    // 1/length, 1/length^2
  double rupture = 0.0;                 // length
  double viscous = 0.0, least = 0.0;    // force/speed times length, length
};

// The force at touch over that at a gap. Number: double or a vector of lanes.
template <class Number>
inline Number bridge_decay(const Number &gap, const Number &linear, const Number &square)
{
  return 1.0 + gap * (linear + gap * square);
}

struct BridgeLaw {
  double tension = 0.0, angle = 0.0;    // force/length, radians
  double viscosity = 0.0;
  double smallest_gap = 0.01;    // times R, for the viscous part

  double rupture_gap(double volume) const;
  double volume_of_rupture(double gap) const;             // the inverse
  BridgePull pull(double radius, double volume) const;    // none without a volume
  double force(double radius, double volume, double gap) const;
  double resistance(double radius, double gap) const;    // viscous force over speed of parting

  // The integral of the force from the rupture gap, zero there and negative nearer. Farther it
  // continues with the last force, for a bridge that breaks between two steps.
  double energy(double radius, double volume, double gap) const;
};

inline double bridge_radius(double a, double b)
{
  assert(a > 0.0 && b > 0.0);
  return 2.0 * a * b / (a + b);
}

// The same for a sphere and a flat wall.
inline double bridge_radius(double sphere)
{
  return 2.0 * sphere;
}

// A bridge with these contact angles at its two ends pulls as one with this angle at both.
double mean_angle(double a, double b);

// What a film gives to each of the bridges that its sphere makes in one step: a share of it over
// their number, and no more than a bridge may take from one side. Of liquid that falls on a sphere
// each of the bridges at which it touches takes as much.
double film_share(double film, double share, int bridges, double most);

}    // namespace grist

#endif
