#include "styles/polyhedra/body_contact_history.h"

#include "fmt/format.h"
#include "lammps.h"
#include "modify.h"
#include "neigh_list.h"

namespace LAMMPS_NS {

static constexpr const char *NEIGH_HISTORY = "NEIGH_HISTORY";

static Fix *create_partner_history(LAMMPS *lmp, int narg, char **arg)
{
  return new PartnerHistory(lmp, narg, arg);
}

// Ends with its block, also by an exception.
class PartnerHistoryIsMade {
 public:
  explicit PartnerHistoryIsMade(Modify &modify) :
      creator((*modify.fix_map)[NEIGH_HISTORY]), stock(creator)
  {
    creator = &create_partner_history;
  }
  ~PartnerHistoryIsMade() { creator = stock; }
  PartnerHistoryIsMade(const PartnerHistoryIsMade &) = delete;
  PartnerHistoryIsMade &operator=(const PartnerHistoryIsMade &) = delete;

 private:
  Modify::FixCreator &creator;
  const Modify::FixCreator stock;
};

PartnerHistory *make_body_contact_history(LAMMPS *lmp, const std::string &placeholder,
                                          const std::string &id)
{
  const PartnerHistoryIsMade made(*lmp->modify);
  return dynamic_cast<PartnerHistory *>(lmp->modify->replace_fix(
      placeholder, fmt::format("{} all {} {}", id, NEIGH_HISTORY, HISTORY_NUMBERS), 0));
}

std::vector<double> histories(const NeighList *list, const PartnerHistory *history)
{
  std::vector<double> all;
  for (int ii = 0; ii < list->inum; ii++) {
    const double *from = history->firstvalue[list->ilist[ii]];
    all.insert(all.end(), from, from + HISTORY_NUMBERS * list->numneigh[list->ilist[ii]]);
  }
  return all;
}

void take_back(const double *from, const NeighList *list, PartnerHistory *history)
{
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii], count = HISTORY_NUMBERS * list->numneigh[i];
    std::copy_n(from, count, history->firstvalue[i]);
    from += count;
  }
}

}    // namespace LAMMPS_NS
