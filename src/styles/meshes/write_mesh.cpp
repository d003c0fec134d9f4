#include "styles/meshes/write_mesh.h"

#include "comm.h"
#include "error.h"
#include "math_const.h"
#include "styles/common/input_words.h"
#include "styles/common/lammps_compat.h"
#include "styles/common/output_file.h"

#include "meshes/mesh_writer.h"
#include "meshes/refine_mesh.h"
#include "meshes/vessels.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

using namespace LAMMPS_NS;
using grist::Mesh;
using grist::Vector3d;
using MathConst::DEG2RAD;

/* ----------------------------------------------------------------------
   a kind of vessel: its keywords, each with what it does with the words after it, and its mesh
------------------------------------------------------------------------- */

namespace {

class Vessel {
 public:
  Vessel() = default;
  Vessel(const Vessel &) = delete;
  Vessel &operator=(const Vessel &) = delete;
  virtual ~Vessel() = default;

  virtual Mesh make() const = 0;    // once all words are read; throws std::invalid_argument

  int axis = 2;    // the default
  std::set<std::string> given;
  std::map<std::string, std::function<void(InputWords &)>> keywords;
  std::vector<std::string> required;

  void parse_keyword(const std::string &key, InputWords &words)
  {
    keywords.at(key)(words);
    given.insert(key);
  }

 protected:
  bool has(const std::string &key) const { return given.count(key) > 0; }
  void need(const std::string &key, const std::string &when) const
  {
    if (!has(key))
      throw std::invalid_argument(fmt::format("no {} (keyword {} is required{})", key, key, when));
  }
  void refuse(const std::string &key, const std::string &why) const
  {
    if (has(key)) throw std::invalid_argument(fmt::format("keyword {} ({})", key, why));
  }

  void positive(const std::string &key, double &value)
  {
    keywords[key] = [key, &value](InputWords &words) { value = words.positive(key); };
  }
  void not_negative(const std::string &key, double &value)
  {
    keywords[key] = [key, &value](InputWords &words) { value = words.not_negative(key); };
  }
  void degrees(const std::string &key, double &value)
  {
    keywords[key] = [key, &value](InputWords &words) { value = words.real(key) * DEG2RAD; };
  }
  void whole(const std::string &key, int least, int &value)
  {
    keywords[key] = [key, least, &value](InputWords &words) { value = words.whole(key, least); };
  }
  void yes_or_no(const std::string &key, bool &value)
  {
    keywords[key] = [key, &value](InputWords &words) { value = words.yes_or_no(key); };
  }
  template <size_t N> void sizes(const std::string &key, std::array<double, N> &values)
  {
    keywords[key] = [key, &values](InputWords &words) {
      for (double &value : values) value = words.positive(key);
    };
  }
};

class Cylinder : public Vessel {
 public:
  Cylinder()
  {
    axis = 0;
    required = {"diameter", "length"};
    positive("diameter", drum.diameter);
    positive("length", drum.length);
    degrees("phase", drum.phase);
    whole("facets", 3, drum.facets);
    yes_or_no("caps", drum.caps);
  }
  Mesh make() const override { return drum_mesh(drum); }

 protected:
  grist::Drum drum;
};

class DrumWithBars : public Cylinder {
 public:
  DrumWithBars()
  {
    whole("bars", 0, drum.bars);
    positive("height", drum.bar_height);
    positive("width", drum.bar_width);
    positive("base", drum.bar_base);
  }
  Mesh make() const override
  {
    grist::Drum complete = drum;
    if (!has("base")) complete.bar_base = drum.bar_width;
    for (const char *key : {"height", "width"})
      if (drum.bars > 0) need(key, " with bars");
    for (const char *key : {"height", "width", "base"})
      if (drum.bars == 0) refuse(key, "only with bars");
    return drum_mesh(complete);
  }
};

class Silo : public Vessel {
 public:
  Silo()
  {
    required = {"diameter", "height"};
    positive("diameter", silo.diameter);
    positive("height", silo.cylinder_height);
    positive("cone", silo.cone_height);
    degrees("angle", half_angle);
    positive("outlet", silo.outlet);
    whole("facets", 3, silo.facets);
    yes_or_no("lid", silo.lid);
    yes_or_no("cover", silo.cover);
  }
  Mesh make() const override
  {
    grist::RoundHopper complete = silo;
    if (has("cone")) refuse("angle", "cone has the height already");
    for (const char *key : {"cone", "angle"})
      if (has(key)) need("outlet", std::string(" with ") + key);
    if (has("angle"))
      complete.cone_height = grist::cone_height(silo.diameter, silo.outlet, half_angle);
    return round_hopper_mesh(complete);
  }

