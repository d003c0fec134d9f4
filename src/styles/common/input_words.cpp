#include "styles/common/input_words.h"

#include "common/number_text.h"

#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;
using Eigen::Vector3d;

std::string LAMMPS_NS::listed(const std::vector<std::string> &names)
{
  std::string text;
  for (std::size_t k = 0; k < names.size(); k++) {
    if (k > 0) text += k + 1 < names.size() ? ", " : " or ";
    text += names[k];
  }
  return text;
}

InputWords::InputWords(LAMMPS *lmp, const std::string &user, int narg, char **arg, int first) :
    lmp(lmp), user(user), words(arg, arg + narg), at(first)
{
}

bool InputWords::next_is_number() const
{
  return left() && utils::is_double(words[at]);
}

/* ---------------------------------------------------------------------- */

std::string InputWords::word(const std::string &what)
{
  need(1, what, "a value");
  return words[at++];
}

std::string InputWords::one_of(const std::string &what, const std::vector<std::string> &choices)
{
  const std::string answer = word(what);
  if (std::find(choices.begin(), choices.end(), answer) == choices.end())
    refuse(what, answer, "expected " + listed(choices));
  return answer;
}

bool InputWords::yes_or_no(const std::string &what)
{
  const std::string answer = word(what);
  const bool yes = answer == "yes" || answer == "on" || answer == "true";
  const bool no = answer == "no" || answer == "off" || answer == "false";
  if (!yes && !no) refuse(what, answer, "expected yes or no");
  return yes;
}

/* ---------------------------------------------------------------------- */

double InputWords::real(const std::string &what)
{
  const std::string text = word(what);
  if (!utils::is_double(text)) refuse(what, text, "expected a number");
  return utils::numeric(FLERR, text, false, lmp);
}

double InputWords::finite(const std::string &what)
{
  const double value = real(what);
  if (!std::isfinite(value)) refuse(what, value, "must be finite");
  return value;
}

double InputWords::positive(const std::string &what)
{
  const double value = finite(what);
  if (!(value > 0.0)) refuse(what, value, "must be positive");
  return value;
}

double InputWords::not_negative(const std::string &what)
{
  const double value = finite(what);
  if (!(value >= 0.0)) refuse(what, value, "must not be negative");
  return value;
}

double InputWords::between(const std::string &what, double least, double most)
{
  const double value = real(what);
  if (!(value >= least && value <= most))
    refuse(what, value, "must be " + text_of(least) + " to " + text_of(most));
  return value;
}

int InputWords::whole(const std::string &what, int least)
{
  const bigint value = big_whole(what, least);
  if (value > MAXSMALLINT) refuse(what, value, "must be <= " + text_of(MAXSMALLINT));
  return static_cast<int>(value);
}

bigint InputWords::big_whole(const std::string &what, bigint least)
{
  const std::string text = word(what);
  if (!utils::is_integer(text)) refuse(what, text, "expected an integer");
  const bigint value = utils::bnumeric(FLERR, text, false, lmp);
  if (value < least) refuse(what, value, "must be >= " + text_of(least));
  return value;
}

Vector3d InputWords::vector(const std::string &what)
{
  need(3, what, "three numbers");
  Vector3d out;
  for (double &component : out) component = finite(what);
  return out;
}

Vector3d InputWords::axis(const std::string &what)
{
  const Vector3d along = vector(what);
  const double length = along.norm();
  if (!(length > 0.0) || !std::isfinite(length))
    refuse(what, text_of(along[0]) + " " + text_of(along[1]) + " " + text_of(along[2]),
           "must be longer than 0 and of finite length");
  return along.normalized();
}

/* ---------------------------------------------------------------------- */

void InputWords::need(int count, const std::string &what, const std::string &values) const
{
  if (at + count > words.size()) lmp->error->all(FLERR, "{}: {} needs {}", user, what, values);
}

void InputWords::read_keywords(const std::vector<Keyword> &keywords, const std::string &end)
{
  while (left() && (end.empty() || words[at] != end)) {
    const std::string name = words[at++];
    const auto found = std::find_if(keywords.begin(), keywords.end(),
                                    [&](const Keyword &known) { return known.name == name; });
    if (found == keywords.end()) {
      std::vector<std::string> names;
      for (const Keyword &known : keywords) names.push_back(known.name);
      if (!end.empty()) names.push_back(end);
      refuse("unknown keyword", name,
             names.empty() ? "none is expected" : "expected " + listed(names));
    }
    found->read();
  }
}

std::string InputWords::text_of(double value)
{
  return grist::given_number_text(value);
}

void InputWords::refuse_text(const std::string &what, const std::string &value,
                             const std::string &expected) const
{
  lmp->error->all(FLERR, "{}: {} {} ({})", user, what, value, expected);
}

/* ---------------------------------------------------------------------- */

std::vector<PlaneAcross> LAMMPS_NS::read_planes_across(InputWords &words,
                                                       const std::string &keyword)
{
  words.need(2, keyword, "lo and hi");
  std::vector<PlaneAcross> planes;
  for (const double inwards : {1.0, -1.0}) {
    if (words.next_is("NULL"))
      words.word(keyword);
    else
      planes.push_back({words.finite(keyword), inwards});
  }
  if (planes.size() == 2 && !(planes[0].position < planes[1].position)) {
    const std::string both = grist::given_number_text(planes[0].position) + " " +
        grist::given_number_text(planes[1].position);
    words.refuse(keyword, both, "lo must be below hi: the domain is between them");
  }
  return planes;
}
