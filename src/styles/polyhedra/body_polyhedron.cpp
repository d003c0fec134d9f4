#include "styles/polyhedra/body_polyhedron.h"

#include "atom.h"
#include "common/constants.h"
#include "common/space.h"
#include "error.h"
#include "math_extra.h"
#include "memory.h"
#include "my_pool_chunk.h"
#include "neighbor.h"
#include "styles/access/atom_style.h"
#include "styles/access/lammps_compat.h"
#include "styles/commands/input_words.h"
#include "utils.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace LAMMPS_NS;
using grist::ConvexPolyhedron;
using grist::Vector3d;

static constexpr int LEAST_VERTICES = 4;
static constexpr int LARGEST_LIMIT = 10000;    // messages have room for all vertices

// MAXBODY of read_data.cpp of LAMMPS, and the corners that fit in them: ten numbers a line, two lines
// for what stands before.
static constexpr int LINES_READ = 32;
static constexpr int CORNERS_READ = (LINES_READ - 2) * 10 / 3;

// Of the volume of a part: overlaps that are rounding of a file.
static constexpr double SAME_PARTS = 1e-6;

BodyPolyhedron::BodyPolyhedron(LAMMPS *lmp, int narg, char **arg) :
    Body(lmp, narg, arg), image_kinds(nullptr), image_data(nullptr), image_room(0)
{
  if (narg != 3)
    error->all(FLERR,
               "Body style polyhedron takes two arguments: the least and the largest number of "
               "vertices of a body (now: {})",
               narg - 1);
  InputWords words(lmp, "Body style polyhedron", narg, arg, 1);
  const int least = words.whole("Nmin", LEAST_VERTICES);
  most_vertices = words.whole("Nmax", least);
  if (most_vertices > LARGEST_LIMIT)
    words.refuse("Nmax", most_vertices, fmt::format("expected at most {}", LARGEST_LIMIT));

  size_forward = 0;
  size_border = INTEGERS + number_limit();
  maxexchange = INTEGERS + number_limit();
  icp = new MyPoolChunk<int>(INTEGERS, INTEGERS);
  dcp = new MyPoolChunk<double>(1, number_limit(), number_limit() / 3);    // no room to spare
}

// Three for each vertex, and one for each part of four or more; in whole threes.
int BodyPolyhedron::number_limit() const
{
  return 3 * (most_vertices + (most_vertices / LEAST_VERTICES + 2) / 3);
}

// LAMMPS keeps the addresses of the pools.
void BodyPolyhedron::empty_pools()
{
  icp->~MyPoolChunk<int>();
  dcp->~MyPoolChunk<double>();
  new (icp) MyPoolChunk<int>(INTEGERS, INTEGERS);
  new (dcp) MyPoolChunk<double>(1, number_limit(), number_limit() / 3);
}

BodyPolyhedron::~BodyPolyhedron()
{
  delete icp;
  delete dcp;
  memory->destroy(image_kinds);
  memory->destroy(image_data);
}

grist::BodyShape BodyPolyhedron::shape(const AtomVecBody::Bonus *bonus)
{
  assert(bonus && bonus >= avec->bonus && bonus->ivalue);
  const int count = vertices_of(*bonus), parts = parts_of(*bonus);
  if (count == 0) return {};
  if (lists_made != neighbor->lastcall) {
    lists_made = neighbor->lastcall;
    shapes.begin_generation();
    compounds.begin_generation();
  }
  const auto number = static_cast<int>(bonus - avec->bonus);
  const int holder = number < avec->nlocal_bonus ? number : grist::NO_HOLDER;
  try {
    if (parts == 1) return {&shapes.shape(key_of(*bonus), bonus->dvalue, count, holder), nullptr};
    return {nullptr, &compounds.shape(key_of(*bonus), holder, [&] {
              return grist::CompoundShape(grist::parts_of(bonus->dvalue, count, parts));
            })};
  } catch (const std::invalid_argument &problem) {
    error->one(FLERR, "Body style polyhedron: atom {}: {}", atom->tag[bonus->ilocal],
               problem.what());
  }
  return {};    // not reached
}

std::uint64_t BodyPolyhedron::key_of(const AtomVecBody::Bonus &bonus)
{
  return static_cast<std::uint32_t>(bonus.ivalue[KEY_LOW]) |
      static_cast<std::uint64_t>(static_cast<std::uint32_t>(bonus.ivalue[KEY_HIGH])) << 32;
}

