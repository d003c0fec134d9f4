// The servo and the resistance of contacts. Oracles: the work of springs on small motions; the closed
// form of a servo on a spring; the simple lag of a servo on springs in series; a bed of known speed;
// a column of spheres.

#include "walls/servo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace test_servo {

using namespace grist;

constexpr double ROUNDING = 1e-12;

struct Contact {
  Vector3d place, normal;
  ContactTangent tangent;
};

std::vector<Contact> some_contacts()
{
  return {{{0.1, 0.2, 0.3}, normalized(Vector3d{1, 2, 3}), {5e4, 2e4, 3.0, 1.5}},
          {{-0.3, 0.4, 0.1}, normalized(Vector3d{-1, 0.5, 0.2}), {1e5, 0.0, 7.0, 0.0}},
          {{0.0, -0.2, 0.5}, Vector3d::unit_z(), {3e4, 3e4, 1.0, 1.0}}};
}

// Twice the energy in springs that end on a wall which is moved is the stiffness along the motion.
TEST(ContactResistance, IsThatOfSpringsBetweenAWallAndTheGround)
{
  const Vector3d reference{0.05, -0.02, 0.01};
  const Twist twist = {{0.3, -0.2, 0.5}, {1.5, -0.7, 0.4}};
  ContactResistance resistance;
  double stiffness = 0.0, damping = 0.0;
  for (const Contact &one : some_contacts()) {
    const Vector3d arm = one.place - reference;
    resistance.add(arm, one.normal, one.tangent);
    const Vector3d moved = twist.velocity + cross(twist.omega, arm);
    const double along = dot(moved, one.normal), across = squared_norm(moved) - along * along;
    stiffness += one.tangent.normal * along * along + one.tangent.shear * across;
    damping += one.tangent.damping * along * along + one.tangent.shear_damping * across;
  }
  EXPECT_NEAR(resistance.stiffness_along(twist) / stiffness, 1.0, ROUNDING);
  EXPECT_NEAR(resistance.damping_along(twist) / damping, 1.0, ROUNDING);
  for (int n = 0; n < ContactResistance::SIZE; n++) resistance.numbers()[n] *= 2.0;
  EXPECT_NEAR(resistance.damping_along(twist) / damping, 2.0, ROUNDING);
}

// The twist of an axis is the same motion from wherever it is seen.
TEST(Servo, ATorqueIsAboutItsAxis)
{
  Servo servo;
  servo.turns = true;
  servo.point = {0.2, 0.1, -0.3};
  servo.axis = Vector3d{1, -2, 2} / 3.0;
  const Vector3d force{3, -1, 2}, at{0.4, 0.5, 0.6};    // one force
  const double expected = dot(servo.axis, cross(at - servo.point, force));
  for (const Vector3d &about : {Vector3d{0, 0, 0}, Vector3d{1, 2, 3}})
    EXPECT_NEAR(servo.component(force, cross(at - about, force), about), expected, ROUNDING);
  servo.turns = false;
  EXPECT_NEAR(servo.component(force, Vector3d{9, 9, 9}, at), dot(servo.axis, force), ROUNDING);
}

// What a wall presses on: springs and dashpots of the wall's contacts, in series with layers of the
// same that stand on a floor. With the floor at `speed`, the force along the axis is
// -r (k (x - x_floor) + c (v - speed)).
struct Layers {
  double share = 1.0, dashpot = 0.0, speed = 0.0;
  double wall = 0.0, floor = 0.0, force = 0.0;

  static constexpr double STIFFNESS = 1e4, DT = 1e-5;

  void move(double wall_speed)
  {
    wall += wall_speed * DT;
    floor += speed * DT;
    force = -share * (STIFFNESS * (wall - floor) + dashpot * (wall_speed - speed));
  }
};

struct Driver {
  Servo servo;
  ServoMemory memory;

  Driver(double gain, double fastest)
  {
    servo.gain = gain;
    servo.fastest = fastest;
  }

  // The largest and the last of the force over its target, less 1, and the last step in which the
  // force was off by more than a hundredth.
  struct Answer {
    double largest = -1.0, last = 0.0;
    int settled = 0;
  };
  Answer run(Layers &on, double target, int steps)
  {
    Answer answer;
    for (int n = 0; n < steps; n++) {
      const double speed =
          servo.speed({target, on.force, Layers::STIFFNESS, on.dashpot, true}, memory, Layers::DT);
      memory.move(speed);
      on.move(speed);
      answer.last = on.force / target - 1.0;
      answer.largest = std::max(answer.largest, answer.last);
      if (std::fabs(answer.last) > 0.01) answer.settled = n + 1;
    }
    return answer;
  }

  // Of the servo on these layers, in steps: 1 over g r k dt/(k dt + c).
  double answer_time(const Layers &on) const
  {
    const double spring = Layers::STIFFNESS * Layers::DT;
    return (spring + on.dashpot) / (servo.gain * on.share * spring);
  }
};

