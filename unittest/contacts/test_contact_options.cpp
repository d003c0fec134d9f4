// Numbers of contacts as users give them: for every row of the list.

#include "contacts/contact_options.h"

#include "common/parcel_scaling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

namespace test_contact_options {

using namespace grist;

// Coefficients with this part and other numbers in range, each another one.
ContactCoefficients with(const ContactOption &option, int part, double first)
{
  ContactCoefficients c;
  c.parts[option.number].part = part;
  for (const ContactNumber &number : option.parts[part].numbers) {
    number.in(c) = first;
    first *= 0.9;
  }
  return c;
}

template <class Visit> void for_each_part(const Visit &visit)
{
  for (const ContactOption &option : contact_options())
    for (int part = 0; part < static_cast<int>(option.parts.size()); part++) visit(option, part);
}

TEST(ContactOptions, EveryNumberHasATextAPlaceAndARange)
{
  std::set<std::string> texts;
  for_each_part([&](const ContactOption &option, int part) {
    SCOPED_TRACE(option.text(option.parts[part]));
    ContactCoefficients c = with(option, part, 0.5);
    EXPECT_EQ(c.parts[option.number].part, part);
    EXPECT_NO_THROW(check(c));
    std::set<double *> places;
    for (const ContactNumber &number : option.parts[part].numbers) {
      EXPECT_TRUE(texts.insert(option.text(option.parts[part], number)).second);
      EXPECT_TRUE(places.insert(&number.in(c)).second);
      const double good = number.of(c);
      for (const double bad : {-0.5, std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity()}) {
        number.in(c) = bad;
        EXPECT_THROW(check(c), std::invalid_argument) << number.name << ' ' << bad;
      }
      number.in(c) = good;
    }
  });
}

TEST(ContactOptions, MixesAreGeometricMeans)
{
  for_each_part([](const ContactOption &option, int part) {
    SCOPED_TRACE(option.text(option.parts[part]));
    const auto a = with(option, part, 0.8), b = with(option, part, 0.2), mix = mixed(a, b);
    EXPECT_TRUE(mixable(a, b));
    EXPECT_EQ(mix.parts[option.number].part, part);
    for (const ContactNumber &number : option.parts[part].numbers)
      EXPECT_DOUBLE_EQ(number.of(mix), std::sqrt(number.of(a) * number.of(b)));
    const ContactCoefficients none;
    EXPECT_EQ(mixable(a, none), part == 0 || option.mixes_with_none);
    if (mixable(a, none)) {
      EXPECT_EQ(mixed(a, none).parts[option.number].part, 0);
      EXPECT_EQ(mixed(none, a).parts[option.number].part, 0);
    }
  });
  ContactCoefficients huang;
  huang.damping_ratio = ContactCoefficients::HUANG;
  EXPECT_FALSE(mixable(huang, {}));
  EXPECT_EQ(mixed(huang, huang).damping_ratio, ContactCoefficients::HUANG);
}

TEST(ContactOptions, ParcelsScaleEachNumberByItsDimension)
{
  constexpr double RATIO = 1.5;
  ParcelTable table;
  const ParcelScale scale(RATIO, &table);
  for_each_part([&](const ContactOption &option, int part) {
    const auto real = with(option, part, 0.5), parcels = of_parcels(scale, real);
    for (const ContactNumber &number : option.parts[part].numbers)
      EXPECT_DOUBLE_EQ(number.of(parcels),
                       number.of(real) * std::pow(RATIO, parcel_power(number.quantity)))
          << option.text(option.parts[part], number);
  });
  // By the powers of the dimensions: doc/coarse.md.
  const std::string text = table.text();
  for (const char *row : {"rolling sds stiffness", "rolling sds damping", "cohesion jkr",
                          "cohesion capped", "cohesion eepa surface energy", "constant pull"})
    EXPECT_NE(text.find(row), std::string::npos) << row;
}

// What a restart file has gives the same coefficients, whatever they were before.
TEST(ContactOptions, WhatIsVisitedIsAllThatThereIs)
{
  for_each_part([](const ContactOption &option, int part) {
    SCOPED_TRACE(option.text(option.parts[part]));
    ContactCoefficients written = with(option, part, 0.7);
    written.restitution = 0.4;
    written.friction = 0.3;
    written.damping_ratio = 0.2;
    std::vector<double> file;
    for_each_coefficient(written, [&](auto &value) { file.push_back(value); });
    for_each_part([&](const ContactOption &other, int before) {
      ContactCoefficients read = with(other, before, 0.9);
      size_t n = 0;
      for_each_coefficient(read, [&](auto &value) {
        value = static_cast<std::decay_t<decltype(value)>>(file.at(n++));
      });
      EXPECT_EQ(n, file.size());
      for (const ContactOption &any : contact_options()) {
        EXPECT_EQ(read.parts[any.number].part, written.parts[any.number].part);
        for (const ContactNumber &number : any.part_of(read).numbers)
          EXPECT_EQ(number.of(read), number.of(written));
      }
      for (const ContactNumber &number : contact_numbers())
        EXPECT_EQ(number.of(read), number.of(written));
    });
  });
}

}    // namespace test_contact_options
