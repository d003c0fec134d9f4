// The bonds of a block at its faces, and blocks that were bonded to it until their face parted under
// pressure.

#ifndef LMP_BLOCK_BONDS_H
#define LMP_BLOCK_BONDS_H

#include "bonds/face_bond.h"
#include "common/archive.h"

#include "lmptype.h"

#include <algorithm>
#include <vector>

namespace LAMMPS_NS {

struct BondOfBlock {
  tagint partner;
  int type;
  int is_a;    // whether this block is end a
  grist::FaceBond bond;
  grist::FaceMemory memory = {};
};

// How a face has parted.
struct FaceParting {
  double share;    // of the law of the contact that takes its place: the normal force stays
  grist::Vector3d friction;    // on a block, with which that contact begins, over share
  double energy;               // that the face has lost so
  grist::BondFailure failure;
  bigint step;
  double time;

  FaceParting of_partner() const { return {share, -friction, energy, failure, step, time}; }
};

// A block whose face parted, until the contact has begun; under pressure, until the two come apart.
struct PartedBlock {
  tagint partner;
  FaceParting how;
  int has_begun = 0;
};

// A face that has parted, for pictures.
struct CrackOfBlock {
  tagint partner;
  int is_a;
  grist::Pose in_this;    // frame of the face
  grist::BondFailure failure;
  double time;
};

struct BlockBonds {
  std::vector<BondOfBlock> bonds;
  std::vector<PartedBlock> parted;
  std::vector<CrackOfBlock> cracks;
  std::vector<tagint> partners;    // of the bonds, side by side in memory

  void list_partners()
  {
    partners.clear();
    for (const BondOfBlock &one : bonds) partners.push_back(one.partner);
  }
  bool has(tagint partner) const
  {
    return std::find(partners.begin(), partners.end(), partner) != partners.end();
  }
  // Until the two have come apart; else null.
  const FaceParting *parting(tagint partner) const
  {
    for (const PartedBlock &one : parted)
      if (one.partner == partner) return &one.how;
    return nullptr;
  }
  void remember(tagint partner, const grist::FaceMemory &memory)
  {
    for (BondOfBlock &one : bonds)
      if (one.partner == partner) one.memory = memory;
  }
  void transfer(grist::Archive &archive)
  {
    archive(bonds, parted, cracks);
    if (archive.reads()) list_partners();
  }
};

}    // namespace LAMMPS_NS

#endif
