"""grist check: what is looked at in the sources, by git, so that nothing that is built or generated is."""

import random
import shlex
import subprocess
import sys
import time

from .. import ROOT
from ..text.messages import fail, say


def checks(build):
    """What, and a line of the shell."""
    python, seed = shlex.quote(sys.executable), random.randrange(20)
    yield "clang-format", "git ls-files -z '*.cpp' '*.h' | xargs -0 -n 50 -P $(nproc) clang-format --dry-run -Werror"
    yield "ShellCheck", "git ls-files -z grist .ci/run packaging/ci/release '*.sh' | xargs -0 -n 5 -P $(nproc) shellcheck"
    yield "words", f"{python} unittest/structure/check_words.py --sources && {python} unittest/structure/check_terms.py"
    yield (f"includes of a twentieth of the sources, from number {seed}",
           f"{python} unittest/structure/check_includes.py {shlex.quote(str(build / 'compile_commands.json'))} {seed}")


def check(options):
    for what, line in checks(options.build):
        start = time.monotonic()
        done = subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace")
        if done.returncode:
            print(done.stdout, file=sys.stderr, end="")
            fail(f"{what}: see the lines above")
        say(f"{what}: right ({time.monotonic() - start:.0f} s)")
