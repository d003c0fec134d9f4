// What a style keeps, taken through one function in all directions: into restart files and out of
// them, between ranks, and to count its bytes. So what is read is what was written.
//
//   struct Kept {
//     std::int64_t step = 0;
//     std::vector<double> sums;
//     std::vector<std::string> names;
//   };
//   archive(kept);    // whichever the archive does
//
// No member is listed: a plain struct travels as its bytes, any other aggregate member by member,
// vectors and texts with their length before them. A member that is added travels with the others;
// what must not travel is kept elsewhere. Only a class of which a part travels, or whose members are
// private, names them, in
//
//   template <class Archive> static void transfer(Archive &archive, Class &object);

#ifndef GRIST_COMMON_ARCHIVE_H
#define GRIST_COMMON_ARCHIVE_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace grist {

// ---- the members of an aggregate

struct Anything {
  template <class T> operator T() const;
};

template <class T, class Void, class... Given> struct IsMadeOf : std::false_type {
};
template <class T, class... Given>
struct IsMadeOf<T, std::void_t<decltype(T{std::declval<Given>()...})>, Given...> : std::true_type {
};

// Arrays of C count as their elements: for_each_member() does not compile then (use std::array).
template <class T, class... Given> constexpr int count_of_members()
{
  if constexpr (IsMadeOf<T, void, Given..., Anything>::value)
    return count_of_members<T, Given..., Anything>();
  else
    return static_cast<int>(sizeof...(Given));
}

template <class T, class Visit> void for_each_member(T &object, const Visit &visit)
{
  constexpr int COUNT = count_of_members<T>();
  static_assert(COUNT >= 1 && COUNT <= 10, "1 to 10 members (put some into a struct)");
  const auto all = [&visit](auto &...members) { (visit(members), ...); };
  if constexpr (COUNT == 1) {
    auto &[a] = object;
    all(a);
  } else if constexpr (COUNT == 2) {
    auto &[a, b] = object;
    all(a, b);
  } else if constexpr (COUNT == 3) {
    auto &[a, b, c] = object;
    all(a, b, c);
  } else if constexpr (COUNT == 4) {
    auto &[a, b, c, d] = object;
    all(a, b, c, d);
  } else if constexpr (COUNT == 5) {
    auto &[a, b, c, d, e] = object;
    all(a, b, c, d, e);
  } else if constexpr (COUNT == 6) {
    auto &[a, b, c, d, e, f] = object;
    all(a, b, c, d, e, f);
  } else if constexpr (COUNT == 7) {
    auto &[a, b, c, d, e, f, g] = object;
    all(a, b, c, d, e, f, g);
  } else if constexpr (COUNT == 8) {
    auto &[a, b, c, d, e, f, g, h] = object;
    all(a, b, c, d, e, f, g, h);
  } else if constexpr (COUNT == 9) {
    auto &[a, b, c, d, e, f, g, h, i] = object;
    all(a, b, c, d, e, f, g, h, i);
  } else {
    auto &[a, b, c, d, e, f, g, h, i, j] = object;
    all(a, b, c, d, e, f, g, h, i, j);
  }
}

class Archive {
 public:
  virtual ~Archive() = default;
  bool reads() const { return is_reader; }    // otherwise it writes, or counts
  template <class... Values> void operator()(Values &...values) { (one(values), ...); }

 protected:
  explicit Archive(bool reads) : is_reader(reads) {}
  virtual void bytes(void *data, std::size_t count) = 0;    // written from there, or read to there

  // Before so many items, each of at least so many bytes, are read.
  virtual void need(std::size_t, std::size_t) {}

 private:
  bool is_reader;

  template <class T, class = void> struct Transfers : std::false_type {
  };
  template <class T>
  struct Transfers<
      T, std::void_t<decltype(T::transfer(std::declval<Archive &>(), std::declval<T &>()))>> :
      std::true_type {
  };
  template <class T, class = void> struct HasLength : std::false_type {
  };
  template <class T>
  struct HasLength<T, std::void_t<decltype(std::declval<T &>().resize(0))>> : std::true_type {
  };

  template <class T> void one(T &value)
  {
    static_assert(!std::is_pointer_v<T>, "an address means nothing to another process");
    if constexpr (Transfers<T>::value)
      T::transfer(*this, value);
    else if constexpr (std::is_trivially_copyable_v<T>)
      bytes(&value, sizeof(T));
    else if constexpr (HasLength<T>::value)
      items(value);
    else {
      static_assert(std::is_aggregate_v<T>, "numbers, vectors, texts and structs of them travel");
      for_each_member(value, [this](auto &member) { this->one(member); });
    }
  }

  template <class Vector> void items(Vector &vector)
  {
    using Item = typename Vector::value_type;
    constexpr bool ARE_PLAIN = std::is_trivially_copyable_v<Item> && !Transfers<Item>::value;
    std::size_t count = vector.size();
    one(count);
    if (reads()) {
      need(count, ARE_PLAIN ? sizeof(Item) : 1);
      vector.resize(count);
    }
    if constexpr (ARE_PLAIN)
      bytes(vector.data(), count * sizeof(Item));
    else
      for (Item &item : vector) one(item);
  }
};

// ---- a row of whole doubles, as LAMMPS sends and keeps them

class RowArchive : public Archive {
 public:
  // The number of doubles.
  int end() const { return static_cast<int>((at + sizeof(double) - 1) / sizeof(double)); }

 protected:
  using Archive::Archive;
  std::size_t at = 0;    // of the next byte
};

// Without a place it counts.
class RowWriter : public RowArchive {
 public:
  explicit RowWriter(double *to) : RowArchive(false), to(to) {}

 private:
  double *to;
  void bytes(void *data, std::size_t count) override
  {
    if (to) {    // zeros behind, in the last double
      const int before = end();
      std::fill(to + before, to + (at + count + sizeof(double) - 1) / sizeof(double), 0.0);
      std::copy_n(static_cast<char *>(data), count, reinterpret_cast<char *>(to) + at);
    }
    at += count;
  }
};

class RowReader : public RowArchive {
 public:
  explicit RowReader(const double *from) : RowArchive(true), from(from) { assert(from); }

 private:
  const double *from;
  void bytes(void *data, std::size_t count) override
  {
    std::copy_n(reinterpret_cast<const char *>(from) + at, count, static_cast<char *>(data));
    at += count;
  }
};

// The number of doubles of what travels.
template <class Row> int row_size(Row &&row)
{
  RowWriter counter(nullptr);
  counter(row);
  return counter.end();
}

template <class Row> void append_row(Row &&row, std::vector<double> &to)
{
  const std::size_t before = to.size();
  to.resize(before + row_size(row));
  RowWriter out(to.data() + before);
  out(row);
}

}    // namespace grist

#endif