 private:
  grist::RoundHopper silo;
  double half_angle = 0.0;
};

// Round with one number after top and outlet, rectangular with two.
class Hopper : public Vessel {
 public:
  Hopper()
  {
    required = {"top", "outlet"};
    one_or_two("top", top);
    one_or_two("outlet", outlet);
    positive("height", height);
    degrees("angle", half_angle);
    not_negative("upper", upper);
    whole("facets", 3, facets);
    yes_or_no("lid", lid);
    yes_or_no("cover", cover);
  }
  Mesh make() const override
  {
    if (top.size() != outlet.size())
      throw std::invalid_argument(fmt::format(
          "top of {} numbers with an outlet of {} (one each of a round hopper, two of a "
          "rectangular one)",
          top.size(), outlet.size()));
    if (has("height")) refuse("angle", "height has the height already");
    return top.size() == 1 ? round() : rectangular();
  }

 private:
  std::vector<double> top, outlet;
  double height = 0.0, half_angle = 0.0, upper = 0.0;
  int facets = grist::RoundHopper().facets;
  bool lid = false, cover = false;

  void one_or_two(const std::string &key, std::vector<double> &values)
  {
    keywords[key] = [key, &values](InputWords &words) {
      values = {words.positive(key)};
      if (words.next_is_number()) values.push_back(words.positive(key));
    };
  }
  Mesh round() const
  {
    if (!has("angle")) need("height", " without angle");
    const double cone = has("angle") ? grist::cone_height(top[0], outlet[0], half_angle) : height;
    return grist::round_hopper_mesh({top[0], upper, cone, outlet[0], facets, lid, cover});
  }
  Mesh rectangular() const
  {
    refuse("angle", "only of a round hopper");
    refuse("facets", "only of a round hopper");
    need("height", "");
    return grist::rectangular_hopper_mesh(
        {{top[0], top[1]}, {outlet[0], outlet[1]}, height, upper, lid, cover});
  }
};

class Box : public Vessel {
 public:
  Box()
  {
    required = {"size"};
    sizes("size", box.size);
    yes_or_no("cover", box.cover);
  }
  Mesh make() const override { return box_mesh(box); }

 private:
  grist::OpenBox box;
};

class Plane : public Vessel {
 public:
  Plane()
  {
    required = {"size"};
    sizes("size", size);
  }
  Mesh make() const override { return grist::plate_mesh(size); }

 private:
  std::array<double, 2> size = {};
};

std::unique_ptr<Vessel> vessel_of_kind(const std::string &kind)
{
  if (kind == "drum") return std::make_unique<DrumWithBars>();
  if (kind == "cylinder") return std::make_unique<Cylinder>();
  if (kind == "hopper") return std::make_unique<Hopper>();
  if (kind == "silo") return std::make_unique<Silo>();
  if (kind == "box") return std::make_unique<Box>();
  if (kind == "plane") return std::make_unique<Plane>();
  return nullptr;
}

}    // namespace

struct WriteMesh::Order {
  std::string file, kind, title;
  std::unique_ptr<Vessel> vessel;
  int axis = 2;
  Vector3d center = Vector3d::Zero();
  double resolution = 0.0;    // 0: no finer than the shape
  bool text = false;
};

/* ----------------------------------------------------------------------
   rank 0 alone makes and writes; the file gets its name when it is complete
------------------------------------------------------------------------- */

