#include "meshes/vessel_keywords.h"

#include "meshes/vessels.h"

#include <array>
#include <stdexcept>

namespace grist {

void VesselKeywords::need(const std::string &key, const std::string &when) const
{
  if (!has(key))
    throw std::invalid_argument("no " + key + " (keyword " + key + " is required" + when + ")");
}

void VesselKeywords::refuse(const std::string &key, const std::string &why) const
{
  if (has(key)) throw std::invalid_argument("keyword " + key + " (" + why + ")");
}

void VesselKeywords::add(const std::string &key, const std::function<void()> &read)
{
  keywords.push_back({key, [this, key, read] {
                        read();
                        given.insert(key);
                      }});
}

namespace {

class CylinderKeywords : public VesselKeywords {
 public:
  explicit CylinderKeywords(WordReader &words) : VesselKeywords(words)
  {
    axis = 0;
    required = {"diameter", "length"};
    add_positive("diameter", drum.diameter);
    add_positive("length", drum.length);
    add_degrees("phase", drum.phase);
    add_whole("facets", 3, drum.facets);
    add_yes_or_no("caps", drum.caps);
  }
  Mesh mesh() const override { return drum_mesh(drum); }

 protected:
  Drum drum;
};

// A cylinder with lifting bars.
class DrumKeywords : public CylinderKeywords {
 public:
  explicit DrumKeywords(WordReader &words) : CylinderKeywords(words)
  {
    add_whole("bars", 0, drum.bars);
    add_positive("height", drum.bar_height);
    add_positive("width", drum.bar_width);
    add_positive("base", drum.bar_base);
  }
  Mesh mesh() const override
  {
    Drum complete = drum;
    if (!has("base")) complete.bar_base = drum.bar_width;
    for (const char *key : {"height", "width"})
      if (drum.bars > 0) need(key, " with bars");
    for (const char *key : {"height", "width", "base"})
      if (drum.bars == 0) refuse(key, "only with bars");
    return drum_mesh(complete);
  }
};

class SiloKeywords : public VesselKeywords {
 public:
  explicit SiloKeywords(WordReader &words) : VesselKeywords(words)
  {
    required = {"diameter", "height"};
    add_positive("diameter", silo.diameter);
    add_positive("height", silo.cylinder_height);
    add_positive("cone", silo.cone_height);
    add_degrees("angle", half_angle);
    add_positive("outlet", silo.outlet);
    add_whole("facets", 3, silo.facets);
    add_yes_or_no("lid", silo.lid);
    add_yes_or_no("cover", silo.cover);
  }
  Mesh mesh() const override
  {
    RoundHopper complete = silo;
    if (has("cone")) refuse("angle", "cone gives the height already");
    for (const char *key : {"cone", "angle"})
      if (has(key)) need("outlet", std::string(" with ") + key);
    if (has("angle")) complete.cone_height = cone_height(silo.diameter, silo.outlet, half_angle);
    return round_hopper_mesh(complete);
  }

 private:
  RoundHopper silo;
  double half_angle = 0.0;
};

// Round with one number after top and outlet, rectangular with two.
class HopperKeywords : public VesselKeywords {
 public:
  explicit HopperKeywords(WordReader &words) : VesselKeywords(words)
  {
    required = {"top", "outlet"};
    add_one_or_two("top", top);
    add_one_or_two("outlet", outlet);
    add_positive("height", height);
    add_degrees("angle", half_angle);
    add_not_negative("upper", upper);
    add_whole("facets", 3, facets);
    add_yes_or_no("lid", lid);
    add_yes_or_no("cover", cover);
  }
  Mesh mesh() const override
  {
    if (top.size() != outlet.size())
      throw std::invalid_argument("top of " + std::to_string(top.size()) +
                                  " numbers with an outlet of " + std::to_string(outlet.size()) +
                                  " (one each for a round hopper, two for a rectangular one)");
    if (has("height")) refuse("angle", "height is given already");
    return top.size() == 1 ? round() : rectangular();
  }

 private:
  std::vector<double> top, outlet;
  double height = 0.0, half_angle = 0.0, upper = 0.0;
  int facets = RoundHopper().facets;
  bool lid = false, cover = false;

  void add_one_or_two(const std::string &key, std::vector<double> &values)
  {
    add(key, [this, key, &values] {
      values = {words.positive(key, Quantity::LENGTH)};
      if (words.next_is_number()) values.push_back(words.positive(key, Quantity::LENGTH));
    });
  }
  Mesh round() const
  {
    if (!has("angle")) need("height", " without angle");
    const double cone = has("angle") ? cone_height(top[0], outlet[0], half_angle) : height;
    return round_hopper_mesh({top[0], upper, cone, outlet[0], facets, lid, cover});
  }
  Mesh rectangular() const
  {
    refuse("angle", "only for a round hopper");
    refuse("facets", "only for a round hopper");
    need("height", "");
    return rectangular_hopper_mesh(
        {{top[0], top[1]}, {outlet[0], outlet[1]}, height, upper, lid, cover});
  }
};

class BoxKeywords : public VesselKeywords {
 public:
  explicit BoxKeywords(WordReader &words) : VesselKeywords(words)
  {
    required = {"size"};
    add("size", [this] {
      for (double &edge : box.size) edge = this->words.positive("size", Quantity::LENGTH);
    });
    add_yes_or_no("cover", box.cover);
  }
  Mesh mesh() const override { return box_mesh(box); }

 private:
  OpenBox box;
};

class PlaneKeywords : public VesselKeywords {
 public:
  explicit PlaneKeywords(WordReader &words) : VesselKeywords(words)
  {
    required = {"size"};
    add("size", [this] {
      for (double &edge : size) edge = this->words.positive("size", Quantity::LENGTH);
    });
  }
  Mesh mesh() const override { return plate_mesh(size); }

 private:
  std::array<double, 2> size = {};
};

}    // namespace

std::vector<std::string> vessel_kinds()
{
  return {"drum", "cylinder", "hopper", "silo", "box", "plane"};
}

std::unique_ptr<VesselKeywords> vessel_keywords(const std::string &kind, WordReader &words)
{
  if (kind == "drum") return std::make_unique<DrumKeywords>(words);
  if (kind == "cylinder") return std::make_unique<CylinderKeywords>(words);
  if (kind == "hopper") return std::make_unique<HopperKeywords>(words);
  if (kind == "silo") return std::make_unique<SiloKeywords>(words);
  if (kind == "box") return std::make_unique<BoxKeywords>(words);
  if (kind == "plane") return std::make_unique<PlaneKeywords>(words);
  return nullptr;
}

}    // namespace grist
