#include "styles/feeds/outflow_zone.h"

#include "common/preconditions.h"
#include "common/space.h"
#include "styles/access/rank_vectors.h"
#include "styles/commands/named_region.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "neighbor.h"
#include "region.h"
#include "update.h"

#include <algorithm>
#include <limits>

using namespace LAMMPS_NS;
using grist::Vector3d;

namespace {

// Marks each owned atom of the group for which has_passed(i) holds.
template <class Test>
bool mark_atoms(const Atom *atom, int groupbit, std::vector<char> &passed, const Test &has_passed)
{
  passed.assign(atom->nlocal, 0);
  bool any = false;
  for (int i = 0; i < atom->nlocal; i++)
    if ((atom->mask[i] & groupbit) && has_passed(i)) {
      passed[i] = 1;
      any = true;
    }
  return any;
}

class PlaneZone : public OutflowZone {
 public:
  PlaneZone(LAMMPS *lmp, const grist::OutflowSettings &settings) :
      OutflowZone(lmp), every(settings.interval), point(settings.point), normal(settings.normal)
  {
    assert(every > 0 && grist::is_unit(normal));
  }

  void init() override;
  bool is_due() override { return update->ntimestep % every == 0; }
  bool mark_passed(int groupbit, std::vector<char> &passed) override
  {
    return mark_atoms(atom, groupbit, passed, [this](int i) {
      return dot(normal, grist::vector_at(atom->x[i]) - point) >= atom->radius[i];
    });
  }

 private:
  int every;
  Vector3d point, normal;
};

// Faces of boundary s or m follow the atoms: the box has no end there.
void PlaneZone::init()
{
  double least = -dot(normal, point), most = least;
  for (int d = 0; d < 3; d++) {
    const double *lo = domain->triclinic ? domain->boxlo_bound : domain->boxlo;
    const double *hi = domain->triclinic ? domain->boxhi_bound : domain->boxhi;
    const double far = std::numeric_limits<double>::infinity();
    const double from = domain->boundary[d][0] >= 2 ? -far : lo[d];
    const double to = domain->boundary[d][1] >= 2 ? far : hi[d];
    if (normal[d] == 0.0) continue;
    least += std::min(normal[d] * from, normal[d] * to);
    most += std::max(normal[d] * from, normal[d] * to);
  }
  if (most <= 0.0 || least >= 0.0)
    error->all(FLERR,
               "{}: plane through {:g} {:g} {:g} with normal {:g} {:g} {:g} does not cut the box "
               "(give a point "
               "inside the box; the normal points to what is removed)",
               FIX_OUTFLOW, point[0], point[1], point[2], normal[0], normal[1], normal[2]);
}

class RegionZone : public OutflowZone {
 public:
  RegionZone(LAMMPS *lmp, const grist::OutflowSettings &settings) :
      OutflowZone(lmp), every(settings.interval), id(settings.region)
  {
    assert(every > 0);
    init();
  }

  void init() override { region = region_named(lmp, std::string(FIX_OUTFLOW) + ": region", id); }
  bool is_due() override { return update->ntimestep % every == 0; }
  bool mark_passed(int groupbit, std::vector<char> &passed) override
  {
    init();
    region->prematch();
    return mark_atoms(atom, groupbit, passed, [this](int i) { return has_passed(i); });
  }

 private:
  int every;
  std::string id;
  Region *region = nullptr;    // at the last use

  // Atoms may be a little outside a periodic box until the next rebuild.
  bool has_passed(int i) const
  {
    double x[3] = {atom->x[i][0], atom->x[i][1], atom->x[i][2]};
    domain->remap(x);
    return region->match(x[0], x[1], x[2]) &&
        region->surface(x[0], x[1], x[2], atom->radius[i]) == 0;
  }
};

class BoxZone : public OutflowZone {
 public:
  using OutflowZone::OutflowZone;

  void init() override;
  bool is_due() override;
  bool mark_passed(int groupbit, std::vector<char> &passed) override;
  bool takes_unit_with_first() const override { return true; }

 private:
  struct Face {
    int axis;
    double place, outwards;    // +1 or -1
  };
  std::vector<Face> faces;    // of boundary f
  std::vector<int> near;      // owned atoms that may pass before the next rebuild
  bool any_near = false;      // on any rank

  void find_near();
  template <class Test> bool at_any_face(const Test &test) const
  {
    return std::any_of(faces.begin(), faces.end(), test);
  }
};

void BoxZone::init()
{
  if (domain->triclinic)
    error->all(FLERR, "{}: box of a triclinic box (use a plane or a region)", FIX_OUTFLOW);
  faces.clear();
  for (int d = 0; d < 3; d++)
    for (const int side : {0, 1})
      if (domain->boundary[d][side] == 1)
        faces.push_back({d, side ? domain->boxhi[d] : domain->boxlo[d], side ? 1.0 : -1.0});
  if (faces.empty()) {
    char boundary[9];
    domain->boundary_string(boundary);
    error->all(FLERR,
               "{}: nothing can leave a box of boundary {} (expected a face f; or use a plane or a "
               "region)",
               FIX_OUTFLOW, boundary);
  }
  near.clear();
  any_near = false;
}

// Between two rebuilds atoms move by half the skin and one step, unless rebuilds come at fixed
// intervals.
void BoxZone::find_near()
{
  const bool bounded = neighbor->dist_check && !neighbor->build_once;
  near.clear();
  for (int i = 0; i < atom->nlocal; i++)
    if (!bounded || at_any_face([this, i](const Face &face) {
          return face.outwards * (face.place - atom->x[i][face.axis]) < neighbor->skin;
        }))
      near.push_back(i);
  any_near = on_any_rank(!near.empty(), world);
}

bool BoxZone::is_due()
{
  if (neighbor->ago == 0) find_near();
  return any_near;
}

bool BoxZone::mark_passed(int groupbit, std::vector<char> &passed)
{
  passed.assign(atom->nlocal, 0);
  const double two_steps = 2.0 * update->dt;
  bool any = false;
  for (const int i : near)
    if ((atom->mask[i] & groupbit) && at_any_face([&](const Face &face) {
          const double to_go = face.outwards * (face.place - atom->x[i][face.axis]);
          return to_go < two_steps * face.outwards * atom->v[i][face.axis] || to_go < 0.0;
        })) {
      passed[i] = 1;
      any = true;
    }
  return any;
}

}    // namespace

std::unique_ptr<OutflowZone> LAMMPS_NS::make_outflow_zone(LAMMPS *lmp,
                                                          const grist::OutflowSettings &settings)
{
  if (settings.place == grist::OutflowPlace::PLANE)
    return std::make_unique<PlaneZone>(lmp, settings);
  if (settings.place == grist::OutflowPlace::REGION)
    return std::make_unique<RegionZone>(lmp, settings);
  return std::make_unique<BoxZone>(lmp);
}
