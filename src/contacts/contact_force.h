// The force of one contact by any contact law. Vocabulary: sphere_contact.h.

#ifndef GRIST_CONTACTS_CONTACT_FORCE_H
#define GRIST_CONTACTS_CONTACT_FORCE_H

#include "contacts/sphere_contact.h"

namespace grist {

// Springs and cohesion along the normal, without the dashpot.
NormalState normal_state(const ContactLaw &law, const SphereContact &contact,
                         const SphereContactHistory &history = {});
ContactSprings contact_springs(const ContactLaw &law, const SphereContact &contact,
                               const SphereContactHistory &history = {});

// Whether there is a contact. has_touched: it has been one since the spheres touched, at the last
// step.
bool acts(const ContactLaw &law, const SphereContact &contact, bool has_touched);

// The history that this contact has at its overlap: that of a law that remembers overlaps
// follows them whether time passes or not. Where it has seen this overlap it stays as it is.
SphereContactHistory at_overlap(const ContactLaw &law, const SphereContact &contact,
                                SphereContactHistory history);

// Springs of the history advance where the contact does.
SphereContactForce contact_force(const ContactLaw &law, const SphereContact &contact,
                                 SphereContactHistory &history);

// The part of the normal force that has a potential; of laws that yield, with what is dissipated all the
// same.
double conservative_force(const ContactLaw &law, const SphereContact &contact,
                          const SphereContactHistory &history = {});

}    // namespace grist

#endif