TEST(Servo, ASpringTakesUpTheGainInEachStep)
{
  for (const double gain : {0.005, 0.1, 0.5, 1.0}) {
    Layers spring;
    EXPECT_NEAR(Driver(gain, 1e9).run(spring, 100.0, 20).last, -std::pow(1.0 - gain, 20), 1e-9)
        << gain;
  }
}

struct Case {
  double gain, dashpot, share;

  std::string text() const
  {
    return "gain " + std::to_string(gain) + ", dashpot " + std::to_string(dashpot) + ", share " +
        std::to_string(share);
  }
};

// Those that answer within 1000 steps; k dt is 0.1.
std::vector<Case> cases()
{
  std::vector<Case> all;
  for (const double gain : {0.02, 0.1, 0.3, 0.7, 1.0})
    for (const double dashpot : {0.0, 0.03, 0.3, 3.0})
      for (const double share : {1.0, 0.5, 0.1, 0.03})
        if (Driver(gain, 1e9).answer_time({share, dashpot}) < 1000.0)
          all.push_back({gain, dashpot, share});
  return all;
}

// By ten answers, about as a simple lag, and no farther: at first touch, and where the target doubles
// and halves.
TEST(Servo, ComesToItsTargetAndNotBeyond)
{
  for (const Case &one : cases())
    for (const double sign : {1.0, -1.0}) {
      Layers bed{one.share, one.dashpot};
      Driver driver(one.gain, 1e9);
      const int steps = static_cast<int>(20.0 * driver.answer_time(bed)) + 40;
      for (const double target : {100.0, 200.0, 90.0}) {
        const double start = bed.force;
        const auto answer = driver.run(bed, sign * target, steps);
        const double under = target * sign < start * sign ? -answer.last : answer.largest;
        EXPECT_LT(under, 0.02) << one.text() << " " << target;
        EXPECT_LT(answer.settled, 10.0 * driver.answer_time(bed) + 20.0)
            << one.text() << " " << target;
        EXPECT_NEAR(driver.memory.bed_speed, 0.0, 1e-6);
      }
      EXPECT_NEAR(driver.memory.bed.share() / one.share, 1.0, 0.1) << one.text();
    }
}

// A small change is taken up as by springs alone, in 1/(g r) steps, whatever the dashpots.
TEST(Servo, DashpotsDoNotSlowItDown)
{
  for (const Case &one : cases()) {
    Layers bed{one.share, one.dashpot};
    Driver driver(one.gain, 1e9);
    driver.run(bed, 100.0, static_cast<int>(20.0 * driver.answer_time(bed)) + 40);
    const auto answer = driver.run(bed, 105.0, std::lround(3.0 / (one.gain * one.share)) + 2);
    EXPECT_LT(std::fabs(answer.last), 0.1 * 5.0 / 105.0) << one.text();
    EXPECT_LT(answer.largest, 0.02 * 5.0 / 105.0) << one.text();
  }
}

// Proportional alone it would stand off by u k dt/g. The speed of the bed is known in the end.
TEST(Servo, FollowsABedThatMoves)
{
  for (const Case &one : cases())
    for (const double sign : {1.0, -1.0}) {
      Layers bed{one.share, one.dashpot};
      Driver driver(one.gain, 1e9);
      const double answer_time = driver.answer_time(bed), resistance = 0.1 + one.dashpot;
      driver.run(bed, 100.0, static_cast<int>(20.0 * answer_time) + 40);
      const double stand_off = 0.5;    // of the target
      bed.speed = sign * stand_off * 100.0 * one.gain / resistance;
      const auto answer = driver.run(bed, 100.0, static_cast<int>(40.0 * answer_time) + 100);
      EXPECT_NEAR(answer.last, 0.0, 1e-6) << one.text();
      EXPECT_NEAR(driver.memory.bed_speed / bed.speed, 1.0, 1e-3) << one.text();
      EXPECT_LT(answer.settled, 12.0 * answer_time + 20.0) << one.text();
    }
}

// A bed that moves already at first touch, towards the wall and away from it: never farther off than
// proportional control, a fifth.
TEST(Servo, FindsABedThatMoves)
{
  for (const Case &one : cases())
    for (const double sign : {1.0, -1.0}) {
      if (one.gain < 0.1) continue;
      Layers bed{one.share, one.dashpot};
      Driver driver(one.gain, 1e9);
      bed.speed = sign * 0.2 * 100.0 * one.gain / (0.1 + one.dashpot);
      const auto answer =
          driver.run(bed, 100.0, static_cast<int>(150.0 * driver.answer_time(bed)) + 200);
      EXPECT_NEAR(answer.last, 0.0, 1e-3) << one.text() << " " << sign;
      EXPECT_LT(answer.largest, sign > 0.0 ? 0.21 : 0.05) << one.text() << " " << sign;
    }
}

