/* create_blocks: a solid divided into blocks that are bonded at their faces.

   create_blocks shape args cells N density rho [keyword value ...]
   create_blocks given FILE density rho [keyword value ...]
*/

#ifdef COMMAND_CLASS
// clang-format off
CommandStyle(create_blocks,CreateBlocks);
// clang-format on
#else

#ifndef LMP_CREATE_BLOCKS_H
#define LMP_CREATE_BLOCKS_H

#include "command.h"

#include "blocks/block_partition.h"
#include "blocks/cell_file.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class InputWords;

class CreateBlocks : public Command {
 public:
  using Command::Command;
  void command(int, char **) override;

 private:
  struct Request {
    grist::BlockSolid solid;
    std::vector<grist::GivenCell> given;    // cells of a file in place of the solid
    grist::BlockRequest division;
    double density = 0.0;
    grist::Pose place;
    int type = 1, bond_type = 1;
    std::string shape;    // its words
  };
  Request read(InputWords &words);
  void read_shape(InputWords &words, Request &request);
  void create(const Request &request, const grist::BlockPartition &partition);
  void check_places(const Request &request, const grist::BlockPartition &partition);
  void report(const Request &request, const grist::BlockPartition &partition);
};

}    // namespace LAMMPS_NS

#endif
#endif
