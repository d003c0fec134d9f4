#include "styles/blocks/rock_creation.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "styles/access/atom_editor.h"
#include "styles/access/rank_vectors.h"
#include "styles/access/styles_with.h"
#include "styles/blocks/bond_face.h"
#include "styles/blocks/fix_face_bonds.h"

#include <tuple>
#include <vector>

using namespace LAMMPS_NS;
using grist::Vector3d;

void RockCreation::check_system(LAMMPS *lmp, const std::string &user)
{
  const AtomPolyhedra of(lmp->atom);
  if (!of || lmp->atom->molecular == Atom::ATOMIC)
    lmp->error->all(
        FLERR,
        "{}: atom_style {} (bonded bodies are needed; use atom_style hybrid body polyhedron "
        "4 60 bond)",
        user, lmp->atom->atom_style);
  if (!bond_with<BondFace>(lmp))
    lmp->error->all(FLERR,
                    "{}: bond_style {} (bonds of faces are needed; give bond_style face before)",
                    user, lmp->force->bond_style ? lmp->force->bond_style : "none");
}

static FixFaceBonds &checked_faces(LAMMPS *lmp, const std::string &user)
{
  RockCreation::check_system(lmp, user);
  return FixFaceBonds::made(lmp, user);
}

RockCreation::RockCreation(LAMMPS *lmp, const std::string &user) :
    Pointers(lmp), bodies(lmp, 1, 1.0), faces(checked_faces(lmp, user))
{
}

void RockCreation::add(const NewRock &rock, AtomEditor &editor)
{
  std::vector<int> owned;
  for (int n = 0; n < rock.rock.count(); n++) owned.push_back(add_block(rock, n, editor));
  for (const grist::BlockRock::Face &face : rock.rock.faces) {
    if (owned[face.a] < 0 && owned[face.b] < 0) continue;
    const grist::FaceBond bond = scaled(face.bond, rock.scale);
    for (const auto &[n, other, is_a] :
         {std::make_tuple(face.a, face.b, 1), std::make_tuple(face.b, face.a, 0)})
      if (owned[n] >= 0) faces.add(owned[n], {rock.before + 1 + other, rock.bond_type, is_a, bond});
  }
}

// Blocks across a periodic border get the image flags of their place.
int RockCreation::add_block(const NewRock &rock, int n, AtomEditor &editor)
{
  const grist::BlockRock::Block &block = rock.rock.blocks[n];
  const Vector3d arm = rock.scale * (rock.place.rotation * block.pose.position);
  const grist::Quaterniond q = quaternion_of(rock.place.rotation * block.pose.rotation);
  Vector3d at = rock.place.position + arm;
  imageint image = ((imageint) IMGMAX << IMG2BITS) | ((imageint) IMGMAX << IMGBITS) | IMGMAX;
  domain->remap(at.data(), image);
  if (!is_on_this_rank(domain, at.data())) return -1;
  const double size = rock.scale * block.size;
  const int i = bodies.add({rock.type,
                            rock.before + 1 + n,
                            rock.density * grist::volume_of_size(size),
                            size,
                            {at.x, at.y, at.z},
                            {q.w, q.x, q.y, q.z},
                            &block.form});
  atom->image[i] = image;
  if (atom->molecule_flag) atom->molecule[i] = rock.molecule;
  bodies.set_motion(i, rock.velocity + cross(rock.omega, arm), rock.omega);
  editor.complete(i, rock.mask);
  return i;
}