double BodyPolyhedron::radius(const AtomVecBody::Bonus *bonus)
{
  const grist::BodyShape polyhedron = shape(bonus);
  return polyhedron ? polyhedron.radius() : bonus->dvalue[0];
}

int BodyPolyhedron::pack_border_body(AtomVecBody::Bonus *bonus, double *buf)
{
  for (int k = 0; k < INTEGERS; k++) buf[k] = ubuf(bonus->ivalue[k]).d;
  std::copy_n(bonus->dvalue, bonus->ndouble, buf + INTEGERS);
  return INTEGERS + bonus->ndouble;
}

int BodyPolyhedron::unpack_border_body(AtomVecBody::Bonus *bonus, double *buf)
{
  owned_below = avec->nlocal_bonus;
  for (int k = 0; k < INTEGERS; k++) bonus->ivalue[k] = static_cast<int>(ubuf(buf[k]).i);
  if (const AtomVecBody::Bonus *same = owned_like(*bonus)) {
    dcp->put(bonus->dindex);
    bonus->dindex = -1;    // LAMMPS gives nothing back
    bonus->dvalue = same->dvalue;
  } else {
    std::copy_n(buf + INTEGERS, bonus->ndouble, bonus->dvalue);
  }
  return INTEGERS + bonus->ndouble;
}

// An owned body of the same shape; null where none is known, or the body that was known has another
// number now. Ghosts are forgotten before owned bodies change.
const AtomVecBody::Bonus *BodyPolyhedron::owned_like(const AtomVecBody::Bonus &bonus) const
{
  if (vertices_of(bonus) == 0) return nullptr;
  const std::uint64_t key = key_of(bonus);
  const int number = parts_of(bonus) == 1 ? shapes.holder(key) : compounds.holder(key);
  if (number == grist::NO_HOLDER || number >= avec->nlocal_bonus) return nullptr;
  const AtomVecBody::Bonus &owned = avec->bonus[number];
  return std::equal(owned.ivalue, owned.ivalue + INTEGERS, bonus.ivalue) ? &owned : nullptr;
}

// ---- `delete_atoms group all` leaves the number of bodies as it was

void BodyPolyhedron::mend_store()
{
  if (atom->nlocal == 0) avec->nlocal_bonus = 0;
  const bool is_right = owned_below < 0 || owned_below == avec->nlocal_bonus;
  owned_below = -1;
  if (is_right) return;
  std::vector<std::vector<int>> integers;
  std::vector<std::vector<double>> numbers;
  for (int n = 0; n < avec->nlocal_bonus; n++) {
    const AtomVecBody::Bonus &bonus = avec->bonus[n];
    integers.emplace_back(bonus.ivalue, bonus.ivalue + bonus.ninteger);
    numbers.emplace_back(bonus.dvalue, bonus.dvalue + bonus.ndouble);
  }
  empty_pools();
  for (int n = 0; n < avec->nlocal_bonus; n++) {
    AtomVecBody::Bonus &bonus = avec->bonus[n];
    bonus.ivalue = icp->get(bonus.ninteger, bonus.iindex);
    bonus.dvalue = dcp->get(bonus.ndouble, bonus.dindex);
    std::copy(integers[n].begin(), integers[n].end(), bonus.ivalue);
    std::copy(numbers[n].begin(), numbers[n].end(), bonus.dvalue);
  }
}

// ---- one body of a data file or of create_polyhedra; its mass is set already

void BodyPolyhedron::data_body(int ibonus, int ninteger, int ndouble, int *ifile, double *dfile)
{
  AtomVecBody::Bonus &bonus = avec->bonus[ibonus];
  const int i = bonus.ilocal;
  bonus.ninteger = INTEGERS;
  bonus.ivalue = icp->get(bonus.iindex);
  const double mass = atom->rmass[i];
  if (ninteger == 1 && ifile[0] == 0) {
    set_sphere(bonus, parse_sphere(ndouble, dfile));
    for (double &moment : bonus.inertia) moment = grist::sphere_inertia(mass, bonus.dvalue[0]);
    atom->radius[i] = bonus.dvalue[0];
    return;
  }

  grist::Pose place;
  if (parts_added > 0) {
    set_numbers(bonus, dfile, ndouble, parts_added);
  } else {
    const grist::ReadBody given = parse(ninteger, ndouble, ifile, dfile);
    set_numbers(bonus, given.numbers.data(), static_cast<int>(given.numbers.size()), given.parts);
    place = given.place;
    if (given.cuts_left_out > 0 && !has_warned_of_cuts) {
      has_warned_of_cuts = true;
      error->warning(FLERR,
                     "Body style polyhedron: body {} of {} parts would have more than {} where its "
                     "hollow edges are cut: the parts are taken as they are (a 0 before the counts "
                     "of vertices says so)",
                     atom->tag[i], given.parts, given.cuts_left_out);
    }
  }
  const grist::Quaterniond turn = quaternion_of(place.rotation);
  const double quat[4] = {turn.w, turn.x, turn.y, turn.z};
  std::copy_n(quat, 4, bonus.quat);
  for (int d = 0; d < 3; d++) atom->x[i][d] += place.position[d];

  const grist::BodyShape polyhedron = shape(&bonus);
  for (int d = 0; d < 3; d++)
    bonus.inertia[d] = mass / polyhedron.volume() * polyhedron.principal_moments()[d];
  atom->radius[i] = polyhedron.radius();
}

