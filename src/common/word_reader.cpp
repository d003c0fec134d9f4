#include "common/word_reader.h"

#include "common/number_text.h"
#include "common/preconditions.h"
#include "common/space.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace grist {

std::string listed(const std::vector<std::string> &names, const std::string &last)
{
  std::string text;
  for (std::size_t k = 0; k < names.size(); k++) {
    if (k > 0) text += k + 1 < names.size() ? ", " : " " + last + " ";
    text += names[k];
  }
  return text;
}

WordReader::WordReader(std::string user, std::vector<std::string> words, int first) :
    user(std::move(user)), words(std::move(words)), at(first)
{
  assert(first >= 0);
}

static std::size_t skip_sign(const std::string &text, std::size_t at)
{
  return at < text.size() && (text[at] == '+' || text[at] == '-') ? at + 1 : at;
}

static std::size_t skip_digits(const std::string &text, std::size_t at)
{
  return std::min(text.find_first_not_of("0123456789", at), text.size());
}

// As LAMMPS does: digits with or without a point among them or at an end, perhaps an exponent. No
// std::regex, which fills the stack with a long word.
static bool is_number(const std::string &text)
{
  const std::size_t first = skip_sign(text, 0);
  std::size_t end = skip_digits(text, first), digits = end - first;
  if (end < text.size() && text[end] == '.') {
    const std::size_t point = end + 1;
    end = skip_digits(text, point);
    digits += end - point;
  }
  if (digits == 0) return false;
  if (end == text.size()) return true;
  if (text[end] != 'e' && text[end] != 'E') return false;
  const std::size_t exponent = skip_sign(text, end + 1);
  return exponent < text.size() && skip_digits(text, exponent) == text.size();
}

static bool is_integer(const std::string &text)
{
  const std::size_t first = skip_sign(text, 0);
  return first < text.size() && skip_digits(text, first) == text.size();
}

bool WordReader::next_is_number() const
{
  return left() && is_number(words[at]);
}

std::string WordReader::text(int from, int to) const
{
  assert(from >= 0 && to <= static_cast<int>(words.size()));
  const int end = to < 0 ? static_cast<int>(words.size()) : to;
  std::string joined;
  for (int n = from; n < end; n++) joined += (n > from ? " " : "") + words[n];
  return joined;
}

std::string WordReader::word(const std::string &what)
{
  need(1, what, "a value");
  return words[at++];
}

std::string WordReader::one_of(const std::string &what, const std::vector<std::string> &choices)
{
  assert(!choices.empty());
  const std::string answer = word(what);
  if (std::find(choices.begin(), choices.end(), answer) == choices.end())
    refuse(what, answer, "expected " + listed(choices));
  return answer;
}

bool WordReader::yes_or_no(const std::string &what)
{
  const std::string answer = word(what);
  const bool yes = answer == "yes" || answer == "on" || answer == "true";
  const bool no = answer == "no" || answer == "off" || answer == "false";
  if (!yes && !no) refuse(what, answer, "expected yes or no");
  return yes;
}

double WordReader::real(const std::string &what, Quantity)
{
  const std::string text = word(what);
  if (!is_number(text)) refuse(what, text, "expected a number");
  try {
    return std::stod(text);
  } catch (const std::out_of_range &) {
    end_with("Floating point number " + text + " in input script or data file is out of range");
  }
}

double WordReader::finite(const std::string &what, Quantity quantity)
{
  const double value = real(what, quantity);
  if (!std::isfinite(value)) refuse(what, value, "must be finite");
  return value;
}

double WordReader::positive(const std::string &what, Quantity quantity)
{
  const double value = finite(what, quantity);
  if (!(value > 0.0)) refuse(what, value, "must be positive");
  return value;
}

double WordReader::not_negative(const std::string &what, Quantity quantity)
{
  const double value = finite(what, quantity);
  if (!(value >= 0.0)) refuse(what, value, "must not be negative");
  return value;
}

double WordReader::between(const std::string &what, Quantity quantity, double least, double most)
{
  assert(least <= most);
  const double value = real(what, quantity);
  if (!(value >= least && value <= most))
    refuse(what, value, "must be " + text_of(least) + " to " + text_of(most));
  return value;
}

