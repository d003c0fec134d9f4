#include "styles/packings/compute_packing.h"

#include "styles/commands/input_words.h"
#include "styles/commands/named_group.h"
#include "styles/files/output_columns.h"
#include "styles/packings/packed_particles.h"

#include "atom.h"
#include "error.h"
#include "memory.h"
#include "update.h"

#include <algorithm>
#include <vector>

using namespace LAMMPS_NS;
using grist::PartGrid;
using grist::Vector3d;

static constexpr const char *COMPUTE_PACKING = "Compute packing";

ComputePacking::ComputePacking(LAMMPS *lmp, int narg, char **arg) :
    Compute(lmp, narg, arg), space(lmp, COMPUTE_PACKING)
{
  if (!atom->radius_flag)
    error->all(FLERR, "{}: atom_style {} (expected particles with a radius)", COMPUTE_PACKING,
               atom->get_style());
  InputWords words(lmp, COMPUTE_PACKING, narg, arg, 3);
  words.read_keywords(space.keywords(words));
  space.init();

  const int count = space.parts.count();
  scalar_flag = array_flag = 1;
  extscalar = extarray = 0;
  size_array_rows = count;
  size_array_cols = COLUMNS;
  memory->create(array, count, COLUMNS, "packing:array");
  std::fill_n(array[0], static_cast<size_t>(count) * COLUMNS, 0.0);
  name_columns(lmp, *this,
               {{"solid_fraction"},
                {},
                {"x [distance]", "y [distance]", "z [distance]", "volume [volume]",
                 "solid_volume [volume]", "solid_fraction", "error [volume]"},
                {}});
}

ComputePacking::~ComputePacking()
{
  memory->destroy(array);
}

void ComputePacking::init()
{
  warn_of_empty_group(lmp, this);
  space.init();
}

void ComputePacking::measure()
{
  space.init();
  PackedParticles particles(lmp, COMPUTE_PACKING, groupbit);
  const PartGrid grid = space.grid_around(particles.extent());
  const std::vector<PartSpace::Volumes> volumes = space.measure(particles, grid);
  for (int part = 0; part < size_array_rows; part++) {
    double *row = array[part];
    const Vector3d middle = grid.middle(part);
    std::copy_n(middle.data(), 3, row);
    row[VOLUME] = volumes[part].space;
    row[SOLID] = volumes[part].solid;
    row[FRACTION] = row[VOLUME] > 0.0 ? row[SOLID] / row[VOLUME] : 0.0;
    row[ERROR] = volumes[part].error;
  }
}

double ComputePacking::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  measure();
  double volume = 0.0, solid = 0.0;
  for (int part = 0; part < size_array_rows; part++) {
    volume += array[part][VOLUME];
    solid += array[part][SOLID];
  }
  scalar = volume > 0.0 ? solid / volume : 0.0;
  return scalar;
}

void ComputePacking::compute_array()
{
  invoked_array = update->ntimestep;
  measure();
}
