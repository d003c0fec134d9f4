// What is done for others as long as they need it. They hold a subscription, which may live longer
// than what it belongs to: either may end first.

#ifndef GRIST_COMMON_SUBSCRIPTION_H
#define GRIST_COMMON_SUBSCRIPTION_H

#include <algorithm>
#include <memory>
#include <vector>

namespace grist {

using Subscription = std::shared_ptr<const void>;

// Something that is recorded while a reader holds a subscription.
class Recording {
 public:
  Recording() = default;
  Recording(const Recording &) = delete;
  Recording &operator=(const Recording &) = delete;

  [[nodiscard]] Subscription subscribe() const { return token; }
  bool is_on() const { return token.use_count() > 1; }

 private:
  Subscription token = std::make_shared<const char>();
};

// Those that listen to something, each as long as it holds its subscription.
template <class Listener> class Listeners {
 public:
  [[nodiscard]] Subscription subscribe(Listener &listener)
  {
    all.erase(std::remove_if(all.begin(), all.end(), has_ended), all.end());
    const auto held = std::make_shared<Listener *const>(&listener);
    all.push_back(held);
    return held;
  }

  bool is_empty() const { return std::all_of(all.begin(), all.end(), has_ended); }

  // In the order in which they subscribed.
  template <class Call> void for_each(const Call &call) const
  {
    for (const Held &one : all)
      if (const auto held = one.lock()) call(**held);
  }

 private:
  using Held = std::weak_ptr<Listener *const>;
  std::vector<Held> all;

  static bool has_ended(const Held &one) { return one.expired(); }
};

}    // namespace grist

#endif
