// Two shares that the contact law of spheres and its block form have in common.

#ifndef GRIST_CONTACTS_CONTACT_LIMITS_H
#define GRIST_CONTACTS_CONTACT_LIMITS_H

namespace grist {

// What leans out of the contact plane by less than this share of the greatest spring force is left there.
constexpr double LEAN_SHARE = 1e-10;

// A contact takes at most this share of the rolling away in one step: twelve of them on one sphere stay stable.
constexpr double ROLLING_SHARE = 0.1;

}    // namespace grist

#endif
