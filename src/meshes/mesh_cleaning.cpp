#include "meshes/mesh_cleaning.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "meshes/mesh_holes.h"
#include "meshes/mesh_parts.h"
#include "meshes/mesh_pinches.h"
#include "meshes/mesh_seams.h"
#include "meshes/mesh_shells.h"
#include "meshes/mesh_words.h"
#include "meshes/triangle_mesh.h"
#include "meshes/triangle_tree.h"

#include <algorithm>

namespace grist {

// Triangles that are named in one sentence.
static constexpr size_t MOST_NAMED = 5;

// Reach of the middle of a triangle, over the extent, within which no other one may be.
static constexpr double ON_ANOTHER = 1e-9;

// Holes of a larger share of the area are not named as such.
static constexpr double MOST_HOLES = 0.5;

static std::string place_text(const Vector3d &x)
{
  return number_text(x[0]) + " " + number_text(x[1]) + " " + number_text(x[2]);
}

static std::string counted(size_t count, const std::string &what)
{
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// "triangle 3", "triangles 3 4 7".
static std::string named(const std::vector<int> &triangles)
{
  std::string text = triangles.size() == 1 ? "triangle" : "triangles";
  for (size_t n = 0; n < triangles.size() && n < MOST_NAMED; n++)
    text += " " + std::to_string(triangles[n]);
  return triangles.size() > MOST_NAMED ? text + " ..." : text;
}

std::string MeshReport::text() const
{
  std::string text;
  const auto add = [&](size_t count, const std::string &what, const std::string &done) {
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, what) + " " + done;
  };
  add(welded, "corner", "welded");
  add(seams, "corner", "joined at seams");
  add(flat, "flat triangle", "dropped");
  add(doubled, "doubled triangle", "dropped");
  add(holes, "hole",
      "of " + number_text(100.0 * hole_share) + " % of the area filled (" +
          counted(filled, "triangle") + ")");
  add(pinches, "edge", "of four triangles or more divided");
  add(inner_faces, "triangle", "between touching bodies dropped");
  add(inner_shells, "shell", "inside others dropped");
  add(turned.size(), "triangle", "turned (" + named(turned) + ")");
  add(other_way.size(), "triangle", "left facing the other way (" + named(other_way) + ")");
  if (was_inward) text += (text.empty() ? "" : ", ") + std::string("faces inward; turned");
  return text;
}

namespace {

class Cleaner {
 public:
  Cleaner(const Mesh &given, const MeshCleaning &cleaning) : how(cleaning), mesh(given) {}

  CleanMesh clean();

 private:
  MeshCleaning how;
  const Mesh &mesh;
  TriangleList list;
  double size = 0.0;    // of the extent
  MeshReport report;

  void read_triangles();
  void drop_inner_faces();
  void close();
  void check_edges();
  void turn_parts();
  void turn_part(const MeshPart &part, int number, int parts);
  void check_apart() const;
  void compare();