// A wall that was slower than its bed, at its largest speed, has nothing to make up for.
TEST(Servo, DoesNotWindUp)
{
  for (const double share : {1.0, 0.5, 0.1}) {
    Layers bed{share, 0.1};
    Driver driver(0.3, 1.0);
    driver.run(bed, 100.0, static_cast<int>(20.0 * driver.answer_time(bed)) + 500);
    bed.speed = 1.5;
    EXPECT_GT(driver.run(bed, 100.0, 20000).last, 0.5) << share;
    bed.speed = 0.0;
    const auto answer = driver.run(bed, 100.0, 40000);
    EXPECT_NEAR(answer.last, 0.0, 1e-6) << share;
    double least = 0.0;
    bed.speed = 1.5;
    driver.run(bed, 100.0, 20000);
    bed.speed = 0.0;
    for (int n = 0; n < 4000; n++) least = std::min(least, driver.run(bed, 100.0, 10).last);
    EXPECT_GT(least, -0.05) << share;
  }
}

// Stable for all gains and dashpots, whatever share it takes the bed to have.
TEST(Servo, IsStableWithAnyShare)
{
  for (const Case &one : cases())
    for (const int doubled : {0, 1, 3, 7}) {
      Layers bed{one.share, one.dashpot};
      Driver driver(one.gain, 1e9);
      driver.run(bed, 100.0, static_cast<int>(20.0 * driver.answer_time(bed)) + 40);
      for (int n = 0; n < doubled; n++) driver.memory.bed.double_share();
      bed.speed = 0.1 * 100.0 * one.gain / (0.1 + one.dashpot);
      const auto answer =
          driver.run(bed, 100.0, static_cast<int>(100.0 * driver.answer_time(bed)) + 100);
      EXPECT_LT(answer.largest, 0.2) << one.text() << " " << doubled;
      EXPECT_NEAR(answer.last, 0.0, 0.01) << one.text() << " " << doubled;
    }
}

// Spheres of 5 mm, one on the other between a floor and a lid, by velocity Verlet. All contacts have
// Hertz' spring, of 10 MPa, and a dashpot of this share of the critical one.
struct Column {
  std::vector<double> place, speed, force;
  double damping;
  double floor = 0.0, floor_speed = 0.0, lid, lid_speed = 0.0;
  ServoLoad load;

  static constexpr double RADIUS = 5e-3, MASS = 1.309e-3, YOUNG = 5.49e6, DT = 1e-5;

  Column(int spheres, double damping) :
      speed(spheres, 0.0), force(spheres, 0.0), damping(damping), lid(2.0 * spheres * RADIUS + 1e-4)
  {
    for (int n = 0; n < spheres; n++) place.push_back((2 * n + 1) * RADIUS);
  }

  struct Contact {
    double push = 0.0, stiffness = 0.0, dashpot = 0.0;
  };
  Contact contact(double overlap, double approach, bool with_wall) const
  {
    if (overlap <= 0.0) return {};
    const double half = with_wall ? 1.0 : 0.5;
    const double stiffness = 2.0 * YOUNG * std::sqrt(half * RADIUS * overlap);
    const double dashpot = 2.0 * damping * std::sqrt(stiffness * half * MASS);
    return {stiffness * overlap / 1.5 + dashpot * approach, stiffness, dashpot};
  }

  void find_forces()
  {
    std::fill(force.begin(), force.end(), -9.81 * MASS);
    const int top = static_cast<int>(place.size()) - 1;
    for (int n = 0; n <= top + 1; n++) {
      const double below = n > 0 ? place[n - 1] + RADIUS : floor;
      const double above = n <= top ? place[n] - RADIUS : lid;
      const double approach =
          (n > 0 ? speed[n - 1] : floor_speed) - (n <= top ? speed[n] : lid_speed);
      const Contact found = contact(below - above, approach, n == 0 || n > top);
      if (n > 0) force[n - 1] -= found.push;
      if (n <= top) force[n] += found.push;
      if (n > top)
        load = {load.wanted, found.push, found.stiffness, found.dashpot, found.push != 0.0};
    }
  }

  void step(const Servo &servo, ServoMemory &memory)
  {
    for (size_t n = 0; n < place.size(); n++) {
      speed[n] += 0.5 * DT / MASS * force[n];
      place[n] += DT * speed[n];
    }
    lid_speed = servo.speed(load, memory, DT);
    memory.move(lid_speed);
    lid += DT * lid_speed;
    floor += DT * floor_speed;
    find_forces();
    for (size_t n = 0; n < place.size(); n++) speed[n] += 0.5 * DT / MASS * force[n];
  }
};

