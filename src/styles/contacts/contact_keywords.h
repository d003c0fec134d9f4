/* Keywords of the contact laws of spheres, for pair_coeff and for walls: those of the law of springs
   itself (its ROWS), restitution e, friction mu, damping_t huang|x, and a part of each option
   (contacts/contact_parts.h), as rolling sds k gamma mu.

   heat k c: conductivity and specific heat of the material; young/real E (laws by material)

   and, for walls and pair_style, which have one for all materials: stock yes|no.
*/

#ifndef GRIST_STYLES_CONTACT_KEYWORDS_H
#define GRIST_STYLES_CONTACT_KEYWORDS_H

#include "contacts/contact_laws.h"
#include "contacts/contact_options.h"
#include "heat/conduction.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace grist {
struct Keyword;
}

namespace grist {
class ParcelScale;
}    // namespace grist

namespace LAMMPS_NS {

// stock yes|no: contact_kernel.h.
grist::ContactForm read_stock(class InputWords &words);
const char *stock_text(grist::ContactForm law);    // "stock yes", "stock no"

// An error where the law has what that of stock cannot have.
void refuse_in_stock(class LAMMPS *lmp, const std::string &user, grist::ContactKind kind,
                     grist::ContactForm form, const grist::ContactCoefficients &coefficients);

class ContactKeywords {
 public:
  // Reads arg[first] on, in any order, to the end. `user` begins error texts; values out of range
  // are errors.
  ContactKeywords(class LAMMPS *lmp, const std::string &user, grist::ContactKind kind, int narg,
                  char **arg, int first);

  // The same from where `words` are. `others` are further keywords of the user, which read from the
  // same words.
  ContactKeywords(class LAMMPS *lmp, const std::string &user, grist::ContactKind kind,
                  class InputWords &words, const std::vector<grist::Keyword> &others);

  // Overwrites what was given and leaves the rest.
  void set(grist::Elasticity &elasticity) const;
  void set(grist::ContactCoefficients &coefficients) const;
  void set(grist::HeatMaterial &material) const;

  std::optional<grist::ContactForm> form() const { return contact_form; }

  bool has(const char *keyword) const { return given.count(keyword) > 0; }
  bool has_coefficients() const { return !given.empty(); }

 private:
  std::array<std::optional<double>, grist::MOST_ELASTIC> elasticity;
  std::optional<double> conductivity, capacity, young_real;
  grist::ContactCoefficients coefficients;    // those in `given`
  std::set<std::string> given;                // keywords of numbers and options
  std::optional<grist::ContactForm> contact_form;

  void read_all(class LAMMPS *lmp, const std::string &user, grist::ContactKind kind,
                class InputWords &words, const std::vector<grist::Keyword> &others);
  void read(class InputWords &words, grist::ContactKind kind,
            const std::vector<grist::Keyword> &others);
  void read_heat(class InputWords &words);
  void read_number(class InputWords &words, const grist::ContactNumber &number,
                   const grist::LawDescription &law);
  void read_option(class InputWords &words, const grist::ContactOption &option,
                   grist::ContactKind kind);
  void check(const grist::LawDescription &law) const;
};

// The keywords as a user would give them.
std::string keywords_of(grist::ContactKind kind, const grist::Elasticity &elasticity);
std::string keywords_of(const grist::ContactCoefficients &coefficients);
std::string keywords_of(const grist::HeatMaterial &material);    // none: empty

// Defaults of a law; not a number for values that must be given.
grist::Elasticity default_elasticity(grist::ContactKind kind);
grist::ContactCoefficients default_coefficients(grist::ContactKind kind);

// The keyword that must be given and was not, or null.
const char *missing_keyword(grist::ContactKind kind, const grist::Elasticity &elasticity);

// The law between materials a and b in units of force, length and time, whatever the unit of
// pressure is. Values are those of the real material, the law that of parcels.
grist::ContactLaw law_between(class LAMMPS *lmp, grist::ContactKind kind, grist::ContactForm form,
                              grist::Elasticity a, grist::Elasticity b,
                              const grist::ContactCoefficients &coefficients,
                              const grist::ParcelScale &parcels);

}    // namespace LAMMPS_NS

#endif
