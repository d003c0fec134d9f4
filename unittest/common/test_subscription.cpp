#include "common/subscription.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace test_subscription {

using namespace grist;

class Listener {
 public:
  Listener(std::string name, std::string &heard) : name(std::move(name)), heard(heard) {}
  void call() { heard += name; }

 private:
  const std::string name;
  std::string &heard;
};

std::string called(const Listeners<Listener> &all, std::string &heard)
{
  heard.clear();
  all.for_each([](Listener &one) { one.call(); });
  return heard;
}

// Oracle: those that hold a subscription, in the order of these.
TEST(Listeners, AreCalledWhileTheySubscribe)
{
  std::string heard;
  Listener a("a", heard), b("b", heard), c("c", heard);
  Listeners<Listener> all;
  EXPECT_TRUE(all.is_empty());
  Subscription of_a = all.subscribe(a), of_b = all.subscribe(b);
  EXPECT_EQ(called(all, heard), "ab");
  of_a = all.subscribe(a);    // again, as at the next run
  EXPECT_EQ(called(all, heard), "ba");
  of_b.reset();
  EXPECT_EQ(called(all, heard), "a");
  const Subscription of_c = all.subscribe(c);
  EXPECT_EQ(called(all, heard), "ac");
  EXPECT_FALSE(all.is_empty());
}

// Either may end first; the sanitizers would see a pointer that is left.
TEST(Listeners, OutliveTheirSourceAndEndBeforeIt)
{
  std::string heard;
  Listener stays("s", heard);
  Subscription left;
  {
    Listeners<Listener> all;
    left = all.subscribe(stays);
    auto ends = std::make_unique<Listener>("e", heard);
    Subscription of_end = all.subscribe(*ends);
    of_end.reset();
    ends.reset();
    EXPECT_EQ(called(all, heard), "s");
  }
  left.reset();
  Listeners<Listener> next;
  EXPECT_EQ(called(next, heard), "");
  EXPECT_TRUE(next.is_empty());
}

}    // namespace test_subscription
