// Values as doubles side by side: what LAMMPS sends between ranks and keeps in restart files. One
// function of a struct names its members and serves all directions, so that what is read is what
// was written:
//
//   struct Load {
//     Vector3d force, torque;
//     template <class Archive, class Of> static void transfer(Archive &archive, Of &load)
//     {
//       archive(load.force, load.torque);
//     }
//   };
//   double *end = write_numbers(load, buffer);
//   const Load load = read_numbers<Load>(buffer);
//
// Members are numbers, bool, enums, and vectors, matrices (column by column) and quaternions (x, y,
// z, w) of common/space.h. Whole numbers are exact up to 2^53.

#ifndef GRIST_COMMON_NUMBER_ARCHIVE_H
#define GRIST_COMMON_NUMBER_ARCHIVE_H

#include "common/space.h"

#include <cassert>
#include <type_traits>
#include <vector>

namespace grist {

template <class Derived> class NumberArchive {
 public:
  template <class... Values> void operator()(Values &&...values) { (each(values), ...); }

 private:
  template <class T> void each(T &value) { static_cast<Derived *>(this)->one(value); }
  template <class Number> void each(Vector3<Number> &v) { (*this)(v.x, v.y, v.z); }
  template <class Number> void each(const Vector3<Number> &v) { (*this)(v.x, v.y, v.z); }
  template <class Number> void each(Matrix3<Number> &m)
  {
    (*this)(m.column[0], m.column[1], m.column[2]);
  }
  template <class Number> void each(const Matrix3<Number> &m)
  {
    (*this)(m.column[0], m.column[1], m.column[2]);
  }
  template <class Number> void each(Quaternion<Number> &q) { (*this)(q.x, q.y, q.z, q.w); }
  template <class Number> void each(const Quaternion<Number> &q) { (*this)(q.x, q.y, q.z, q.w); }
};

// Whether a double holds it.
template <class T> bool is_exact(const T &value)
{
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<double>(value)) == value;
  else
    return true;
}

class NumberWriter : public NumberArchive<NumberWriter> {
 public:
  explicit NumberWriter(double *to) : to(to) {}
  template <class T> void one(const T &value)
  {
    assert(is_exact(value));
    *to++ = static_cast<double>(value);
  }
  double *end() const { return to; }

 private:
  double *to;
};

// Appends to the numbers that are there.
class NumberAppender : public NumberArchive<NumberAppender> {
 public:
  explicit NumberAppender(std::vector<double> &to) : to(to) {}
  template <class T> void one(const T &value)
  {
    assert(is_exact(value));
    to.push_back(static_cast<double>(value));
  }

 private:
  std::vector<double> &to;
};

class NumberReader : public NumberArchive<NumberReader> {
 public:
  explicit NumberReader(const double *from) : from(from) {}
  template <class T> void one(T &value) { value = static_cast<T>(*from++); }
  const double *end() const { return from; }

 private:
  const double *from;
};

// write_numbers returns the end of the numbers, read_numbers the struct.
template <class T> double *write_numbers(const T &value, double *to)
{
  NumberWriter writer(to);
  T::transfer(writer, value);
  return writer.end();
}
template <class T> T read_numbers(const double *from)
{
  T value;
  NumberReader reader(from);
  T::transfer(reader, value);
  return value;
}

template <class T> int count_of_numbers()
{
  std::vector<double> numbers;
  NumberAppender appender(numbers);
  const T value;
  T::transfer(appender, value);
  return static_cast<int>(numbers.size());
}

}    // namespace grist

#endif
