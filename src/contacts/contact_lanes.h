// The kernel of blocks of contacts, compiled for each set of instructions (lanes/instructions.h).
// The caller is contact_block.cpp.

#ifndef GRIST_CONTACTS_CONTACT_LANES_H
#define GRIST_CONTACTS_CONTACT_LANES_H

#include "contacts/contact_block.h"
#include "lanes/instructions.h"

namespace grist {

struct FlowBlock;

struct ContactLanes {
  void (*evaluate)(ContactBlock &block, int count, ContactKind kind, RollingLaw rolling,
                   ContactForm form, CohesionLaw cohesion, double dt, bool advance,
                   FlowBlock *taking);
};

inline namespace GRIST_INSTRUCTION_SET {
extern const ContactLanes CONTACT_LANES_TABLE;
}

}    // namespace grist

#endif
