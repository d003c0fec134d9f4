// The vessels of write_mesh: the keywords of each kind, and its mesh (meshes/vessels.h).

#ifndef GRIST_MESHES_VESSEL_KEYWORDS_H
#define GRIST_MESHES_VESSEL_KEYWORDS_H

#include "common/constants.h"
#include "common/word_reader.h"

#include "meshes/mesh.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace grist {

// The values read for one vessel.
class VesselKeywords {
 public:
  virtual ~VesselKeywords() = default;
  VesselKeywords(const VesselKeywords &) = delete;
  VesselKeywords &operator=(const VesselKeywords &) = delete;

  int axis = 2;    // the default direction of its axis
  std::vector<Keyword> keywords;
  std::vector<std::string> required;

  bool has(const std::string &key) const { return given.count(key) > 0; }

  // Once all words are read. Throws std::invalid_argument for values that do not go together.
  virtual Mesh mesh() const = 0;

 protected:
  explicit VesselKeywords(WordReader &words) : words(words) {}
  WordReader &words;

  void need(const std::string &key, const std::string &when) const;
  void refuse(const std::string &key, const std::string &why) const;    // if it is given

  // Each adds a keyword, whose value goes to `value`.
  void add(const std::string &key, const std::function<void()> &read);
  void add_positive(const std::string &key, double &value)
  {
    add(key, [this, key, &value] { value = words.positive(key, Quantity::LENGTH); });
  }
  void add_not_negative(const std::string &key, double &value)
  {
    add(key, [this, key, &value] { value = words.not_negative(key, Quantity::LENGTH); });
  }
  void add_degrees(const std::string &key, double &value)
  {
    add(key, [this, key, &value] { value = words.real(key, Quantity::ANGLE) * DEGREE; });
  }
  void add_whole(const std::string &key, int least, int &value)
  {
    add(key, [this, key, least, &value] { value = words.whole(key, least); });
  }
  void add_yes_or_no(const std::string &key, bool &value)
  {
    add(key, [this, key, &value] { value = words.yes_or_no(key); });
  }

 private:
  std::set<std::string> given;
};

// Keywords of one of vessel_kinds(). The result reads from `words`.
std::unique_ptr<VesselKeywords> vessel_keywords(const std::string &kind, WordReader &words);

std::vector<std::string> vessel_kinds();

}    // namespace grist

#endif