void BodyPolyhedron::add_shape(int i, std::vector<double> numbers, int parts)
{
  assert(is_owned(atom, i) && parts_added == 0 && parts > 0);
  parts_added = parts;
  avec->data_body(i, 1, static_cast<int>(numbers.size()), &parts_added, numbers.data());
  parts_added = 0;
}

void BodyPolyhedron::check_vertices(int count)
{
  if (count < LEAST_VERTICES || count > most_vertices)
    error->one(FLERR,
               "Body style polyhedron: {} vertices (expected 0 for a sphere, or {} to {} as "
               "atom_style body has it)",
               count, LEAST_VERTICES, most_vertices);
}

// As write_data writes it.
static bool are_taken(const std::vector<int> &counts)
{
  return counts.size() > 1 && counts[0] == 0;
}

// A body that is a known one after a motion gets the numbers of this one, and so its shape.
grist::ReadBody BodyPolyhedron::parse(int ninteger, int ndouble, const int *ifile,
                                      const double *dfile)
{
  if (ninteger < 1)
    error->one(FLERR,
               "Body style polyhedron: {} integers for a body (expected the number of vertices of "
               "each convex part)",
               ninteger);
  const std::vector<int> counts(ifile, ifile + ninteger);
  if (are_taken(counts)) {
    ifile++;
    ninteger--;
  }
  const int count = std::accumulate(ifile, ifile + ninteger, 0);
  if (ninteger == 1) check_vertices(count);
  for (int n = 0; n < ninteger; n++)
    if (ifile[n] < LEAST_VERTICES)
      error->one(FLERR,
                 "Body style polyhedron: {} vertices of part {} of {} of a body (expected {} or "
                 "more)",
                 ifile[n], n + 1, ninteger, LEAST_VERTICES);
  if (ndouble != 3 * count)
    error->one(FLERR, "Body style polyhedron: {} coordinates for {} vertices (expected {})",
               ndouble, count, 3 * count);
  std::vector<Vector3d> corners = grist::points_of(dfile, count);
  if (const auto known = bodies_read.like(counts, corners)) return *known;
  grist::ReadBody body = made(counts, corners);
  bodies_read.add(counts, std::move(corners), body);
  return body;
}

grist::ReadBody BodyPolyhedron::made(const std::vector<int> &counts,
                                     const std::vector<Vector3d> &corners)
{
  try {
    if (counts.size() == 1) {
      const auto given = ConvexPolyhedron::from_vertices(corners);
      return {grist::BodyShape{&given, nullptr}.numbers(), 1, given.placement()};
    }
    grist::PartCorners parts;
    auto next = corners.begin();
    for (size_t n = are_taken(counts) ? 1 : 0; n < counts.size(); n++, next += counts[n - 1])
      parts.emplace_back(next, next + counts[n]);
    grist::CompoundShape(parts).refuse_overlaps(SAME_PARTS);
    const grist::HollowCuts cuts = are_taken(counts) ? grist::HollowCuts{parts}
                                                     : grist::hollow_cuts(parts);
    const grist::CompoundShape given(cuts.parts);
    if (given.vertex_count() > most_vertices)
      error->one(FLERR,
                 "Body style polyhedron: {} vertices of a body of {} parts, which are {} where its "
                 "hollow edges are cut (atom_style body polyhedron has room for {}: give it more)",
                 given.vertex_count(), parts.size(), given.part_count(), most_vertices);
    return {grist::numbers_of(given.corners()), given.part_count(), given.placement(),
            cuts.left_out};
  } catch (const std::invalid_argument &problem) {
    error->one(FLERR, "Body style polyhedron: {}", problem.what());
  }
  throw std::logic_error("not reached");
}

