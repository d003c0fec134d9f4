// The text of a line of progress. Oracle: by hand.

#include "progress/progress_line.h"

#include <gtest/gtest.h>

#include <string>

namespace test_progress_line {

using namespace grist;

TEST(ProgressLine, DurationsAreReadable)
{
  EXPECT_EQ(duration_text(0.0), "0.0 s");
  EXPECT_EQ(duration_text(3.14), "3.1 s");
  EXPECT_EQ(duration_text(9.96), "10 s");
  EXPECT_EQ(duration_text(59.6), "1 min 0 s");
  EXPECT_EQ(duration_text(200.0), "3 min 20 s");
  EXPECT_EQ(duration_text(3599.0), "59 min 59 s");
  EXPECT_EQ(duration_text(7500.0), "2 h 5 min");
  EXPECT_EQ(duration_text(273600.0), "3 d 4 h");
}

TEST(ProgressLine, HoldsWhatIsKnown)
{
  ProgressReport report;
  report.percent = 12.34;
  report.time = 0.125;
  report.time_unit = time_unit_of("si");
  report.particles = 8;
  EXPECT_EQ(progress_line(report),
            "progress:  12.3 %   time 0.125 s   ? steps/s   time left unknown   8 particles");
  report.rate = 1234.5;
  report.seconds = 200.0;
  report.has_bonds = true;
  report.intact = 5;
  report.broken = 2;
  EXPECT_EQ(progress_line(report),
            "progress:  12.3 %   time 0.125 s   1234 steps/s   3 min 20 s left   8 particles   5 "
            "bonds, 2 broken");
  report.has_fragments = true;
  report.fragments = 3;
  report.clusters = 2;
  report.end = ProgressReport::EARLY;
  report.text = "torque 4";
  EXPECT_EQ(progress_line(report),
            "progress:  12.3 %   time 0.125 s   1234 steps/s   ended early after 3 min 20 s   8 "
            "particles   5 bonds, 2 broken   3 fragments (2 clusters)   torque 4");
  report.has_contacts = report.has_balance = true;
  report.contacts = 12;
  report.largest_overlap = 0.0125;
  report.drift = 3e-4;
  const std::string line = progress_line(report);
  EXPECT_EQ(line.substr(line.find(" (2")),
            " (2 clusters)   12 contacts, overlap up to 1.2 %   energy drift 0.03 %   torque 4");
}

TEST(ProgressLine, MinimizationsCountIterations)
{
  ProgressReport report;
  report.percent = 50.0;
  report.minimizes = true;
  report.rate = 2.5;
  report.seconds = 20.0;
  report.particles = 8;
  EXPECT_EQ(progress_line(report),
            "progress:  50.0 % of the iterations   2.50 iterations/s   at most 20 s left   8 "
            "particles");
  report.end = ProgressReport::COMPLETE;
  EXPECT_EQ(progress_line(report),
            "progress:  50.0 % of the iterations   2.50 iterations/s   done in 20 s   8 particles");
}

TEST(ProgressLine, UnitsOfTime)
{
  EXPECT_EQ(time_unit_of("lj"), "");
  EXPECT_EQ(time_unit_of("real"), " fs");
  EXPECT_EQ(time_unit_of("metal"), " ps");
}

}    // namespace test_progress_line
