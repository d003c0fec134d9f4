// The input line of fix outflow.

#ifndef GRIST_FEEDS_OUTFLOW_SETTINGS_H
#define GRIST_FEEDS_OUTFLOW_SETTINGS_H

#include "common/space.h"

#include <string>
#include <vector>

namespace grist {

enum class OutflowPlace { PLANE, REGION, BOX };

struct OutflowSettings {
  int interval = 1;    // N, in steps

  OutflowPlace place = OutflowPlace::BOX;
  Vector3d point, normal;    // of the plane; normal of length 1, towards what has passed
  std::string region;        // its ID

  std::string file;             // empty: none
  bool append = false;          // to an existing one
  int every = 1;                // rows of the file, and the rate, at multiples of this many steps
  std::vector<double> sizes;    // limits of the classes of size, ascending
  bool by_sieve = false;        // the size of a unit is its sieve diameter, not the equivalent one
  bool by_type = true;          // components are atom types; otherwise there is one
};

// N place keyword value ...
OutflowSettings read_outflow_settings(class WordReader &&words);

}    // namespace grist

#endif
