// What parcels do not keep, against limits: how many of them an outlet and a gap are wide, and how
// far from rest the flow is. With the error that is to be expected where a formula gives it.
//
//   outlet D   rate of flow W = C rho sqrt(g) (D - k d)^(5/2) with the empty annulus k d, k = 1.4
//              (Beverloo, Leniger and van de Velde, Chem. Eng. Sci. 15 (1961) 260; Nedderman 1992);
//              parcels have L d. Below 6 d the law fails (Mankoc et al., Granular Matter 9 (2007) 407) and
//              below 5 d arches stop the flow (Zuriguel et al., Phys. Rev. E 71 (2005) 051303)
//   gap h      below 10 d the walls order what is between them, and a shear band is 5 to 10 d wide
//              (GDR MiDi, Eur. Phys. J. E 14 (2004) 341)
//   inertial   I = rate d sqrt(rho/p) goes with L; friction by mu = mu_s + (mu_2 - mu_s)/(1 + I_0/I) with
//   number     the values of glass beads (Jop, Forterre and Pouliquen, Nature 441 (2006) 727)

#ifndef GRIST_COMMON_PARCEL_CHECK_H
#define GRIST_COMMON_PARCEL_CHECK_H

#include <string>
#include <vector>

namespace grist {

// 0: not given.
struct ParcelCheck {
  double outlet = 0.0, gap = 0.0;
  double shear_rate = 0.0, pressure = 0.0;    // pressure as energy per volume
  double diameter = 0.0;                      // real; 0: of the largest parcel
};

// The parcels of a run; 0 where there is none yet.
struct ParcelCharge {
  double ratio = 1.0;       // L
  double diameter = 0.0;    // of the largest parcel
  double density = 0.0;     // mass over volume, as energy of a squared velocity
  double count = 0.0;
};

struct ParcelFinding {
  std::string text;
  std::string problem;    // a sentence, or empty
};

// Rate of flow of parcels over that of real particles of diameter d; 0 where nothing flows.
double beverloo_ratio(double outlet, double d, double ratio);

// Effective friction at an inertial number times `ratio` over that at the number.
double friction_ratio(double inertial_number, double ratio);

// One of each check, and one of the number of particles.
std::vector<ParcelFinding> findings(const ParcelCheck &check, const ParcelCharge &charge);

}    // namespace grist

#endif
