#include "testing/bodies.h"

#include "atom.h"
#include "atom_vec_body.h"
#include "domain.h"
#include "lammps.h"
#include "math_extra.h"
#include "styles/access/atom_style.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string>

using namespace LAMMPS_NS;

namespace grist::testing {

namespace {

constexpr int FIXED_VALUES = 22;    // of a body, before its vertices

// Of the first integer of a body: its vertices, and above these bits its convex parts less 1.
constexpr int VERTEX_BITS = 14;
int vertices_of(const AtomVecBody::Bonus &bonus)
{
  return bonus.ivalue[0] & ((1 << VERTEX_BITS) - 1);
}

void append(std::vector<double> &to, const double *values, int count)
{
  to.insert(to.end(), values, values + count);
}

std::vector<double> packed_bodies(LAMMPS *lmp, int first, int last)
{
  const Atom *atom = lmp->atom;
  const auto *avec = atom_style<AtomVecBody>(atom);
  std::vector<double> mine;
  for (int i = first; i < last; i++) {
    const AtomVecBody::Bonus &bonus = avec->bonus[atom->body[i]];
    double x[3];
    lmp->domain->unmap(atom->x[i], atom->image[i], x);
    append(mine,
           std::array<double, 5>{double(atom->tag[i]), double(atom->type[i]),
                                 double(vertices_of(bonus)), atom->rmass[i], atom->radius[i]}
               .data(),
           5);
    append(mine, x, 3);
    append(mine, atom->v[i], 3);
    append(mine, atom->angmom[i], 3);
    append(mine, bonus.inertia, 3);
    append(mine, bonus.quat, 4);
    mine.push_back((bonus.ivalue[0] >> VERTEX_BITS) + 1);
    double rotation[3][3], turned[3];
    MathExtra::quat_to_mat(bonus.quat, rotation);
    for (int k = 0; k < vertices_of(bonus); k++) {
      MathExtra::matvec(rotation, bonus.dvalue + 3 * k, turned);
      append(mine, turned, 3);
    }
  }
  return mine;
}

std::vector<double> gather(const std::vector<double> &mine, MPI_Comm comm)
{
  int ranks = 0, me = 0;
  const int size = static_cast<int>(mine.size());
  MPI_Comm_size(comm, &ranks);
  MPI_Comm_rank(comm, &me);
  std::vector<int> sizes(ranks), starts(ranks, 0);
  MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, comm);
  for (int p = 1; p < ranks; p++) starts[p] = starts[p - 1] + sizes[p - 1];
  std::vector<double> all(me == 0 ? starts.back() + sizes.back() : 0);
  MPI_Gatherv(mine.data(), size, MPI_DOUBLE, all.data(), sizes.data(), starts.data(), MPI_DOUBLE, 0,
              comm);
  return all;
}

BodySnapshot unpacked(const double *from)
{
  BodySnapshot one;
  one.tag = static_cast<long>(from[0]);
  one.type = static_cast<int>(from[1]);
  one.shape_vertices = static_cast<int>(from[2]);
  one.mass = from[3];
  one.radius = from[4];
  const double *three = from + 5;
  for (auto *values : {&one.x, &one.v, &one.angmom, &one.inertia}) {
    std::copy_n(three, 3, values->begin());
    three += 3;
  }
  std::copy_n(from + 17, 4, one.quat.begin());
  one.parts = static_cast<int>(from[21]);
  for (int k = 0; k < one.shape_vertices; k++) {
    const double *vertex = from + FIXED_VALUES + 3 * k;
    one.vertices.push_back({vertex[0], vertex[1], vertex[2]});
  }
  return one;
}

std::vector<BodySnapshot> unpacked_by_id(const std::vector<double> &all)
{
  std::vector<BodySnapshot> result;
  for (size_t at = 0; at < all.size(); at += FIXED_VALUES + 3 * result.back().shape_vertices)
    result.push_back(unpacked(all.data() + at));
  std::sort(result.begin(), result.end(),
            [](const BodySnapshot &a, const BodySnapshot &b) { return a.tag < b.tag; });
  return result;
}

}    // namespace

double BodySnapshot::rotational_energy() const
{
  double rotation[3][3], in_body[3], energy = 0.0;
  MathExtra::quat_to_mat(quat.data(), rotation);
  MathExtra::transpose_matvec(rotation, angmom.data(), in_body);
  for (int k = 0; k < 3; k++) energy += 0.5 * in_body[k] * in_body[k] / inertia[k];
  return energy;
}

BodyMomenta momenta(const std::vector<BodySnapshot> &bodies)
{
  BodyMomenta sum;
  for (const BodySnapshot &body : bodies) {
    const Vector3d v = vector_at(body.v.data());
    sum.linear += body.mass * v;
    sum.angular += body.mass * cross(vector_at(body.x.data()), v) + vector_at(body.angmom.data());
    sum.size += body.mass * norm(v);
  }
  return sum;
}

