#include "records/contact_record.h"

namespace grist {

static OverlapLoad load_of(const RecordedOverlap &o)
{
  const bool latches = o.law->hysteretic;
  const double share = o.share_of_force();
  LoadingWork energy;
  if (latches) energy = loading_work(*o.law, o.overlap, o.history);
  return {{o.a, o.b, o.share, false, o.acts},
          {share * energy.work, share * energy.stored},
          dot(o.motion.velocity, o.overlap.normal),
          share * o.history.pressed,
          o.overlap.centroid,
          o.overlap.normal,
          latches};
}

void OverlapRecord::add(const RecordedOverlap &overlap)
{
  if (contacts.is_on()) kept_contacts.push_back(overlap);
  if (loads.is_on()) kept_loads.push_back(load_of(overlap));
}

}    // namespace grist
