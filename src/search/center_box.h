// Ranges of values and boxes of centres.
//
// A box is that of the centres, not of the spheres: comparing it with a reach never loses a pair to
// rounding, because no coordinate in it is computed, and differences of ordered numbers keep their
// order when they are rounded.

#ifndef GRIST_SEARCH_CENTER_BOX_H
#define GRIST_SEARCH_CENTER_BOX_H

namespace grist {

struct ValueRange {
  double least, most;
};

struct CenterBox {
  double low[3], high[3];

  double extent(int d) const { return high[d] - low[d]; }
  double middle(int d) const { return 0.5 * low[d] + 0.5 * high[d]; }
};

// Bounds of `count` values or centres (x y z x y z ...), one at least.
ValueRange range_of(const double *values, int count);
CenterBox box_of(const double *centers, int count);

// Squared distance of a point from a box, 0 inside.
inline double distance_squared(const CenterBox &box, const double *center)
{
  double apart[3];
  for (int d = 0; d < 3; d++) {
    const double below = box.low[d] - center[d], above = center[d] - box.high[d];
    const double outside = below > above ? below : above;
    apart[d] = outside > 0.0 ? outside : 0.0;
  }
  return apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
}

}    // namespace grist

#endif
