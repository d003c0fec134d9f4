// The force of one contact by any contact law. Vocabulary: sphere_contact.h.

#ifndef GRIST_CONTACTS_CONTACT_FORCE_H
#define GRIST_CONTACTS_CONTACT_FORCE_H

#include "contacts/cohesion.h"
#include "contacts/sphere_contact.h"

namespace grist {

// Springs and cohesion along the normal, without the dashpot.
cohesion::NormalState normal_state(const ContactLaw &law, const SphereContact &contact,
                                   const SphereContactHistory &history = {});
ContactSprings contact_springs(const ContactLaw &law, const SphereContact &contact);

// Whether there is a contact. has_touched: it has been one since the spheres touched, at the last
// step.
bool acts(const ContactLaw &law, const SphereContact &contact, bool has_touched);

// The history that this contact has at its overlap: that of a law that remembers overlaps (EEPA)
// follows them whether time passes or not. Where it has seen this overlap it stays as it is.
SphereContactHistory at_overlap(const ContactLaw &law, const SphereContact &contact,
                                SphereContactHistory history);

// Springs of the history advance where the contact does.
SphereContactForce contact_force(const ContactLaw &law, const SphereContact &contact,
                                 SphereContactHistory &history);

// The part of the normal force that has a potential; of EEPA that of the line on which the contact is.
double conservative_force(const ContactLaw &law, const SphereContact &contact,
                          const SphereContactHistory &history = {});

}    // namespace grist

#endif
