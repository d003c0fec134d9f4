// When two contact laws are the same: walls and blocks that have one law for all types rely on it.
// Oracle: a change of any member is seen.

#include "contacts/contact_law.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace grist {
namespace test_contact_law {

TEST(ContactLaw, IsEqualOnlyIfAllMembersAre)
{
  const std::vector<std::function<void(ContactLaw &)>> changes = {
      [](ContactLaw &law) { law.normal = 1.0; },
      [](ContactLaw &law) { law.tangential = 1.0; },
      [](ContactLaw &law) { law.damping = 1.0; },
      [](ContactLaw &law) { law.damping_ratio = 1.0; },
      [](ContactLaw &law) { law.friction = 1.0; },
      [](ContactLaw &law) { law.parts[ROLLING_PART] = 1; },
      [](ContactLaw &law) { law.parts[COHESION_PART] = 1; },
      [](ContactLaw &law) { law.numbers[0][0] = 1.0; },
      [](ContactLaw &law) { law.numbers.back().back() = 1.0; },
      [](ContactLaw &law) { law.kind = ContactKind{1}; },
      [](ContactLaw &law) { law.form = ContactForm::STOCK; }};
  for (size_t n = 0; n < changes.size(); n++) {
    ContactLaw one, other;
    changes[n](one);
    EXPECT_FALSE(one == other) << "member " << n;
    EXPECT_FALSE(other == one) << "member " << n;
    changes[n](other);
    EXPECT_TRUE(one == other) << "member " << n;
  }
}

}    // namespace test_contact_law
}    // namespace grist
