#include "styles/feeds/particle_creation.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "domain.h"
#include "math_extra.h"
#include "molecule.h"
#include "styles/access/atom_editor.h"
#include "styles/access/atom_style.h"
#include "styles/access/rank_vectors.h"

#include <algorithm>
#include <cassert>

using namespace LAMMPS_NS;
using grist::FeedParticle;
using grist::Vector3d;

ParticleCreation::ParticleCreation(LAMMPS *lmp, const FixParticleMix &mix, int groupbit,
                                   const std::string &user) :
    Pointers(lmp),
    mix(mix), user(user)
{
  for (int n = 0; n < mix.mix().count(); n++)
    groups.push_back(1 | groupbit | mix.groups_of(n, user));
  if (!atom->style_match("body")) return;
  bodies = std::make_unique<BodyCreation>(lmp, 1, 1.0);
  set_forms();
  for (const grist::MixComponent &component : mix.mix().components())
    if (component.shapes[0].rock && !rocks)
      rocks = std::make_unique<RockCreation>(lmp, user + ": rock " + component.name);
}

ParticleCreation::~ParticleCreation() = default;

void ParticleCreation::set_forms()
{
  for (const grist::MixComponent &component : mix.mix().components()) {
    forms.emplace_back();
    for (const grist::FeedShape &shape : component.shapes) {
      forms.back().emplace_back();
      if (shape.form)
        forms.back().back() = body_form(*shape.form);
      else if (shape.solid)
        forms.back().back() = body_form(*shape.solid);
    }
  }
}

void ParticleCreation::create(const std::vector<NewParticle> &particles, HighestIds &highest)
{
  bigint more = 0;
  for (const NewParticle &particle : particles) more += mix.atoms_of(particle.drawn);
  check_ids_left(lmp, highest.atom, more, user);
  if (atom->molecule_flag)
    check_ids_left(lmp, highest.molecule, static_cast<bigint>(particles.size()), user, "molecule");
  const bigint expected = atom->natoms + more;
  AtomEditor editor(lmp);
  for (const NewParticle &particle : particles) {
    add(particle, highest, editor);
    highest.atom += mix.atoms_of(particle.drawn);
    highest.molecule++;
    atom->nbonds += mix.bonds_of(particle.drawn.component);
  }
  editor.finish();
  editor.check_count(expected, user);
}

void ParticleCreation::add(const NewParticle &particle, const HighestIds &highest,
                           AtomEditor &editor)
{
  assert(particle.drawn.component >= 0 &&
         particle.drawn.component < static_cast<int>(groups.size()));
  assert(particle.drawn.size > 0.0);
  if (mix.source(particle.drawn.component).molecule)
    add_cluster(particle, highest, editor);
  else if (mix.mix().shape(particle.drawn).rock)
    add_rock(particle, highest, editor);
  else if (bodies)
    add_body(particle, highest, editor);
  else
    add_sphere(particle, highest, editor);
}

double ParticleCreation::atom_mass(const FeedParticle &particle, int m) const
{
  assert(m >= 0 && m < mix.atoms_of(particle));
  const Molecule *molecule = mix.source(particle.component).molecule;
  if (const auto &rock = mix.mix().shape(particle).rock)
    return mix.mix().components()[particle.component].density *
        grist::volume_of_size(particle.size * rock->blocks[m].size);
  if (!molecule) return mix.mix().mass(particle);
  const double scale = particle.size / mix.mix().shape(particle).own_size;
  return scale * scale * scale * molecule->rmass[m];
}

// Elements that lie across a periodic border get the image flags of their place.
void ParticleCreation::add_cluster(const NewParticle &particle, const HighestIds &highest,
                                   AtomEditor &editor)
{
  assert(mix.source(particle.drawn.component).molecule);
  Molecule *molecule = mix.source(particle.drawn.component).molecule;
  const double scale = particle.drawn.size / mix.mix().shape(particle.drawn).own_size;
  for (int m = 0; m < molecule->natoms; m++) {
    const Vector3d arm = scale * (particle.orientation * grist::vector_at(molecule->dx[m]));
    Vector3d place = particle.position + arm;
    imageint image = ((imageint) IMGMAX << IMG2BITS) | ((imageint) IMGMAX << IMGBITS) | IMGMAX;
    domain->remap(place.data(), image);
    if (!is_on_this_rank(domain, place.data())) continue;
    atom->avec->create_atom(molecule->type[m], place.data());
    const int i = atom->nlocal - 1;
    atom->tag[i] = highest.atom + m + 1;
    atom->image[i] = image;
    if (atom->molecule_flag) atom->molecule[i] = highest.molecule + 1;
    atom->add_molecule_atom(molecule, m, i, highest.atom);
    atom->radius[i] *= scale;
    atom->rmass[i] = atom_mass(particle.drawn, m);
    const Vector3d velocity = particle.velocity + cross(particle.omega, arm);
    std::copy_n(velocity.data(), 3, atom->v[i]);
    if (atom->omega_flag) std::copy_n(particle.omega.data(), 3, atom->omega[i]);
    editor.complete(i, groups[particle.drawn.component]);
  }
}

void ParticleCreation::add_rock(const NewParticle &particle, const HighestIds &highest,
                                AtomEditor &editor)
{
  assert(rocks);
  const FeedParticle &drawn = particle.drawn;
  const MixSource &source = mix.source(drawn.component);
  rocks->add({*mix.mix().shape(drawn).rock, drawn.size,
              grist::Pose{particle.position, rotation_matrix(particle.orientation)},
              particle.velocity, particle.omega, mix.mix().components()[drawn.component].density,
              source.type, source.bond_type, highest.atom, highest.molecule + 1,
              groups[drawn.component]},
             editor);
}

void ParticleCreation::add_sphere(const NewParticle &particle, const HighestIds &highest,
                                  AtomEditor &editor)
{
  Vector3d place = particle.position;
  domain->remap(place.data());
  if (!is_on_this_rank(domain, place.data())) return;
  atom->avec->create_atom(mix.source(particle.drawn.component).type, place.data());
  const int i = atom->nlocal - 1;
  atom->tag[i] = highest.atom + 1;
  if (atom->molecule_flag) atom->molecule[i] = highest.molecule + 1;
  atom->radius[i] = 0.5 * particle.drawn.size;
  atom->rmass[i] = atom_mass(particle.drawn, 0);
  std::copy_n(particle.velocity.data(), 3, atom->v[i]);
  if (atom->omega_flag) std::copy_n(particle.omega.data(), 3, atom->omega[i]);
  editor.complete(i, groups[particle.drawn.component]);
}

void ParticleCreation::add_body(const NewParticle &particle, const HighestIds &highest,
                                AtomEditor &editor)
{
  assert(bodies);
  const FeedParticle &drawn = particle.drawn;
  const grist::BodyForm &form = forms[drawn.component][drawn.shape];
  Vector3d place = particle.position;
  grist::Quaterniond q = particle.orientation;
  form.move_to_own(drawn.size, place, q);
  const Vector3d arm = place - particle.position;
  domain->remap(place.data());
  if (!is_on_this_rank(domain, place.data())) return;
  const int i = bodies->add({mix.source(drawn.component).type,
                             highest.atom + 1,
                             atom_mass(drawn, 0),
                             drawn.size,
                             {place[0], place[1], place[2]},
                             {q.w, q.x, q.y, q.z},
                             form.numbers.empty() ? nullptr : &form});
  bodies->set_motion(i, particle.velocity + cross(particle.omega, arm), particle.omega);
  editor.complete(i, groups[particle.drawn.component]);
}
