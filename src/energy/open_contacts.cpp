#include "energy/open_contacts.h"

#include "common/preconditions.h"

#include <algorithm>

namespace grist {

static bool by_key(const OpenContact &one, const OpenContact &two)
{
  return one.key < two.key;
}

static void add_scaled(ContactLoss &sum, double factor, const ContactLoss &more)
{
  sum.total += factor * more.total;
  sum.friction += factor * more.friction;
}

// The half of the step that belongs to its start. add() adds that of its end.
void OpenContacts::begin_step(double length)
{
  assert(length >= 0.0);
  dt = length;
  for (auto &entry : contacts) {
    OpenContact &contact = entry.second;
    add_scaled(contact.lost, 0.5 * dt, contact.power);
    contact.power = {};
    contact.seen = contact.is_new = false;
  }
}

OpenContact &OpenContacts::find(const ContactKey &key, int kind)
{
  assert(key.b < 0 || key.a < key.b);
  return contacts.try_emplace(key, OpenContact{key, kind, {}, {}, false, true}).first->second;
}

void OpenContacts::add(const ContactKey &key, int kind, const ContactLoss &power)
{
  OpenContact &contact = find(key, kind);
  contact.power.add(power);
  add_scaled(contact.lost, 0.5 * dt, power);
  contact.seen = true;
}

void OpenContacts::add_brought(const ContactKey &key, int kind, const ContactLoss &power)
{
  OpenContact &contact = find(key, kind);
  contact.power.add(power);
  contact.seen = true;
}

void OpenContacts::bring(const ContactKey &key, const ContactLoss &held)
{
  const auto found = contacts.find(key);
  if (found != contacts.end()) found->second.lost.add(held);
}

void OpenContacts::take_along(const ContactKey &key, const ContactLoss &held)
{
  const auto found = contacts.find(key);
  if (found == contacts.end()) return;
  found->second.power = {};
  add_scaled(found->second.lost, -1.0, held);
}

bool OpenContacts::adopt(const OpenContact &part)
{
  const auto found = contacts.find(part.key);
  if (found == contacts.end() || !found->second.is_new) return false;
  found->second.lost.add(part.lost);
  return true;
}

void OpenContacts::set_power(const ContactKey &key, const ContactLoss &power)
{
  const auto found = contacts.find(key);
  if (found != contacts.end()) found->second.power = power;
}

std::vector<OpenContact> OpenContacts::take_unseen()
{
  std::vector<OpenContact> unseen;
  for (auto entry = contacts.begin(); entry != contacts.end();) {
    if (entry->second.seen) {
      ++entry;
      continue;
    }
    unseen.push_back(entry->second);
    entry = contacts.erase(entry);
  }
  std::sort(unseen.begin(), unseen.end(), by_key);
  return unseen;
}

std::vector<OpenContact> OpenContacts::all() const
{
  std::vector<OpenContact> list;
  for (const auto &entry : contacts) list.push_back(entry.second);
  std::sort(list.begin(), list.end(), by_key);
  return list;
}

void OpenContacts::replace(const std::vector<OpenContact> &all)
{
  assert(std::is_sorted(all.begin(), all.end(), by_key));
  contacts.clear();
  for (const OpenContact &contact : all) contacts.emplace(contact.key, contact);
}

std::vector<OpenContact> merged(std::vector<OpenContact> parts)
{
  std::stable_sort(parts.begin(), parts.end(), by_key);
  std::vector<OpenContact> out;
  for (const OpenContact &part : parts)
    if (out.empty() || !(out.back().key == part.key))
      out.push_back(part);
    else
      out.back().lost.add(part.lost);
  return out;
}

}    // namespace grist
