// Damage by repeated load: Tavares and King, Powder Technology 123 (2002) 138.

#ifndef GRIST_COMMON_FATIGUE_LAW_H
#define GRIST_COMMON_FATIGUE_LAW_H

namespace grist {

// D of D = [m e/(m + 1 - D)]^m: the share of the energy of fracture that a load takes whose energy
// is the share e of it. 0 at 0, 1 from 1 on. m: exponent gamma over that of energy over deformation,
// 2 gamma/5 for contacts of Hertz, gamma/2 for linear springs.
double fatigue_damage(double energy_share, double m);

}    // namespace grist

#endif
