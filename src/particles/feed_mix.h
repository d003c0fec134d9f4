// A mix of particles: components with their shares of the mass, and the particles that are drawn
// from it.
//
// A particle is a function of its number, its component and the seed alone, so that a run continues
// after a restart and does not depend on ranks. The next particle is of the component whose mass
// lags most behind its share: shares hold to within a particle at any time. Where components lag
// equally, their order decides.

#ifndef GRIST_PARTICLES_FEED_MIX_H
#define GRIST_PARTICLES_FEED_MIX_H

#include "common/preconditions.h"
#include "particles/feed_shape.h"
#include "particles/size_law.h"

#include <cstdint>
#include <string>
#include <vector>

namespace grist {

struct MixComponent {
  std::string name;
  double fraction = 0.0;            // of the mass
  double density = 0.0;             // mass over volume of solid
  SizeLaw size;                     // by the measure of the shapes; OWN: of each its own
  std::vector<FeedShape> shapes;    // one is drawn for each particle
};

struct FeedParticle {
  std::uint64_t number;
  int component, shape;
  double size;
};

class FeedMix {
 public:
  // Throws std::invalid_argument, with the value in its text, unless the fractions are positive and
  // 1 together, to 1e-6.
  FeedMix(std::vector<MixComponent> components, std::uint64_t seed);

  const std::vector<MixComponent> &components() const { return parts; }
  int count() const { return static_cast<int>(parts.size()); }

  FeedParticle particle(std::uint64_t number, int component) const;

  // The component that lags most, if so much has been drawn of each.
  int next_component(const std::vector<double> &masses) const;

  const FeedShape &shape(const FeedParticle &of) const
  {
    assert(is_number_of(of.component, parts.size()));
    assert(is_number_of(of.shape, parts[of.component].shapes.size()));
    return parts[of.component].shapes[of.shape];
  }
  double volume(const FeedParticle &of) const;    // of solid
  double mass(const FeedParticle &of) const;

  // The maximum over all particles that a component can have.
  double largest_size(int component) const;
  double largest_radius(int component) const;    // of the bounding sphere
  double least_room(int component) const;    // across, for the largest: less holds it in no pose
  double largest_sphere(int component) const;    // FeedShape::largest_sphere()

 private:
  std::vector<MixComponent> parts;
  std::vector<SizeSampler> samplers;
  std::uint64_t seed;

  double largest_of_shapes(int component, double (*length)(const FeedShape &)) const;
};

}    // namespace grist

#endif