  std::vector<int> numbers_of(const std::vector<int> &triangles) const;
  std::string part_text(const MeshPart &part, int number, int parts) const;
};

}    // namespace

std::vector<int> Cleaner::numbers_of(const std::vector<int> &triangles) const
{
  std::vector<int> numbers;
  for (const int n : triangles) numbers.push_back(list.faces[n] + 1);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

// "part 2 of 3 (12 triangles, the first is 13)".
std::string Cleaner::part_text(const MeshPart &part, int number, int parts) const
{
  return "part " + std::to_string(number) + " of " + std::to_string(parts) + " (" +
      counted(part.triangles.size(), "triangle") + ", the first is " +
      std::to_string(list.faces[part.triangles[0]] + 1) + ")";
}

// A vertex that no face has does not make the mesh larger.
void Cleaner::read_triangles()
{
  AlignedBox box;
  for (const std::vector<int> &face : mesh.faces)
    for (const int corner : face) box.extend(mesh.vertices[corner]);
  size = box.is_empty() ? 0.0 : box.diagonal();
  list = triangle_list(mesh, WELD * size);
  report.welded = list.welded;
  report.doubled = list.doubled;
  if (list.triangles.empty())
    refuse_mesh("no triangle with an area (" + std::to_string(list.flat) + " degenerate)");
}

// Two bodies that touch at equal triangles: of each pair one is left, at whose border edges there
// are three triangles. Without it the bodies are one. Patches of pairs whose border has edges of
// two triangles are doubled parts of a surface, and stay.
void Cleaner::drop_inner_faces()
{
  const int count = static_cast<int>(list.triangles.size());
  std::vector<int> patch(count);    // the least number of a triangle connected with each
  for (int n = 0; n < count; n++) patch[n] = n;
  const auto find = [&](int n) {
    while (patch[n] != n) n = patch[n] = patch[patch[n]];
    return n;
  };
  const auto is_pair = [&](int n) { return list.copies[n] % 2 == 1; };
  const std::vector<EdgeUse> uses = sorted_edges(list.triangles);
  for_edges(uses, [&](const EdgeUse *use, int n) {
    if (n == 2 && is_pair(use[0].triangle) && is_pair(use[1].triangle))
      patch[std::max(find(use[0].triangle), find(use[1].triangle))] =
          std::min(find(use[0].triangle), find(use[1].triangle));
  });
  std::vector<char> is_inner(count, 0), kept(count, 1);
  for (int n = 0; n < count; n++) is_inner[n] = is_pair(n);
  for_edges(uses, [&](const EdgeUse *use, int n) {
    if (n == 2 && find(use[0].triangle) == find(use[1].triangle)) return;
    for (int k = 0; k < n; k++)
      if (n % 2 == 0 && is_pair(use[k].triangle)) is_inner[find(use[k].triangle)] = 0;
  });
  for (int n = 0; n < count; n++) {
    if (!is_pair(n) || !is_inner[find(n)]) continue;
    kept[n] = 0;
    report.inner_faces += 2;
    report.doubled--;
  }
  if (std::find(kept.begin(), kept.end(), 1) != kept.end()) keep_marked(list, kept);
}

static bool is_closed(const TriangleList &list)
{
  bool closed = true;
  for_edges(sorted_edges(list.triangles),
            [&](const EdgeUse *, int count) { closed = closed && count % 2 == 0; });
  return closed;
}

// Needles of a closed mesh that leave a gap when they are dropped stay.
void Cleaner::close()
{
  const TriangleList given = list;
  const bool always = how.use == MeshUse::FACE || how.use == MeshUse::SOLID;
  const double tolerance = how.precision > 0.0 ? how.precision : always ? WELD * size : 0.0;
  if (tolerance > 0.0) {
    drop_needles(list, std::min(tolerance, WELD * size) / SEAM_WIDTHS);
    report.seams = close_seams(list, tolerance);
    if (how.use == MeshUse::SOLID && !is_closed(list) && is_closed(given)) {
      list = given;
      report.seams = 0;
    }
  }
  report.flat = list.flat;
  if (list.triangles.empty()) refuse_mesh("no triangle is left: precision is larger than they are");
}

// Of a mesh that has a small part of it missing; a surface with larger holes is no solid.
static std::string hole_text(const MeshHoles &holes)
{
  if (holes.triangles > 0 || holes.count == 0 || holes.share > MOST_HOLES) return "";
  return ": " + counted(holes.count, "hole") + " with " + number_text(100.0 * holes.share) +
      " % of its area (holes of up to " + number_text(100.0 * SMALL_HOLES) +
      " % together are filled)";
}

// Small holes are filled first.
void Cleaner::check_edges()
{
  const MeshHoles holes = fill_small_holes(list);
  if (holes.triangles > 0) {
    report.holes = holes.count;
    report.hole_share = holes.share;
    report.filled = holes.triangles;
  }
  if (how.pinched) report.pinches = divide_pinches(list);
  int open = 0, at_first = 0;
  EdgeUse first = {};
  for_edges(sorted_edges(list.triangles), [&](const EdgeUse *use, int count) {
    if (count == 2) return;
    if (open++ > 0) return;
    first = *use;
    at_first = count;
  });
  if (open == 0) return;
  refuse_mesh("not closed: " + counted(open, "open edge") +
              " (every edge must be between two triangles; from " +
              place_text(list.places[first.low]) + " to " + place_text(list.places[first.high]) +
              (at_first == 1 ? " there is " : " there are ") + std::to_string(at_first) + ")" +
              hole_text(holes));
}

void Cleaner::turn_part(const MeshPart &part, int number, int parts)
{
  const bool matters = how.use == MeshUse::SOLID || how.use == MeshUse::ONE_SIDED_WALL;
  if (part.is_twisted) {
    if (matters)
      refuse_mesh(part_text(part, number, parts) +
                  " is twisted, as a Moebius strip: it has one side only");
    return;
  }
  if (part.turned.empty()) return;
  const std::vector<int> numbers = numbers_of(part.turned);
  if (part.is_closed || how.repair || how.use == MeshUse::FACE) {
    for (const int n : part.turned) turn(list.triangles[n]);
    report.turned.insert(report.turned.end(), numbers.begin(), numbers.end());
    return;
  }
  if (matters)
    refuse_mesh(counted(numbers.size(), "triangle") + " of " + part_text(part, number, parts) +
                (numbers.size() == 1 ? " faces" : " face") + " the other way: " + named(numbers) +
                ", at " + place_text(list.middle(list.triangles[part.turned[0]])) +
                " (an open part is turned back with repair yes)");
  report.other_way.insert(report.other_way.end(), numbers.begin(), numbers.end());
}

void Cleaner::turn_parts()
{
  const std::vector<MeshPart> parts = mesh_parts(list);
  for (size_t n = 0; n < parts.size(); n++)
    turn_part(parts[n], static_cast<int>(n) + 1, static_cast<int>(parts.size()));
}

// The area of a face is the sum over its triangles.
void Cleaner::check_apart() const
{
  const TriangleMesh surface(mesh_of(list), 0.0);
  const TriangleTree tree(surface.triangles());
  std::vector<TriangleTree::Near> near;
  for (size_t n = 0; n < surface.triangles().size(); n++) {
    const TriangleMesh::Triangle &t = surface.triangles()[n];
    tree.find_near(t.corner + (t.side_b + t.side_c) / 3.0, ON_ANOTHER * size, near);
    if (near.size() > 1)
      refuse_mesh("triangles of the face overlap, at " +
                  place_text(t.corner + (t.side_b + t.side_c) / 3.0) +
                  ": their common area would count twice");
  }
}

void Cleaner::compare()
{
  const std::vector<MeshPart> shells = mesh_parts(list);
  const ShellChanges changes = compare_shells(list, shells);
  report.was_inward = how.outward && changes.is_inward;
  report.groups = changes.groups;
  std::vector<char> kept(list.triangles.size(), 1);
  std::vector<int> turned;
  for (size_t s = 0; s < shells.size(); s++) {
    report.inner_shells += changes.dropped[s];
    for (const int n : shells[s].triangles) {
      kept[n] = !changes.dropped[s];
      if (changes.turned[s] && kept[n]) turned.push_back(n);
      if ((changes.turned[s] != 0) != report.was_inward) turn(list.triangles[n]);
    }
  }
  const std::vector<int> numbers = numbers_of(turned);
  report.turned.insert(report.turned.end(), numbers.begin(), numbers.end());
  if (report.inner_shells > 0) keep_marked(list, kept);
}

CleanMesh Cleaner::clean()
{
  read_triangles();
  if (how.use == MeshUse::SOLID) drop_inner_faces();
  close();
  if (how.use == MeshUse::SOLID) check_edges();
  turn_parts();
  if (how.use == MeshUse::FACE) check_apart();
  if (how.use == MeshUse::SOLID) compare();
  std::sort(report.turned.begin(), report.turned.end());
  return {mesh_of(list), report};
}

CleanMesh cleaned(const Mesh &mesh, const MeshCleaning &how)
{
  assert(how.precision >= 0.0);
  return Cleaner(mesh, how).clean();
}

}    // namespace grist