double BodyPolyhedron::parse_sphere(int ndouble, const double *dfile)
{
  if (ndouble != 1)
    error->one(FLERR, "Body style polyhedron: {} numbers for a sphere (expected 1, its radius)",
               ndouble);
  if (!(dfile[0] > 0.0) || !std::isfinite(dfile[0]))
    error->one(FLERR, "Body style polyhedron: radius {} of a sphere must be positive", dfile[0]);
  return dfile[0];
}

void BodyPolyhedron::set_sphere(AtomVecBody::Bonus &bonus, double radius)
{
  assert(radius > 0.0);
  std::fill_n(bonus.ivalue, static_cast<int>(INTEGERS), 0);
  bonus.ndouble = 1;
  bonus.dvalue = dcp->get(1, bonus.dindex);
  bonus.dvalue[0] = radius;
  const double quat[4] = {1.0, 0.0, 0.0, 0.0};
  std::copy_n(quat, 4, bonus.quat);
}

// The shape is made from these numbers, so that it is the same one on any other rank.
void BodyPolyhedron::set_numbers(AtomVecBody::Bonus &bonus, const double *numbers, int count,
                                 int parts)
{
  assert(parts >= 1);
  const int vertices = (parts == 1 ? count : count - parts) / 3;
  check_vertices(vertices);
  bonus.ndouble = count;
  bonus.dvalue = dcp->get(bonus.ndouble, bonus.dindex);
  std::copy_n(numbers, bonus.ndouble, bonus.dvalue);
  const std::uint64_t key = grist::shape_key(bonus.dvalue, bonus.ndouble);
  bonus.ivalue[COUNTS] = vertices | (parts - 1) << PARTS_FROM_BIT;
  bonus.ivalue[KEY_LOW] = static_cast<int>(key & 0xFFFFFFFFu);
  bonus.ivalue[KEY_HIGH] = static_cast<int>(key >> 32);
}

// ---- for write_data: what data_body reads, in the orientation of the body

// id, numbers of integers and of doubles, the integers (at most one for each double), the doubles.
// The integers of several parts begin with 0: they are read as they are.
int BodyPolyhedron::pack_data_body(tagint id, int ibonus, double *buf)
{
  const AtomVecBody::Bonus &bonus = avec->bonus[ibonus];
  const int count = vertices_of(bonus), parts = parts_of(bonus);
  const int doubles = count > 0 ? 3 * count : 1, marks = parts > 1 ? 1 : 0;
  const int size = 3 + marks + parts + doubles;
  if (!buf) return size;
  buf[0] = ubuf(id).d;
  buf[1] = ubuf(marks + parts).d;
  buf[2] = ubuf(doubles).d;
  if (marks > 0) buf[3] = ubuf(0).d;
  for (int n = 0; n < parts; n++)
    buf[3 + marks + n] = ubuf(parts > 1 ? static_cast<int>(bonus.dvalue[3 * count + n]) : count).d;
  double *out = buf + 3 + marks + parts;
  if (count == 0) out[0] = bonus.dvalue[0];
  double rotation[3][3];
  MathExtra::quat_to_mat(bonus.quat, rotation);
  for (int k = 0; k < count; k++) MathExtra::matvec(rotation, bonus.dvalue + 3 * k, out + 3 * k);
  return size;
}

// Writes words in lines as long as read_data of LAMMPS takes them.
class DataLines {
 public:
  explicit DataLines(FILE *file) : file(file) {}

  void add(const std::string &word)
  {
    if (!line.empty() && line.size() + 1 + word.size() > LONGEST) end_line();
    if (!line.empty()) line += ' ';
    line += word;
  }
  void end_line()
  {
    utils::print(file, "{}\n", line);
    line.clear();
    written++;
  }
  int count() const { return written; }

 private:
  static constexpr size_t LONGEST = 254;    // MAXLINE of read_data.cpp less two ends
  FILE *file;
  std::string line;
  int written = 0;
};

