#include "records/overlap_record.h"

namespace grist {

static OverlapLoad load_of(const RecordedOverlap &o)
{
  const bool latches = o.law->hysteretic;
  const double share = o.share_of_force();
  const double energy = latches ? share * loading_energy(*o.law, o.overlap, o.history) : 0.0;
  return {{o.a, o.b, o.share},
          energy,
          o.motion.velocity.dot(o.overlap.normal),
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

void OverlapRecord::show(ContactVisitor &visitor) const
{
  for (const RecordedOverlap &overlap : kept_contacts) visitor.visit(overlap);
}

}    // namespace grist
