// The input line of particle_mix: the components of a mix and their seed.

#ifndef LMP_MIX_KEYWORDS_H
#define LMP_MIX_KEYWORDS_H

#include "particles/assortment_keywords.h"
#include "particles/feed_mix.h"
#include "pointers.h"
#include "styles/commands/input_words.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// The source of a component.
struct MixSource {
  class Molecule *molecule = nullptr;    // of a cluster
  int type = 1;                          // of the atoms of all others
  int bond_type = 1;                     // of the faces of rocks of blocks
  std::vector<std::string> groups{};     // to which its atoms are added
};

class MixKeywords : protected Pointers {
 public:
  MixKeywords(LAMMPS *lmp, InputWords &words);

  // Reads to the end of the line; errors where a component lacks something.
  void read();

  std::vector<grist::MixComponent> components;
  std::vector<MixSource> sources;
  std::uint64_t seed = 1;

 private:
  enum class Kind { TEMPLATE, SPHERE, POLYHEDRON, ROCK };
  struct Given {
    Kind kind;
    bool has_fraction = false, has_size = false, has_density = false, has_type = false;
    std::unique_ptr<grist::AssortmentKeywords> shapes;    // of a polyhedron or rock
    grist::SizeMeasure measure = grist::SizeMeasure::SOLID;
    grist::BlockRequest division = {};    // of a rock
  };
  InputWords &words;
  std::vector<Given> given;    // of each component
  int vertex_limit = 0;        // 0: the atom style has no polyhedra

  void begin(Kind kind, const std::string &word);
  void begin_template();
  void check_new_name(const std::string &name) const;
  Given &current(const std::string &keyword);
  Given &rock(const std::string &keyword);
  std::vector<Keyword> keywords_of_rocks();
  void read_size_of_last();
  void read_measure();
  void read_group();
  void read_shape(const std::string &keyword);
  void finish(size_t n);
  void make_polyhedra(size_t n);
  grist::FeedShape divided(const grist::FeedShape &shape, size_t n, int k) const;
};

}    // namespace LAMMPS_NS

#endif