// Coordinates have as many digits as it takes to read the same number.
int BodyPolyhedron::write_data_body(FILE *fp, double *buf)
{
  const auto id = static_cast<tagint>(ubuf(buf[0]).i);
  const auto integers = static_cast<int>(ubuf(buf[1]).i);
  const auto doubles = static_cast<int>(ubuf(buf[2]).i);
  DataLines lines(fp);
  lines.add(fmt::format("{} {} {}", id, integers, doubles));
  lines.end_line();
  for (int n = 0; n < integers; n++) lines.add(std::to_string(ubuf(buf[3 + n]).i));
  lines.end_line();
  for (int k = 0; k < doubles; k++) lines.add(fmt::format("{}", buf[3 + integers + k]));
  lines.end_line();
  if (lines.count() > LINES_READ && !has_warned_of_lines) {
    has_warned_of_lines = true;
    error->warning(FLERR,
                   "Body style polyhedron: body {} of {} corners takes {} lines in the data file, "
                   "and read_data reads at most {} for a body: use a restart file (a body of up to "
                   "{} corners can be read in any case)",
                   id, doubles / 3, lines.count(), LINES_READ, CORNERS_READ);
  }
  return 3 + integers + doubles;
}

// ---- for the bodies of molecule templates

double BodyPolyhedron::radius_body(int ninteger, int ndouble, int *ifile, double *dfile)
{
  if (ninteger == 1 && ifile[0] == 0) return parse_sphere(ndouble, dfile);
  const grist::ReadBody given = parse(ninteger, ndouble, ifile, dfile);
  const size_t coordinates = given.numbers.size() - (given.parts > 1 ? given.parts : 0);
  double radius = 0.0;
  for (size_t k = 0; k < coordinates; k += 3)
    radius = std::max(radius, norm(grist::vector_at(&given.numbers[k])));
  return radius;
}

// ---- compute body/local: the vertices in the frame of the box, or the centre of a sphere

void BodyPolyhedron::output(int ibonus, int m, double *values)
{
  assert(m >= 0 && m < noutrow(ibonus));
  const AtomVecBody::Bonus &bonus = avec->bonus[ibonus];
  const double *x = atom->x[bonus.ilocal];
  double place[3] = {0.0, 0.0, 0.0};
  if (vertices_of(bonus) > 0) {
    double rotation[3][3];
    MathExtra::quat_to_mat(bonus.quat, rotation);
    MathExtra::matvec(rotation, bonus.dvalue + 3 * m, place);
  }
  for (int d = 0; d < 3; d++) values[d] = x[d] + place[d];
}

// ---- dump image: edges as cylinders of diameter flag1, spheres as spheres

int BodyPolyhedron::image(int ibonus, double flag1, double, int *&kinds, double **&data)
{
  const AtomVecBody::Bonus &bonus = avec->bonus[ibonus];
  const double *x = atom->x[bonus.ilocal];
  const grist::BodyShape polyhedron = shape(&bonus);
  grist::ClosedSurface surface;
  if (polyhedron) surface = polyhedron.closed_surface();
  const int count = polyhedron ? static_cast<int>(surface.edges.size()) : 1;
  if (count > image_room) {
    image_room = count;
    memory->destroy(image_kinds);
    memory->destroy(image_data);
    memory->create(image_kinds, image_room, "body/polyhedron:image_kinds");
    memory->create(image_data, image_room, 7, "body/polyhedron:image_data");
  }
  kinds = image_kinds;
  data = image_data;
  if (!polyhedron) {
    image_kinds[0] = DRAWN_SPHERE;
    std::copy_n(x, 3, image_data[0]);
    image_data[0][3] = 2.0 * bonus.dvalue[0];
    return 1;
  }

  double rotation[3][3];
  MathExtra::quat_to_mat(bonus.quat, rotation);
  for (int k = 0; k < count; k++) {
    image_kinds[k] = DRAWN_LINE;
    const auto [tail, head] = surface.edges[k];
    MathExtra::matvec(rotation, surface.points[tail].data(), image_data[k]);
    MathExtra::matvec(rotation, surface.points[head].data(), image_data[k] + 3);
    for (int d = 0; d < 6; d++) image_data[k][d] += x[d % 3];
    image_data[k][6] = flag1 > 0.0 ? flag1 : 0.05 * polyhedron.radius();
  }
  return count;
}

AtomPolyhedra::AtomPolyhedra(const Atom *atom) :
    avec(atom_style<AtomVecBody>(atom)),
    bodies(avec ? dynamic_cast<BodyPolyhedron *>(avec->bptr) : nullptr), atom(atom)
{
}

grist::BodyShape AtomPolyhedra::shape(int i) const
{
  assert(is_owned_or_ghost(atom, i));
  if (!bodies || atom->body[i] < 0) return {};
  return bodies->shape(&avec->bonus[atom->body[i]]);
}