void WriteMesh::command(int narg, char **arg)
{
  const Order order = parse(narg, arg);
  Mesh mesh;
  std::string problem;
  if (comm->me == 0) {
    try {
      mesh = make(order);
      OutputFile file;
      const std::string contents = order.text ? text_stl(mesh, order.title)
                                              : binary_stl(mesh, order.title);
      if (!file.open_for(order.file) || !file.write(contents) || !file.rename_to(order.file))
        problem = fmt::format("cannot write file {} ({})", order.file, file.failure());
    } catch (const std::invalid_argument &refused) {
      problem = refused.what();
    }
  }
  agree(problem);
  if (comm->me == 0) report(order, mesh);
}

/* ---------------------------------------------------------------------- */

WriteMesh::Order WriteMesh::parse(int narg, char **arg)
{
  InputWords words(lmp, "Command write_mesh", narg, arg);
  Order order;
  order.file = words.word("FILE");
  order.kind = words.word("kind");
  order.vessel = vessel_of_kind(order.kind);
  if (!order.vessel)
    words.refuse("unknown kind", order.kind, "drum, cylinder, hopper, silo, box or plane");
  order.axis = order.vessel->axis;
  order.title = "write_mesh";
  for (int i = 1; i < narg; i++) order.title += std::string(" ") + arg[i];

  while (words.left()) {
    const std::string key = words.word("");
    if (order.vessel->keywords.count(key))
      order.vessel->parse_keyword(key, words);
    else
      parse_common(key, words, order);
  }
  for (const std::string &key : order.vessel->required)
    if (!order.vessel->given.count(key))
      error->all(FLERR, "Command write_mesh: no {} (keyword {} is required for kind {})", key, key,
                 order.kind);
  return order;
}

void WriteMesh::parse_common(const std::string &key, InputWords &words, Order &order)
{
  if (key == "axis") {
    const std::string name = words.word(key);
    if (name != "x" && name != "y" && name != "z") words.refuse(key, name, "x, y or z");
    order.axis = name[0] - 'x';
  } else if (key == "center") {
    for (int k = 0; k < 3; k++) order.center[k] = words.real(key);
  } else if (key == "resolution") {
    order.resolution = words.positive(key);
  } else if (key == "format") {
    const std::string name = words.word(key);
    if (name != "text" && name != "binary") words.refuse(key, name, "text or binary");
    order.text = name == "text";
  } else {
    std::string known;
    for (const auto &[name, _] : order.vessel->keywords) known += name + ", ";
    words.refuse(
        "unknown keyword", key,
        fmt::format("kind {} has {}axis, center, resolution and format", order.kind, known));
  }
}

Mesh WriteMesh::make(const Order &order)
{
  Mesh mesh = placed(order.vessel->make(), order.axis, order.center);
  return order.resolution == 0.0 ? mesh : refined(std::move(mesh), order.resolution);
}

/* ----------------------------------------------------------------------
   a problem of rank 0 becomes an error of all
------------------------------------------------------------------------- */

void WriteMesh::agree(std::string problem)
{
  int size = static_cast<int>(problem.size());
  MPI_Bcast(&size, 1, MPI_INT, 0, world);
  problem.resize(size);
  MPI_Bcast(problem.data(), size, MPI_CHAR, 0, world);
  if (size > 0) error->all(FLERR, "Command write_mesh: {}", problem);
}

void WriteMesh::report(const Order &order, const Mesh &mesh)
{
  Vector3d low = mesh.vertices.front(), high = low;
  for (const Vector3d &p : mesh.vertices) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  utils::logmesg(lmp,
                 "Mesh {}: {}, {} triangles, area {:.6g}, extent {:.6g} {:.6g} {:.6g} to {:.6g} "
                 "{:.6g} {:.6g}\n",
                 order.file, order.kind, mesh.faces.size(), surface_area(mesh), low[0], low[1],
                 low[2], high[0], high[1], high[2]);
}
