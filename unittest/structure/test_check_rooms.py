#!/usr/bin/env python3
"""check_rooms.py on made-up trees: a tree without fault passes, and each fault is reported once, alone."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_packages
import check_rooms

PLAN = """
# the core
common:
search:         common   # a comment
bonds:          common
styles/common:  common
styles/bonds:   common bonds styles/common
"""

TREE = {
    "rooms.txt": PLAN,
    "common/README.md": "- numbers: text of numbers",
    "common/numbers.h": "#include <string>\n",
    "search/README.md": "- grid\n- munjiza/list_search",
    "search/grid.h": '#include "common/numbers.h"\n',
    "search/grid.cpp": "#include <Eigen/Core>\n",
    "search/munjiza/list_search.h": '#include "search/grid.h"\n',
    "bonds/README.md": "`bond_law`: one bond",
    "bonds/bond_law.h": '#include "common/numbers.h"\n',
    "bonds/bond_law.cpp": '#include "bonds/bond_law.h"\n#include <cmath>\n',
    "styles/common/README.md": "input_words",
    "styles/common/input_words.h": '#include "lammps.h"\n#include <mpi.h>\n',
    "styles/bonds/README.md": "bond_parallel",
    "styles/bonds/bond_parallel.h": '#include "bond.h"\n#include "fmt/format.h"\n#include "bonds/bond_law.h"\n',
}


class CheckRooms(unittest.TestCase):
    def faults(self, changes, without=()):
        """Faults of the tree with these files changed or added, and others left out."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "src"
            for name, text in {**TREE, **changes}.items():
                if name in without:
                    continue
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                (source / name).write_text(text)
            return check_rooms.check(source)[2]

    def expect(self, fault, changes, without=()):
        self.assertEqual(self.faults(changes, without), [fault])

    def test_a_tree_without_fault(self):
        self.assertEqual(self.faults({}), [])

    def test_a_file_that_is_no_source(self):
        self.expect("src/search/peer.deb: not a source (.h, .cpp), a page (.md), CMakeLists.txt or rooms.txt", {"search/peer.deb": "x"})

    def test_a_header_with_eigen(self):
        self.expect("src/search/grid.h:1: a header may not include Eigen/Core, which takes most of the time of a compilation (only sources)",
                    {"search/grid.h": "#include <Eigen/Core>\n"})

    def test_a_list_that_is_made_anew(self):
        self.expect("src/bonds/bond_law.cpp:3: get_fix_list() is made anew while it is read (use fixes_of())",
                    {"bonds/bond_law.cpp": '#include "bonds/bond_law.h"\n#include <cmath>\nfor (Fix *fix : modify->get_fix_list()) {}\n'})

    def test_an_arrow_that_is_not_allowed(self):
        self.expect(
            "src/search/grid.h:2: search may not include bonds/bond_law.h (rooms.txt allows: common)",
            {"search/grid.h": '#include "common/numbers.h"\n  #  include "bonds/bond_law.h"\n'},
        )

    def test_an_arrow_from_the_core_to_a_style(self):
        self.expect(
            "src/common/numbers.h:1: common may not include styles/common/input_words.h (rooms.txt allows: no other room)",
            {"common/numbers.h": '#include "styles/common/input_words.h"\n'},
        )

    def test_a_circle_in_the_plan(self):
        self.expect(
            "src/rooms.txt:4: search uses bonds, which is not above it in the list",
            {"rooms.txt": PLAN.replace("search:         common", "search:  common bonds").replace("bonds:          common", "bonds: common search")},
        )

    def test_a_room_that_uses_itself(self):
        self.expect(
            "src/rooms.txt:5: bonds uses bonds, which is not above it in the list",
            {"rooms.txt": PLAN.replace("bonds:          common", "bonds: common bonds")},
        )

    def test_a_room_listed_twice(self):
        self.expect("src/rooms.txt:8: bonds is listed twice", {"rooms.txt": PLAN + "bonds: common\n"})

    def test_a_file_in_no_room(self):
        self.expect("src/walls/wall.h: in no room of rooms.txt", {"walls/wall.h": ""})
        self.expect("src/alone.h: in no room of rooms.txt", {"alone.h": ""})

    def test_a_circle_of_two_files(self):
        self.expect(
            "src/bonds/bond_law: circle of includes: bonds/bond_law -> bonds/bond_loads -> bonds/bond_law",
            {
                "bonds/README.md": "bond_law bond_loads",
                "bonds/bond_law.cpp": '#include "bonds/bond_law.h"\n#include "bonds/bond_loads.h"\n',
                "bonds/bond_loads.h": '#include "bonds/bond_law.h"\n',
            },
        )

    def test_two_circles_through_one_file(self):
        self.assertEqual(
            self.faults(
                {
                    "bonds/README.md": "bond_law bond_lanes bond_loads stiffness",
                    "bonds/bond_law.h": '#include "bonds/bond_lanes.h"\n#include "bonds/bond_loads.h"\n',
                    "bonds/bond_lanes.h": "",
                    "bonds/bond_lanes.cpp": '#include "bonds/stiffness.h"\n',
                    "bonds/stiffness.h": '#include "bonds/bond_law.h"\n',
                    "bonds/bond_loads.h": '#include "bonds/bond_law.h"\n',
                }
            ),
            [
                "src/bonds/bond_lanes: circle of includes: bonds/bond_lanes -> bonds/stiffness -> bonds/bond_law -> bonds/bond_lanes",
                "src/bonds/bond_loads: circle of includes: bonds/bond_loads -> bonds/bond_law -> bonds/bond_loads",
            ],
        )

    BLOCK_AND_KERNEL = {
        "bonds/bond_block.h": "",
        "bonds/bond_block.cpp": '#include "bonds/bond_lanes.h"\n',
        "bonds/bond_lanes.h": '#include "bonds/bond_block.h"\n',
    }

    def test_files_of_one_row_are_one(self):
        for row in ("| `bond_block`, `bond_lanes` | sixteen bonds |", "| bond_block, bond_lanes | sixteen bonds |"):
            self.assertEqual(self.faults({**self.BLOCK_AND_KERNEL, "bonds/README.md": f"bond_law\n{row}\n"}), [])

    def test_files_of_two_rows_are_two(self):
        self.expect(
            "src/bonds/bond_block: circle of includes: bonds/bond_block -> bonds/bond_lanes -> bonds/bond_block",
            {
                **self.BLOCK_AND_KERNEL,
                "bonds/README.md": "bond_law\n| bond_block | sixteen bonds, by bond_lanes |\n| bond_lanes | kernels |\n",
            },
        )

    def test_a_circle_through_a_row(self):
        self.expect(
            "src/bonds/bond_block: circle of includes: bonds/bond_block + bonds/bond_lanes -> bonds/bond_loads"
            " -> bonds/bond_block + bonds/bond_lanes",
            {
                **self.BLOCK_AND_KERNEL,
                "bonds/README.md": "bond_law bond_loads\n| bond_block, bond_lanes | sixteen bonds |\n",
                "bonds/bond_lanes.cpp": '#include "bonds/bond_loads.h"\n',
                "bonds/bond_loads.h": '#include "bonds/bond_block.h"\n',
            },
        )

    def test_files_that_meet_in_one_are_no_circle(self):
        self.assertEqual(
            self.faults(
                {
                    "search/README.md": "grid list_search cells",
                    "search/cells.h": '#include "search/grid.h"\n#include "search/munjiza/list_search.h"\n',
                }
            ),
            [],
        )

    def test_a_header_name_twice(self):
        self.expect(
            "src/search/numbers.h: common/numbers.h has the same name",
            {"search/numbers.h": "", "search/README.md": "grid list_search numbers"},
        )

    def test_a_source_name_twice(self):
        self.assertEqual(self.faults({"styles/bonds/bond_law.cpp": "", "styles/bonds/README.md": "bond_parallel bond_law"}), [])

    def test_a_file_that_is_too_long(self):
        self.assertEqual(self.faults({"bonds/bond_law.cpp": "\n" * 500}), [])
        self.expect("src/bonds/bond_law.cpp: 501 lines (at most 500)", {"bonds/bond_law.cpp": "\n" * 501})

    def test_a_room_without_readme(self):
        self.expect("src/bonds: no README.md that says what is in it", {}, without=["bonds/README.md"])

    def test_a_file_that_the_readme_does_not_name(self):
        self.expect("src/bonds/README.md: bond_law is not named", {"bonds/README.md": "bond_laws and my_bond_law"})
        self.expect("src/search/README.md: list_search is not named", {"search/README.md": "grid"})

    def test_a_page_that_names_a_file_that_is_not_there(self):
        for name in ("bonds/bond_law", "bonds/bond_law.cpp", "src/bonds/bond_law", "styles/bonds/bond_*", "search/munjiza", "our/bonds"):
            self.assertEqual(self.faults({"../ARCHITECTURE.md": f"See `{name}`.\n"}), [], name)
        for name in ("bonds/bond_la", "bonds/bond_law.py", "styles/bonds/fix_*", "search/munjiza/grid"):
            self.expect(f"ARCHITECTURE.md:2: names {name}, which does not exist", {"../ARCHITECTURE.md": f"# Rooms\nSee `{name}`.\n"})
        self.expect("src/common/README.md:1: names bonds/old_law, which does not exist", {"common/README.md": "numbers: not `bonds/old_law`"})

    def test_an_include_by_base_name(self):
        self.expect(
            "src/styles/bonds/bond_parallel.h:1: include of bond_law.h must be by its full path, bonds/bond_law.h",
            {"styles/bonds/bond_parallel.h": '#include "bond_law.h"\n'},
        )

    def test_an_include_in_angle_brackets(self):
        self.expect(
            "src/bonds/bond_law.cpp:1: include of bonds/bond_law.h must be in quotes",
            {"bonds/bond_law.cpp": "#include <bonds/bond_law.h>\n"},
        )

    def test_an_include_that_does_not_exist(self):
        for room in ("bonds/bond_law", "styles/bonds/bond_parallel"):
            self.expect(
                f"src/{room}.h:1: include of bonds/old_law.h, which does not exist",
                {f"{room}.h": '#include "bonds/old_law.h"\n'},
            )

    def test_foreign_headers_in_the_core(self):
        for line, name in (('"lammps.h"', "lammps.h"), ("<mpi.h>", "mpi.h"), ("<unistd.h>", "unistd.h"), ('"fmt/format.h"', "fmt/format.h")):
            self.expect(
                f"src/bonds/bond_law.h:1: bonds is a room of the core and may not include {name} (only standard headers and Eigen)",
                {"bonds/bond_law.h": f"#include {line}\n"},
            )