// On its way to a small force the wall is slow: a sphere that is struck swings back.
TEST(Servo, DoesNotStrikeASphere)
{
  for (const double damping : {0.1, 0.3, 0.6, 1.1})
    for (const double gain : {0.1, 0.3, 1.0}) {
      Column column(1, damping);
      Servo servo;
      servo.gain = gain;
      servo.fastest = 0.2;
      ServoMemory memory;
      column.load.wanted = 0.5;
      double largest = 0.0;
      for (int n = 0; n < 20000; n++) {
        column.step(servo, memory);
        largest = std::max(largest, column.load.given / 0.5 - 1.0);
      }
      EXPECT_LT(largest, 0.02) << damping << " " << gain;
      EXPECT_NEAR(column.load.given / 0.5, 1.0, 0.01) << damping << " " << gain;
    }
}

// At first touch at most 2 % over the target on one sphere, 5 % on ten. Then the floor moves, and the
// force is off by at most 2 % or what proportional control of the springs allows.
TEST(Servo, HoldsAColumnOfSpheresWhateverTheDashpots)
{
  for (const int spheres : {1, 10})
    for (const double damping : {0.05, 0.3, 0.6, 1.1})
      for (const double gain : {0.1, 0.3, 1.0})
        for (const double speed : {0.05, -0.05}) {
          const std::string what = std::to_string(spheres) + " " + std::to_string(damping) + " " +
              std::to_string(gain) + " " + std::to_string(speed);
          Column column(spheres, damping);
          Servo servo;
          servo.gain = gain;
          servo.fastest = 0.2;
          ServoMemory memory;
          column.load.wanted = 10.0;
          double largest = 0.0, off = 0.0, last = 0.0;
          for (int n = 0; n < 100000; n++) {
            column.step(servo, memory);
            largest = std::max(largest, column.load.given / 10.0 - 1.0);
          }
          EXPECT_LT(largest, spheres == 1 ? 0.02 : 0.05) << what;
          EXPECT_NEAR(column.load.given / 10.0, 1.0, 1e-3) << what;
          column.floor_speed = speed;
          for (int n = 0; n < 4000; n++) {
            column.step(servo, memory);
            last = std::fabs(column.load.given / 10.0 - 1.0);
            off = std::max(off, last);
          }
          const double springs = 0.05 * column.load.stiffness * Column::DT / gain / 10.0;
          EXPECT_LT(off, 0.02 + 1.5 * springs) << what;
          EXPECT_LT(last, 0.01) << what;
        }
}

TEST(Servo, ForgetsWhenContactIsLost)
{
  Layers bed{0.5, 0.1};
  Driver driver(0.3, 1e9);
  driver.run(bed, 100.0, 1000);
  bed.speed = 10.0;
  driver.run(bed, 100.0, 1000);
  EXPECT_NEAR(driver.memory.bed_speed, 10.0, 0.1);
  EXPECT_EQ(driver.servo.speed({100.0, 0.0, 0.0, 0.0, false}, driver.memory, Layers::DT), -1e9);
  EXPECT_EQ(driver.memory.bed_speed, 0.0);
  EXPECT_FALSE(driver.memory.bed.is_known());
}

TEST(Servo, IsAsFastAsAllowed)
{
  Servo servo;
  servo.fastest = 0.5;
  const auto speed = [&](double missing, double stiffness) {
    ServoMemory memory;
    return servo.speed({missing, 0.0, stiffness, 0.0, stiffness > 0.0}, memory, 1e-5);
  };
  EXPECT_EQ(speed(100.0, 0.0), -0.5);    // towards what pushes back
  EXPECT_EQ(speed(-100.0, 0.0), 0.5);
  EXPECT_EQ(speed(0.0, 0.0), 0.0);
  EXPECT_EQ(speed(100.0, 1.0), -0.5);
}

// A time of a thousand, with means over it.
TEST(TargetWatch, SaysWhatIsMissedForLong)
{
  const auto watch = [](double given, int steps) {
    TargetWatch of;
    std::optional<MissedTarget> missed;
    for (int n = 0; n < steps && !missed; n++) {
      of.add({0.1, 2.0, n % 2 ? given + 0.5 : given - 0.5, n % 4 == 0}, 1e-3);
      missed = of.take();
    }
    return missed;
  };
  EXPECT_FALSE(watch(1.5, 9990));
  EXPECT_FALSE(watch(1.92, 30000));
  const auto missed = watch(1.5, 10010);
  ASSERT_TRUE(missed);
  EXPECT_NEAR(missed->given, 1.5, 1e-3);
  EXPECT_NEAR(missed->wanted, 2.0, 1e-9);
  EXPECT_NEAR(missed->time, 10.0, 0.01);
  EXPECT_NEAR(missed->at_fastest, 0.25, 1e-3);
}

}    // namespace test_servo
