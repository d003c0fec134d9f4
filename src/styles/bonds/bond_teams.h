/* Bonds of like clusters in teams (bonds/like_clusters.h), ahead of all others: when they are
   formed, and what their lanes have in common.

   Clusters leave teams when they cross a border, and return outside of teams. Teams are formed
   again once missing teams have cost as much time as that takes.
*/

#ifndef GRIST_STYLES_BOND_TEAMS_H
#define GRIST_STYLES_BOND_TEAMS_H

#include "pointers.h"

#include "bonds/like_clusters.h"

#include <vector>

namespace LAMMPS_NS {

class BondTeams : protected Pointers {
 public:
  explicit BondTeams(LAMMPS *lmp) : Pointers(lmp) {}

  // Whether bonds are numbered in teams when all are numbered again, as at every init. Where a fix
  // holds clusters rigid, only released ones form teams: one released cluster among fifteen others
  // would cost as much as all.
  void form(bool wanted) { are_wanted = wanted; }
  void form_of_released(bool only) { only_of_released = only; }
  bool are_to_be_formed() const { return are_wanted && (holds || !only_of_released); }

  // From now on released clusters are in teams; those that are free now are not yet.
  bool holding_has_begun() const { return holds; }
  void begin_holding(bigint live_bonds);

  // After all bonds were numbered.
  void set(std::vector<grist::BondTeam> formed);

  // Bonds that have left a team, that came from elsewhere, that cross a border no longer, or that
  // were released outside of teams or came to rest in one.
  void count_outsiders(bigint count) { outsiders += count; }

  // At a rebuild. `arrivals`: slots whose bonds have arrived. `bonds`: all of this rank.
  bool should_be_formed_anew(int arrivals, int bonds);

  // Bonds of teams have the numbers below this one.
  int numbers() const { return teams.empty() ? 0 : teams.back().end() * grist::BOND_LANES; }

  // What lanes have in common is known after update_lanes(). A team that is not like any more is
  // evaluated block by block.
  const std::vector<grist::BondTeam> &all() const { return teams; }
  const grist::BondTeam *of_block(int k) const;    // or null
  // update_lanes() reads the team again.
  void mark_team_of(int n)
  {
    if (const grist::BondTeam *team = of_block(n / grist::BOND_LANES))
      is_old[team - teams.data()] = 1;
  }
  void update_lanes(const grist::BondBlocks &bonds);

 private:
  bool are_wanted = true, only_of_released = false, holds = false;
  std::vector<grist::BondTeam> teams;
  std::vector<char> is_old;
  bigint outsiders = 0;
  double lost_time = 0.0;    // that teams of them would have saved: bonds times steps
  bigint last_step = 0;      // of a rebuild
};

}    // namespace LAMMPS_NS

#endif