TOOLS = {
    "packages.txt": "text:\nread:   text   # a comment\nreport: text read\n",
    "main.py": 'COMMANDS = [("report", "a page", "report.page:make")]\n',
    "grist_tools/__init__.py": "from .text.messages import need\nROOT = 1\n",
    "grist_tools/text/__init__.py": '"""messages"""\n',
    "grist_tools/text/messages.py": "import sys\nneed = sys\n",
    "grist_tools/read/__init__.py": '"""logs, dumps"""\n',
    "grist_tools/read/logs.py": "from .. import ROOT\nfrom ..text.messages import need\n",
    "grist_tools/read/dumps.py": "from . import logs\n",
    "grist_tools/report/__init__.py": '"""page"""\n',
    "grist_tools/report/page.py": "from ..read import dumps, logs\n",
    "../ARCHITECTURE.md": "| pages | `grist_tools/report/page` |\n",
}


class CheckPackages(unittest.TestCase):
    def expect(self, *faults, **changes):
        """Faults of the tree with these files changed: those of TOOLS, or PACKAGE__MODULE."""
        with tempfile.TemporaryDirectory() as folder:
            scripts = Path(folder) / "scripts"
            modules = {name if name in TOOLS else f"grist_tools/{name.replace('__', '/')}.py": text for name, text in changes.items()}
            for name, text in {**TOOLS, **modules}.items():
                path = scripts / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            self.assertEqual(check_packages.check(scripts, check_rooms.read_plan, check_rooms.circle_through)[1], list(faults))

    def test_a_tree_without_fault(self):
        self.expect()

    def test_an_import_against_the_plan(self):
        for line in ("from ..report.page import make", "from ..report import page", "def f():\n    from grist_tools.report.page import make"):
            number = line.count("\n") + 1
            self.expect(f"scripts/grist_tools/read/logs.py:{number}: read may not import report.page (packages.txt allows: text)",
                        "scripts/grist_tools/read/dumps.py: circle of imports: read.dumps -> read.logs -> report.page -> read.dumps", read__logs=line)

    def test_a_circle_inside_of_a_package(self):
        for line in ("from .dumps import a", "from . import dumps", "def f():\n    from .dumps import a", 'F = "read.dumps:a"'):
            self.expect("scripts/grist_tools/read/dumps.py: circle of imports: read.dumps -> read.logs -> read.dumps", read__logs=line)

    def test_a_module_that_does_not_exist(self):
        self.expect("scripts/grist_tools/read/logs.py:1: text.values does not exist", read__logs="from ..text.values import short")
        self.expect("scripts/main.py:1: report.view does not exist", **{"main.py": 'COMMANDS = ["report.view:view"]'})
        self.expect("ARCHITECTURE.md:1: names grist_tools/read/page, which does not exist", **{"../ARCHITECTURE.md": "`grist_tools/read/page`"})

    def test_docstrings_and_packages_of_the_plan(self):
        self.expect("scripts/grist_tools/read/__init__.py: logs is not named", **{"grist_tools/read/__init__.py": '"""dumps"""'})
        self.expect("scripts/grist_tools/read/__init__.py: more than a docstring", **{"grist_tools/read/__init__.py": '"""dumps, logs"""\nimport sys\n'})
        self.expect("scripts/grist_tools/draw/plots.py: in no package of packages.txt", draw__plots="import sys")
        self.expect("scripts/packages.txt:1: text uses read, which is not above it in the list",
                    **{"packages.txt": "text: read\nread:   text\nreport: text read\n"})


if __name__ == "__main__":
    unittest.main()
