#include "common/parcel_check.h"

#include "common/preconditions.h"

#include <cmath>
#include <cstdio>

namespace grist {

static constexpr double ANNULUS = 1.4;           // Beverloo's k
static constexpr double LEAST_OUTLET = 6.0;      // parcel diameters
static constexpr double LEAST_GAP = 10.0;        // parcel diameters
static constexpr double MOST_FRICTION = 0.05;    // change of friction

static std::string text_of(double value, const char *format = "%.4g")
{
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

double beverloo_ratio(double outlet, double d, double ratio)
{
  assert(d > 0.0 && ratio > 0.0);
  const double real = outlet - ANNULUS * d, parcel = outlet - ANNULUS * ratio * d;
  return real > 0.0 && parcel > 0.0 ? std::pow(parcel / real, 2.5) : 0.0;
}

double friction_ratio(double inertial_number, double ratio)
{
  assert(inertial_number >= 0.0 && ratio > 0.0);
  constexpr double SLOW = 0.38, FAST = 0.64, SCALE = 0.28;
  const auto friction = [](double number) { return SLOW + (FAST - SLOW) / (1.0 + SCALE / number); };
  return friction(inertial_number * ratio) / friction(inertial_number);
}

static std::string change(double over)
{
  return text_of(100.0 * (over - 1.0), "%+.3g") + " %";
}

// A width in parcels and in real particles.
static std::string width_text(const char *what, double width, double d, double ratio)
{
  return std::string(what) + " " + text_of(width) + ": " + text_of(width / (ratio * d)) +
      " parcel diameters, " + text_of(width / d) + " of real particles";
}

static ParcelFinding unchecked(const std::string &what, const char *why)
{
  return {what + " unchecked (" + why + ")", ""};
}

static ParcelFinding outlet_finding(double outlet, double d, double ratio)
{
  ParcelFinding finding = {width_text("outlet", outlet, d, ratio), ""};
  const double rate = beverloo_ratio(outlet, d, ratio);
  finding.text += rate > 0.0
      ? "; rate of flow " + change(rate) + " (Beverloo, empty annulus of 1.4 d)"
      : "; no flow (Beverloo, empty annulus of 1.4 d)";
  const double wide = outlet / (ratio * d);
  if (wide < LEAST_OUTLET)
    finding.problem = "outlet " + text_of(outlet) + " is " + text_of(wide) +
        " parcel diameters wide (6 or more, or arches stop the flow; give a smaller L)";
  return finding;
}

static ParcelFinding gap_finding(double gap, double d, double ratio)
{
  ParcelFinding finding = {width_text("gap", gap, d, ratio) + "; no formula for the error", ""};
  const double wide = gap / (ratio * d);
  if (wide < LEAST_GAP)
    finding.problem = "gap " + text_of(gap) + " is " + text_of(wide) +
        " parcel diameters wide (10 or more, or walls order the parcels; give a smaller L)";
  return finding;
}

static ParcelFinding inertia_finding(const ParcelCheck &check, double d, const ParcelCharge &charge)
{
  const double number = check.shear_rate * d * std::sqrt(charge.density / check.pressure);
  const double over = friction_ratio(number, charge.ratio);
  ParcelFinding finding = {"inertial number " + text_of(charge.ratio * number) + ", " +
                               text_of(number) + " of real particles; friction of the flow " +
                               change(over) + " (mu(I) of glass beads)",
                           ""};
  if (over - 1.0 > MOST_FRICTION)
    finding.problem = "inertial number " + text_of(charge.ratio * number) +
        " changes friction by " + change(over) + " (5 % or less; give a smaller L)";
  return finding;
}

std::vector<ParcelFinding> findings(const ParcelCheck &check, const ParcelCharge &charge)
{
  assert(charge.ratio > 0.0);
  const double ratio = charge.ratio;
  const double d = check.diameter > 0.0 ? check.diameter : charge.diameter / ratio;
  constexpr const char *NOT_GIVEN = "not given", *NONE = "no parcels yet";
  std::vector<ParcelFinding> all;
  all.push_back(check.outlet == 0.0 ? unchecked("outlet", NOT_GIVEN)
                    : d == 0.0      ? unchecked("outlet", NONE)
                                    : outlet_finding(check.outlet, d, ratio));
  all.push_back(check.gap == 0.0 ? unchecked("gap", NOT_GIVEN)
                    : d == 0.0   ? unchecked("gap", NONE)
                                 : gap_finding(check.gap, d, ratio));
  all.push_back(check.shear_rate == 0.0                 ? unchecked("inertial number", NOT_GIVEN)
                    : d == 0.0 || charge.density == 0.0 ? unchecked("inertial number", NONE)
                                                        : inertia_finding(check, d, charge));
  const double each = ratio * ratio * ratio;
  all.push_back({text_of(charge.count, "%.0f") + " parcels in place of " +
                     text_of(each * charge.count, "%.6g") + " particles, " + text_of(each) +
                     " each",
                 ""});
  return all;
}

}    // namespace grist
