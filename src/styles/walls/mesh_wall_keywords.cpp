#include "styles/walls/mesh_wall_keywords.h"

#include "common/constants.h"
#include "error.h"
#include "fmt/format.h"
#include "lammps.h"
#include "utils.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using grist::Vector3d;

static constexpr double SMOOTH = 20.0;    // degrees
static constexpr double LARGEST_SMOOTH = 90.0;

MeshWallKeywords::MeshWallKeywords(LAMMPS *lmp, int narg, char **arg, int iarg,
                                   const std::string &user) :
    model(narg),
    lmp(lmp), narg(narg), arg(arg), user(user)
{
  settings.smooth = SMOOTH * grist::DEGREE;
  while (iarg < narg && strcmp(arg[iarg], "model") != 0) iarg += read(iarg);
  if (iarg + 1 >= narg)
    lmp->error->all(FLERR, "{}: no contact model (expected model and its name)", user);
  model = iarg + 1;
}

void MeshWallKeywords::transform(grist::Mesh &mesh) const
{
  const Eigen::Matrix3d turning = turn.toRotationMatrix();
  const bool turned = turn.angle() != 0.0;
  for (Vector3d &p : mesh.vertices) {
    p *= scale;
    if (turned) p = turning * p;
    p += shift;
  }
}

/* ---------------------------------------------------------------------- */

void MeshWallKeywords::need(int iarg, int values, const char *what) const
{
  if (iarg + values < narg) return;
  const bool motion_named = iarg > 0 && strcmp(arg[iarg - 1], "move") == 0;
  lmp->error->all(FLERR, "{}: {}{} needs {}", user, motion_named ? "move " : "", arg[iarg], what);
}

double MeshWallKeywords::number(int iarg) const
{
  const double value = utils::numeric(FLERR, arg[iarg], false, lmp);
  if (!std::isfinite(value))
    lmp->error->all(FLERR, "{}: {} (expected a finite number)", user, arg[iarg]);
  return value;
}

Vector3d MeshWallKeywords::vector(int iarg) const
{
  return {number(iarg), number(iarg + 1), number(iarg + 2)};
}

Vector3d MeshWallKeywords::axis(int iarg) const
{
  const Vector3d along = vector(iarg);
  if (!(along.norm() > 0.0))
    lmp->error->all(FLERR, "{}: axis {} {} {} (expected a length above 0)", user, arg[iarg],
                    arg[iarg + 1], arg[iarg + 2]);
  return along.normalized();
}

double MeshWallKeywords::period(int iarg) const
{
  const double value = number(iarg);
  if (!(value > 0.0)) lmp->error->all(FLERR, "{}: period {} (must be positive)", user, value);
  return value;
}

// Returns how many words were used.
int MeshWallKeywords::read(int iarg)
{
  const std::string word = arg[iarg];
  const auto value = [&](int k) { return std::string(arg[iarg + k]); };
  if (word == "scale") {
    need(iarg, 1, "a factor");
    scale = number(iarg + 1);
    if (!(scale > 0.0)) lmp->error->all(FLERR, "{}: scale {} (must be positive)", user, scale);
    return 2;
  }
  if (word == "shift") {
    need(iarg, 3, "x y z");
    shift = vector(iarg + 1);
    return 4;
  }
  if (word == "turn") {
    need(iarg, 4, "an axis and an angle");
    turn = Eigen::AngleAxisd(number(iarg + 4) * grist::DEGREE, axis(iarg + 1));
    return 5;
  }
  if (word == "sides") {
    need(iarg, 1, "one or two");
    if (value(1) != "one" && value(1) != "two")
      lmp->error->all(FLERR, "{}: sides {} (expected one or two)", user, value(1));
    settings.one_sided = value(1) == "one";
    return 2;
  }
  if (word == "closed") {
    need(iarg, 1, "yes or no");
    closed = utils::logical(FLERR, arg[iarg + 1], false, lmp) != 0;
    return 2;
  }
  if (word == "feature") {
    need(iarg, 1, "an angle");
    const double angle = number(iarg + 1);
    if (!(angle >= 0.0 && angle <= LARGEST_SMOOTH))
      lmp->error->all(FLERR, "{}: feature {} (must be from 0 to {} degrees)", user, angle,
                      LARGEST_SMOOTH);
    settings.smooth = angle * grist::DEGREE;
    return 2;
  }
  if (word == "about") {
    need(iarg, 3, "x y z");
    has_reference = true;
    reference = vector(iarg + 1);
    return 4;
  }
  if (word == "stress") {
    need(iarg, 2, "a number of steps and a file");
    stress_every = utils::inumeric(FLERR, arg[iarg + 1], false, lmp);
    stress_file = value(2);
    if (stress_every <= 0)
      lmp->error->all(FLERR, "{}: stress every {} steps (must be positive)", user, stress_every);
    if (stress_file.find('*') == std::string::npos)
      lmp->error->all(FLERR, "{}: stress file {} (expected a * for the step)", user, stress_file);
    if (!utils::strmatch(stress_file, "\\.vtk$"))
      lmp->error->all(FLERR, "{}: stress file {} (expected a name that ends in .vtk)", user,
                      stress_file);
    return 3;
  }
  if (word == "move") {
    need(iarg, 1, "linear, rotate, wiggle or variable");
    return 1 + read_move(iarg + 1);
  }
  lmp->error->all(FLERR,
                  "{}: unknown keyword {} (expected scale, shift, turn, sides, closed, feature, "
                  "about, move, stress or model)",
                  user, word);
  return 0;
}

int MeshWallKeywords::read_move(int iarg)
{
  const std::string word = arg[iarg];
  if (word == "linear") {
    need(iarg, 3, "vx vy vz");
    motion.add_linear(vector(iarg + 1));
    return 4;
  }
  if (word == "rotate") {
    need(iarg, 7, "a point, an axis and a period");
    motion.add_rotation(vector(iarg + 1), axis(iarg + 4), period(iarg + 7));
    return 8;
  }
  if (word == "wiggle") {
    need(iarg, 4, "ax ay az and a period");
    motion.add_wiggle(vector(iarg + 1), period(iarg + 4));
    return 5;
  }
  if (word != "variable")
    lmp->error->all(FLERR, "{}: move {} (expected linear, rotate, wiggle or variable)", user, word);
  need(iarg, 10, "three velocities, a point, an axis and an angular velocity");
  Drive drive;
  drive.number = motion.add_driven(vector(iarg + 4), axis(iarg + 7));
  const int places[] = {1, 2, 3, 10};
  for (int k = 0; k < 4; k++) {
    const std::string name = arg[iarg + places[k]];
    if (name == "NULL") continue;
    if (name.compare(0, 2, "v_") != 0)
      lmp->error->all(FLERR, "{}: move variable {} (expected v_name or NULL)", user, name);
    drive.names[k] = name.substr(2);
  }
  drives.push_back(drive);
  return 11;
}
