// Something that is recorded as long as someone needs it. A reader holds a subscription; recording
// is on while there is one. A subscription may live longer than what it belongs to.

#ifndef GRIST_COMMON_RECORDING_H
#define GRIST_COMMON_RECORDING_H

#include <memory>

namespace grist {

class Recording {
 public:
  using Subscription = std::shared_ptr<const char>;

  Recording() = default;
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  Subscription subscribe() const { return token; }
  bool is_on() const { return token.use_count() > 1; }

 private:
  Subscription token = std::make_shared<const char>();
};

}    // namespace grist

#endif
