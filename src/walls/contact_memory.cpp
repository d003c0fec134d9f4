#include "walls/contact_memory.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

// Replaces the row by the scratch arrays.
void ContactMemory::store(Row &row)
{
  const int count = static_cast<int>(scratch_surfaces.size());
  if (count > row.capacity) {
    row.first = static_cast<int>(surfaces.size());
    row.capacity = count;
    surfaces.resize(surfaces.size() + count);
    histories.resize(surfaces.size() * stride);
  }
  row.count = count;
  most = std::max(most, count);
  std::copy(scratch_surfaces.begin(), scratch_surfaces.end(), surfaces.begin() + row.first);
  std::copy(scratch_histories.begin(), scratch_histories.end(), at(row.first));
}

void ContactMemory::gather(const Row &row)
{
  scratch_surfaces.assign(surfaces.begin() + row.first, surfaces.begin() + row.first + row.count);
  scratch_histories.assign(at(row.first), at(row.first + row.count));
}

void ContactMemory::copy(int from, int to)
{
  assert(from >= 0 && from < static_cast<int>(rows.size()) && to >= 0 &&
         to < static_cast<int>(rows.size()));
  gather(rows[from]);
  store(rows[to]);
}

void ContactMemory::append(int sphere, int surface, const double *history)
{
  assert(sphere >= 0 && sphere < static_cast<int>(rows.size()));
  gather(rows[sphere]);
  scratch_surfaces.push_back(surface);
  scratch_histories.insert(scratch_histories.end(), history, history + stride);
  store(rows[sphere]);
}

void ContactMemory::replace(int sphere, const std::vector<int> &contacts,
                            const std::vector<double> &numbers)
{
  assert(numbers.size() == contacts.size() * stride);
  scratch_surfaces = contacts;
  scratch_histories = numbers;
  store(rows[sphere]);
}

// Contacts with the same surfaces take their histories first.
void ContactMemory::match(const Row &row, const int *contacts, int count, const WallSurface &wall)
{
  const auto begin = surfaces.begin() + row.first, end = begin + row.count;
  const auto is_taken = [this](int k) {
    return std::find(taken_from.begin(), taken_from.end(), k) != taken_from.end();
  };
  taken_from.clear();
  for (int n = 0; n < count; n++) {
    const auto same = std::find(begin, end, contacts[n]);
    taken_from.push_back(same != end ? static_cast<int>(same - begin) : -1);
  }
  for (int n = 0; n < count; n++) {
    if (taken_from[n] >= 0) continue;
    int best = -1, highest = 0;
    for (int k = 0; k < row.count; k++) {
      const int rank = is_taken(k) ? 0 : wall.continuation_rank(begin[k], contacts[n]);
      if (rank <= highest) continue;
      highest = rank;
      best = k;
    }
    taken_from[n] = best;
  }
}

double *ContactMemory::update(int sphere, const std::vector<WallContact> &contacts,
                              const WallSurface &wall)
{
  asked.clear();
  for (const WallContact &at : contacts) asked.push_back(at.surface);
  return update(sphere, asked.data(), static_cast<int>(asked.size()), wall);
}

double *ContactMemory::update(int sphere, const int *contacts, int count, const WallSurface &wall)
{
  assert(sphere >= 0 && sphere < static_cast<int>(rows.size()));
  assert(stride >= 0);
  Row &row = rows[sphere];
  surfaces_changed = row.count != count ||
      !std::equal(contacts, contacts + count, surfaces.begin() + row.first);
  if (surfaces_changed) {
    match(row, contacts, count, wall);
    scratch_surfaces.clear();
    scratch_histories.assign(static_cast<size_t>(count) * stride, 0.0);
    for (int n = 0; n < count; n++) {
      scratch_surfaces.push_back(contacts[n]);
      if (taken_from[n] >= 0)
        std::copy_n(at(row.first + taken_from[n]), stride, scratch_histories.data() + n * stride);
    }
    store(row);
  }
  return at(row.first);
}

void ContactMemory::keep_only(const std::vector<int> &spheres)
{
  assert(is_ascending(spheres));
  assert(spheres.empty() ||
         (spheres.front() >= 0 && spheres.back() < static_cast<int>(rows.size())));
  scratch_surfaces.clear();
  scratch_histories.clear();
  auto kept = spheres.begin();
  for (int i = 0; i < static_cast<int>(rows.size()); i++) {
    Row &row = rows[i];
    if (kept != spheres.end() && *kept == i)
      ++kept;
    else
      row.count = 0;
    const int first = static_cast<int>(scratch_surfaces.size());
    scratch_surfaces.insert(scratch_surfaces.end(), surfaces.begin() + row.first,
                            surfaces.begin() + row.first + row.count);
    scratch_histories.insert(scratch_histories.end(), at(row.first), at(row.first + row.count));
    row = {first, row.count, row.count};
  }
  surfaces.swap(scratch_surfaces);
  histories.swap(scratch_histories);
}

void ContactMemory::transfer(Archive &archive, int sphere, int numbers)
{
  assert(numbers >= 0 && numbers <= stride);
  gather(rows[sphere]);
  std::vector<double> kept;
  for (int k = 0; k < count(sphere); k++)
    kept.insert(kept.end(), at(rows[sphere].first + k), at(rows[sphere].first + k) + numbers);
  archive(scratch_surfaces, kept);
  if (!archive.reads()) return;
  const size_t contacts = scratch_surfaces.size();
  const size_t each = contacts > 0 ? kept.size() / contacts : 0;
  scratch_histories.assign(contacts * stride, 0.0);
  for (size_t k = 0; k < contacts; k++)
    std::copy_n(kept.data() + k * each, std::min<size_t>(each, stride),
                scratch_histories.data() + k * stride);
  store(rows[sphere]);
}

double ContactMemory::memory_usage() const
{
  return static_cast<double>(rows.capacity() * sizeof(Row) +
                             (surfaces.capacity() + scratch_surfaces.capacity()) * sizeof(int) +
                             (histories.capacity() + scratch_histories.capacity()) *
                                 sizeof(double));
}

}    // namespace grist
