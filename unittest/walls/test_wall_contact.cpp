// Oracle: the contacts that were put in.

#include "walls/wall_contact.h"

#include <gtest/gtest.h>

#include <vector>

namespace test_wall_contact {

using namespace grist;

WallContact number(int n)
{
  const double x = n;
  return {7 * n,   {x, x + 0.1, x + 0.2},       x + 0.3,
          x + 0.4, {x + 0.5, x + 0.6, x + 0.7}, {x + 0.8, x + 0.9, x + 0.95}};
}

void expect_same(const WallContact &a, const WallContact &b)
{
  EXPECT_EQ(a.surface, b.surface);
  EXPECT_EQ(a.normal, b.normal);
  EXPECT_EQ(a.distance, b.distance);
  EXPECT_EQ(a.curvature, b.curvature);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.omega, b.omega);
  EXPECT_EQ(a.image, b.image);
}

void expect_numbers(const WallContacts &contacts, const std::vector<int> &expected)
{
  ASSERT_EQ(contacts.size(), static_cast<int>(expected.size()));
  for (int n = 0; n < contacts.size(); n++) expect_same(contacts[n], number(expected[n]));
}

WallContacts many(int count)
{
  WallContacts contacts;
  contacts.begin(false);
  for (int n = 0; n < count; n++) contacts.add(number(n));
  return contacts;
}

TEST(WallContacts, AreKeptWhileTheirNumberGrows)
{
  const WallContacts contacts = many(1000);
  for (int n = 0; n < 1000; n++) {
    expect_same(contacts[n], number(n));
    EXPECT_EQ(*contacts.surface(n), 7 * n);
  }
}

TEST(WallContacts, RowsOfKernels)
{
  const WallContacts contacts = many(20);
  const WallContact expected = number(11);
  const int stride = contacts.stride();
  for (int d = 0; d < 3; d++) {
    EXPECT_EQ(contacts.normal(11)[d * stride], expected.normal[d]);
    EXPECT_EQ(contacts.velocity(11)[d * stride], expected.velocity[d]);
    EXPECT_EQ(contacts.omega(11)[d * stride], expected.omega[d]);
  }
  EXPECT_EQ(contacts.distance(11)[0], expected.distance);
  EXPECT_EQ(contacts.curvature(11)[0], expected.curvature);
}

TEST(WallContacts, FirstOnesAreDroppedAndOthersMove)
{
  WallContacts contacts = many(6);
  contacts.drop_first(4);
  expect_numbers(contacts, {4, 5});
  contacts.make_room(200);    // behind the last one
  contacts.move(0, 150);
  contacts.move(150, 1);
  expect_numbers(contacts, {4, 4});
  contacts.resize(1);
  expect_numbers(contacts, {4});
  contacts.begin(false);
  EXPECT_EQ(contacts.size(), 0);
}

TEST(WallContacts, OfAStillWallHaveNoVelocity)
{
  WallContacts contacts = many(3);
  contacts.begin(true);
  WallContact still = number(5);
  still.velocity = still.omega = Vector3d::zero();
  contacts.add(still);
  expect_same(contacts[0], still);
}

TEST(WallContacts, OfAWallInAPeriodicBoxHaveImages)
{
  const auto at_image = [](int n) {
    WallContact at = number(n);
    at.image = {10.0 * n, 20.0 * n, 30.0 * n};
    return at;
  };
  WallContacts contacts;
  contacts.begin(false, true);
  EXPECT_TRUE(contacts.has_images());
  for (int n = 0; n < 300; n++) contacts.add(at_image(n));
  expect_same(contacts[299], at_image(299));
  EXPECT_EQ(contacts.image(7)[2 * contacts.stride()], 210.0);
  contacts.move(200, 1);
  expect_same(contacts[1], at_image(200));
  contacts.drop_first(3);
  expect_same(contacts[0], at_image(3));
  contacts.begin(false);
  contacts.add(number(4));
  expect_same(contacts[0], number(4));
}

}    // namespace test_wall_contact
