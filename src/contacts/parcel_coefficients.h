// Coefficients of contacts of parcels from those of the real material (common/parcel_scaling.h).

#ifndef GRIST_CONTACTS_PARCEL_COEFFICIENTS_H
#define GRIST_CONTACTS_PARCEL_COEFFICIENTS_H

#include "contacts/contact_law.h"

namespace grist {

class ParcelScale;

Elasticity of_parcels(const ParcelScale &scale, const LawDescription &law, Elasticity real);
ContactCoefficients of_parcels(const ParcelScale &scale, ContactCoefficients real);

}    // namespace grist

#endif
