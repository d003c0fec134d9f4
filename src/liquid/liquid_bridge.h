/* The liquid bridge between two spheres or of a sphere with a wall, and how liquid passes between films and bridges.

   Vocabulary: gap S, between the surfaces (negative: overlap); V, the volume of a bridge; R, the
   effective radius 2 R1 R2/(R1 + R2); theta, the contact angle.

   Force (Willett, Adams, Johnson and Seville, Langmuir 16 (2000) 9396, closed form for gaps on the
   whole): 2 pi R tension cos(theta)/(1 + 1.05 s + 2.5 s^2), s = S sqrt(R/V); from touch inwards that
   of touch. It ends at S = (1 + theta/2) V^(1/3) (Lian, Thornton and Adams, J. Colloid Interface
   Sci. 161 (1993) 138). Viscous part: 6 pi viscosity (R/2)^2/S times the speed of parting, with a
   smallest gap. Forces are positive where they pull.
*/

#ifndef GRIST_LIQUID_LIQUID_BRIDGE_H
#define GRIST_LIQUID_LIQUID_BRIDGE_H

namespace grist {

// The force at touch over that at s. Number: double or a vector of lanes.
template <class Number> inline Number bridge_decay(const Number &s)
{
  return 1.0 + s * (1.05 + 2.5 * s);
}

struct BridgeLaw {
  double tension = 0.0, angle = 0.0;    // force/length, radians
  double viscosity = 0.0;
  double smallest_gap = 0.01;    // times R, for the viscous part

  double rupture_gap(double volume) const;
  double volume_of_rupture(double gap) const;    // the inverse
  double force(double radius, double volume, double gap) const;
  double force_at_touch() const;                         // over R
  double resistance(double radius, double gap) const;    // viscous force over speed of parting

  // The integral of the force from the rupture gap, zero there and negative nearer.
  double energy(double radius, double volume, double gap) const;
};

inline double bridge_radius(double a, double b)
{
  return 2.0 * a * b / (a + b);
}

// Of a sphere with a flat wall.
inline double bridge_radius(double sphere)
{
  return 2.0 * sphere;
}

// A bridge with these contact angles at its two ends pulls as one with this angle at both.
double mean_angle(double a, double b);

// What a film gives to each of the bridges that its sphere makes in one step: a share of it over
// their number, and no more than a bridge may take from one side.
double film_share(double film, double share, int bridges, double most);

}    // namespace grist

#endif
