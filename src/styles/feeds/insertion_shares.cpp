#include "styles/feeds/insertion_shares.h"

#include "fmt/format.h"

std::string LAMMPS_NS::insertion_shares(const grist::FeedMix &mix,
                                        const std::vector<grist::FeedParticle> &tried, size_t found)
{
  struct Row {
    int number = 0, number_in = 0;
    double mass = 0.0, mass_in = 0.0;
  };
  std::vector<Row> rows(mix.count());
  for (size_t n = 0; n < tried.size(); n++) {
    Row &row = rows[tried[n].component];
    const double mass = mix.mass(tried[n]);
    row.number++;
    row.mass += mass;
    if (n >= found) continue;
    row.number_in++;
    row.mass_in += mass;
  }
  std::string text;
  for (int n = 0; n < mix.count(); n++)
    text += fmt::format("{}{} {} of {}, mass {:.6g} of {:.6g}", n == 0 ? "" : "; ",
                        mix.components()[n].name, rows[n].number_in, rows[n].number,
                        rows[n].mass_in, rows[n].mass);
  return text;
}