double kinetic_energy(const std::vector<BodySnapshot> &bodies)
{
  double sum = 0.0;
  for (const BodySnapshot &body : bodies) {
    for (const double v : body.v) sum += 0.5 * body.mass * v * v;
    sum += body.rotational_energy();
  }
  return sum;
}

double BodySnapshot::distance_to_corner(const std::array<double, 3> &point) const
{
  double nearest = HUGE_VAL;
  for (const auto &corner : vertices)
    nearest = std::min(
        nearest, std::hypot(point[0] - corner[0], point[1] - corner[1], point[2] - corner[2]));
  return nearest;
}

std::vector<BodySnapshot> bodies(LammpsSession &session)
{
  if (!session.here()) return {};
  LAMMPS *lmp = session.lammps();
  return unpacked_by_id(gather(packed_bodies(lmp, 0, lmp->atom->nlocal), lmp->world));
}

std::vector<BodySnapshot> ghosts_of_rank(LammpsSession &session)
{
  if (!session.here()) return {};
  LAMMPS *lmp = session.lammps();
  const int nlocal = lmp->atom->nlocal;
  return unpacked_by_id(packed_bodies(lmp, nlocal, nlocal + lmp->atom->nghost));
}

double largest_difference(const std::vector<BodySnapshot> &one,
                          const std::vector<BodySnapshot> &two)
{
  if (one.size() != two.size()) return HUGE_VAL;
  for (size_t i = 0; i < one.size(); i++)
    if (one[i].tag != two[i].tag || one[i].type != two[i].type ||
        one[i].shape_vertices != two[i].shape_vertices)
      return HUGE_VAL;

  double largest = 0.0;
  const auto compare = [&](auto values_of) {
    double scale = 0.0, difference = 0.0;
    for (size_t i = 0; i < one.size(); i++) {
      const auto a = values_of(one[i]), b = values_of(two[i]);
      for (size_t k = 0; k < a.size(); k++) {
        scale = std::max(scale, std::fabs(a[k]));
        difference = std::max(difference, std::fabs(a[k] - b[k]));
      }
    }
    largest = std::max(largest, scale > 0.0 ? difference / scale : difference);
  };
  compare([](const BodySnapshot &body) { return body.x; });
  compare([](const BodySnapshot &body) { return body.v; });
  compare([](const BodySnapshot &body) { return body.angmom; });
  compare([](const BodySnapshot &body) { return body.inertia; });
  compare([](const BodySnapshot &body) { return std::array<double, 1>{body.mass}; });
  compare([](const BodySnapshot &body) { return std::array<double, 1>{body.radius}; });
  compare([](const BodySnapshot &body) {
    std::vector<double> all;
    for (const auto &vertex : body.vertices) append(all, vertex.data(), 3);
    return all;
  });
  return largest;
}

// LAMMPS reads few lines for a body.
static void write_lines(std::ostream &file, const std::vector<std::string> &words)
{
  constexpr size_t LONGEST_LINE = 250;
  size_t length = 0;
  for (const std::string &word : words) {
    const bool is_full = length + word.size() + 1 > LONGEST_LINE;
    if (length > 0) file << (is_full ? '\n' : ' ');
    length = (is_full ? 0 : length) + word.size() + 1;
    file << word;
  }
  file << '\n';
}

static std::string shortest(double number)
{
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), number).ptr};
}

void write_bodies(const std::string &path, const std::vector<BodyLine> &bodies, double low,
                  double high)
{
  std::ofstream file(path);
  file.precision(17);
  file << "bodies\n\n" << bodies.size() << " atoms\n" << bodies.size() << " bodies\n1 atom types\n";
  for (const char axis : {'x', 'y', 'z'})
    file << low << ' ' << high << ' ' << axis << "lo " << axis << "hi\n";
  file << "\nAtoms # body\n\n";
  for (size_t n = 0; n < bodies.size(); n++)
    file << n + 1 << " 1 1 " << bodies[n].mass << ' ' << bodies[n].x[0] << ' ' << bodies[n].x[1]
         << ' ' << bodies[n].x[2] << '\n';
  file << "\nBodies\n\n";
  for (size_t n = 0; n < bodies.size(); n++) {
    const auto &vertices = bodies[n].vertices;
    if (vertices.empty()) {
      file << n + 1 << " 1 1\n0\n" << bodies[n].radius << '\n';
      continue;
    }
    std::vector<int> parts = bodies[n].parts;
    if (parts.empty()) parts.push_back(static_cast<int>(vertices.size()));
    file << n + 1 << ' ' << parts.size() << ' ' << 3 * vertices.size() << '\n';
    std::vector<std::string> words;
    for (const int count : parts) words.push_back(std::to_string(count));
    write_lines(file, words);
    words.clear();
    for (const auto &vertex : vertices)
      for (const double number : vertex) words.push_back(shortest(number));
    write_lines(file, words);
  }
}

}    // namespace grist::testing
