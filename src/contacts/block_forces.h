// The forces of a block of contacts at once, by the instructions in use: contact_kernel.h in one
// vectorised loop over arrays of a fixed length.

#ifndef GRIST_CONTACTS_BLOCK_FORCES_H
#define GRIST_CONTACTS_BLOCK_FORCES_H

#include "contacts/contact_block.h"
#include "contacts/wall_block.h"

namespace grist {

// The first `count` lanes; every law in it is of this kind and has these rolling law, form and law
// of cohesion. Where `advance` is false, shear and roll come out as they would be limited now, and
// are not to be kept. taking: null, or blocks for what takes energy, as many as whole ones of the
// lanes; all but share, a and b are worked out.
void evaluate(ContactBlock &block, int count, ContactKind kind, RollingLaw rolling,
              ContactForm form, CohesionLaw cohesion, double dt, bool advance,
              struct FlowBlock *taking = nullptr);

// As evaluate() of a ContactBlock.
void evaluate(WallBlock &block, int count, ContactKind kind, RollingLaw rolling, ContactForm form,
              CohesionLaw cohesion, double dt, bool advance);

// Fills in the first lanes, but laws.
void gather(const WallTouches &touches, RollingLaw rolling, int count, WallBlock &block);

// Afterwards: the histories of the first lanes, if they are to be kept, and what is added to
// spheres and to the wall.
void keep(const WallBlock &block, const WallTouches &touches, int count);
void scatter(const WallBlock &block, int count, WallForceRows &rows);
WallSums sums(const WallBlock &block, int count);

}    // namespace grist

#endif
