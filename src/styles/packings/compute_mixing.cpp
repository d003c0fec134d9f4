#include "styles/packings/compute_mixing.h"

#include "styles/commands/input_words.h"
#include "styles/files/output_columns.h"

#include "packings/mixing_index.h"

#include "atom.h"
#include "domain.h"
#include "error.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace LAMMPS_NS;

static constexpr const char *COMPUTE_MIXING = "Compute mixing";
static constexpr int VALUES = 7;

ComputeMixing::ComputeMixing(LAMMPS *lmp, int narg, char **arg) : Compute(lmp, narg, arg)
{
  InputWords words(lmp, COMPUTE_MIXING, narg, arg, 3);
  component.emplace(std::string(COMPUTE_MIXING) + ": group", words.word("a group, the component"));
  words.read_keywords({{"slices", [&] { parts.read_slices(words); }},
                       {"blocks", [&] { parts.read_blocks(words); }},
                       {"range", [&] { parts.read_range(words); }},
                       {"least", [&] { least = words.whole("least", 1); }}});
  component->bit(lmp);
  if (parts.count() == 1)
    error->all(FLERR, "{}: one block (expected two or more: give slices or blocks)",
               COMPUTE_MIXING);

  scalar_flag = vector_flag = 1;
  extscalar = extvector = 0;
  size_vector = VALUES;
  vector = new double[VALUES]();
  name_columns(lmp, *this,
               {{"lacey"},
                {"lacey", "deviation", "deviation_random", "deviation_segregated", "blocks",
                 "particles", "share"},
                {},
                {}});
}

void ComputeMixing::init()
{
  if (domain->triclinic)
    error->all(FLERR, "{}: box is triclinic (expected an orthogonal one)", COMPUTE_MIXING);
  warn_of_empty_group(lmp, this);
  component->bit_of_run(lmp);
}

// Between two rebuilds of neighbor lists a particle may be a little outside of the box: across a
// periodic face it is at the other end, otherwise in the outermost block.
int ComputeMixing::block_of(const double *x) const
{
  grist::PartGrid grid;
  grid.counts = parts.counts;
  grist::PartGrid::Place place;
  for (int k = 0; k < 3; k++) {
    const bool has_range = parts.ranges[k].has_value();
    const double low = has_range ? parts.ranges[k]->low : domain->boxlo[k];
    const double high = has_range ? parts.ranges[k]->high : domain->boxhi[k];
    double along = x[k];
    if (domain->periodicity[k])
      along -= domain->prd[k] * std::floor((along - low) / domain->prd[k]);
    if (has_range && (along < low || along >= high)) return -1;
    const double share = (along - low) / (high - low);
    place[k] =
        std::clamp(static_cast<int>(std::floor(share * grid.counts[k])), 0, grid.counts[k] - 1);
  }
  return grid.number(place);
}

void ComputeMixing::measure()
{
  const int bit = component->bit(lmp), count = parts.count();
  std::vector<double> mine(2 * static_cast<size_t>(count), 0.0), all(mine.size());
  for (int i = 0; i < atom->nlocal; i++) {
    if (!(atom->mask[i] & groupbit)) continue;
    const int block = block_of(atom->x[i]);
    if (block < 0) continue;
    mine[block]++;
    if (atom->mask[i] & bit) mine[count + block]++;
  }
  MPI_Allreduce(mine.data(), all.data(), 2 * count, MPI_DOUBLE, MPI_SUM, world);
  const std::vector<double> of_all(all.begin(), all.begin() + count);
  const std::vector<double> of_component(all.begin() + count, all.end());
  const grist::MixingIndex index = grist::mixing_index(of_all, of_component, least);
  const double values[VALUES] = {index.lacey, index.deviation, index.random, index.segregated,
                                 index.cells, index.particles, index.share};
  std::copy_n(values, VALUES, vector);
}

double ComputeMixing::compute_scalar()
{
  invoked_scalar = update->ntimestep;
  measure();
  return scalar = vector[0];
}

void ComputeMixing::compute_vector()
{
  invoked_vector = update->ntimestep;
  measure();
}
