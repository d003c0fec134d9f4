/* fix insert/stream: particles of a mix come through a face or in a region, so much mass in a unit
   of time.

   fix ID group insert/stream MIX face FILE|region R|mesh FILE rate M velocity VX VY VZ [at face]
       keywords
*/

#ifdef FIX_CLASS
// clang-format off
FixStyle(insert/stream,FixInsertStream);
// clang-format on
#else

#ifndef LMP_FIX_INSERT_STREAM_H
#define LMP_FIX_INSERT_STREAM_H

#include "styles/feeds/fix_insert.h"

#include "feeds/face_arrival.h"
#include "feeds/stream_schedule.h"

#include <optional>

namespace LAMMPS_NS {

class FixInsertStream : public FixInsert {
 public:
  FixInsertStream(class LAMMPS *, int, char **);
  void init() override;
  void reset_dt() override;

 protected:
  double amount(const grist::FeedParticle &particle) const override;
  double due() override { return stream.due(run_time(update)); }
  bool is_complete() const override { return stream.is_complete(run_time(update)); }
  // At the first start alone: from one run to the next, insertions go on as in one run.
  bool inserts_at_setup() const override
  {
    return is_ahead && !has_begun() && run_time(update) >= stream.start;
  }
  grist::Vector3d velocity_at(const grist::Vector3d &place) const override;
  void move_times(double by) override { stream.move(by); }
  void transfer_state(grist::Archive &archive) override;

 private:
  grist::StreamSchedule stream;
  double depth = 0.0;    // of the space in front of a face; 0: not given
  bigint given_every = 0;
  bool start_is_given = false;
  bool is_ahead = false;    // each insertion brings the mass of the time that follows
  bool at_face = false;     // the velocity is that at the face
  std::optional<grist::FaceArrival> arrival;    // with at_face, in a run

  void set_start();
  void set_arrival();
  double longest_way() const;
  void set_schedule();
  void warn_of_crowd() const;
};

}    // namespace LAMMPS_NS

#endif
#endif