int WordReader::whole(const std::string &what, int least)
{
  const std::int64_t value = big_whole(what, least);
  if (value > std::numeric_limits<int>::max())
    refuse(what, value, "must be <= " + text_of(std::numeric_limits<int>::max()));
  return static_cast<int>(value);
}

std::int64_t WordReader::big_whole(const std::string &what, std::int64_t least)
{
  const std::string text = word(what);
  if (!is_integer(text)) refuse(what, text, "expected an integer");
  const std::int64_t value = integer_of(text);
  if (value < least) refuse(what, value, "must be >= " + text_of(least));
  return value;
}

std::int64_t WordReader::integer_of(const std::string &text) const
{
  try {
    return std::stoll(text);
  } catch (const std::out_of_range &) {
    end_with("Integer " + text + " in input script or data file is out of range");
  }
}

Vector3d WordReader::vector(const std::string &what, Quantity quantity)
{
  need(3, what, "three numbers");
  Vector3d out;
  for (double &component : out) component = finite(what, quantity);
  return out;
}

Vector3d WordReader::axis(const std::string &what)
{
  const Vector3d along = vector(what, Quantity::NUMBER);
  const double length = norm(along);
  if (!(length > 0.0) || !std::isfinite(length))
    refuse(what, text_of(along[0]) + " " + text_of(along[1]) + " " + text_of(along[2]),
           "must be longer than 0 and of finite length");
  return normalized(along);
}

void WordReader::need(int count, const std::string &what, const std::string &values) const
{
  assert(count > 0);
  if (at + count > words.size()) fail(what + " needs " + values);
}

const std::vector<RenamedWord> &renamed_words()
{
  static const std::vector<RenamedWord> ALL = {{"coulomb", "friction"}};
  return ALL;
}

static bool has(const std::vector<Keyword> &keywords, const std::string &name)
{
  return std::any_of(keywords.begin(), keywords.end(),
                     [&](const Keyword &known) { return known.name == name; });
}

// The new word for an old one; null: it is none here.
static const char *word_now(const std::vector<Keyword> &keywords, const std::string &name)
{
  if (has(keywords, name)) return nullptr;
  for (const RenamedWord &word : renamed_words())
    if (name == word.old && has(keywords, word.now)) return word.now;
  return nullptr;
}

void WordReader::read_keywords(const std::vector<Keyword> &keywords, const std::string &end)
{
  while (left() && (end.empty() || words[at] != end)) {
    std::string name = words[at++];
    if (const char *now = word_now(keywords, name)) {
      warn(user + ": keyword " + name + " is now " + now +
           " (the old word is an error in the next version)");
      name = now;
    }
    const auto found = std::find_if(keywords.begin(), keywords.end(),
                                    [&](const Keyword &known) { return known.name == name; });
    if (found == keywords.end()) {
      std::vector<std::string> names;
      for (const Keyword &known : keywords) names.push_back(known.name);
      if (!end.empty()) names.push_back(end);
      refuse("unknown keyword", name,
             names.empty() ? "none is expected" : "expected " + listed(names));
    }
    if (!keywords_read.insert(name).second && found->once)
      fail(name + " is given twice (expected once)");
    found->read();
  }
}

std::string WordReader::text_of(double value)
{
  return given_number_text(value);
}

void WordReader::fail(const std::string &problem) const
{
  end_with(user + ": " + problem);
}

void WordReader::end_with(const std::string &sentence) const
{
  report(sentence);
  throw std::invalid_argument(sentence);
}

std::vector<PlaneAcross> read_planes_across(WordReader &words, const std::string &keyword)
{
  words.need(2, keyword, "lo and hi");
  std::vector<PlaneAcross> planes;
  for (const double inwards : {1.0, -1.0}) {
    if (words.next_is("NULL"))
      words.word(keyword);
    else
      planes.push_back({words.finite(keyword, Quantity::LENGTH), inwards});
  }
  if (planes.size() == 2 && !(planes[0].position < planes[1].position)) {
    const std::string both =
        given_number_text(planes[0].position) + " " + given_number_text(planes[1].position);
    words.refuse(keyword, both, "lo must be below hi: the domain is between them");
  }
  return planes;
}

}    // namespace grist
