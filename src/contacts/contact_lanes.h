// The kernel of blocks of contacts, compiled for each set of instructions (lanes/instructions.h).
// The caller is block_forces.cpp.

#ifndef GRIST_CONTACTS_CONTACT_LANES_H
#define GRIST_CONTACTS_CONTACT_LANES_H

#include "contacts/contact_block.h"
#include "energy/loss_block.h"
#include "lanes/instructions.h"

namespace grist {

struct ContactLanes {
  void (*evaluate)(ContactBlock &block, int count, const ContactMode &mode,
                   LossBlock<ContactEntries> *losses);
  void (*find_heat)(const ContactBlock &block, int count, const ContactMode &mode, double *held,
                    double *radius);

  static const ContactLanes basic, avx2, avx512;    // of each set of instructions
};

}    // namespace grist

#endif
