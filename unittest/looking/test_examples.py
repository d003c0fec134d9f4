#!/usr/bin/env python3
"""Small versions of the examples with and without all that only looks: computes, fixes that report, dumps, outputs of energy.

    test_examples.py LMP SOURCE EXAMPLE RANKS [MPIEXEC]

Oracle: the same run without them. Positions and velocities at the end must be equal to the last bit.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "testing"))
from sample import drawn

LOOKS = """compute look_e all energy/balance
compute look_k all stress/cluster
compute look_n all coordination/contact
compute look_l all load/atom
compute look_f all packing slices z 10
fix look_c all collisions {n} bins 1e-9 10 10
fix look_b all breakage {n}
fix look_p all progress
region look_r block -9 -8 -9 -8 -9 -8 units box
fix look_o all outflow {n} region look_r
dump look_d all custom {n} look.dump id x vx c_look_k[*] c_look_n[*] c_look_l f_look_b
thermo_style custom step ke pe press c_look_e[*] c_look_e c_look_f f_look_b[1]
thermo {n}
"""
END = "write_dump all custom end.dump id x y z vx vy vz modify sort id format float %.17g\n"

# Of each example: variables of a version of some seconds, steps between two looks, looks that it cannot have ("k": it has no
# clusters of spheres, "b": no bonds, "c": a fix without energy), and what is replaced to make it short.
EXAMPLES = {
    "first": ({}, 37, "", [("0 0 0.1 mol stone 4711", "0 0 0.006 mol stone 4711\nvelocity all set 0 0 -1.4"),
                           ("run             120000", "run             6000")]),
    "hopper": ({"n": 8, "r_outlet": 0.015, "t_end": 0.02, "frames": 0}, 97, "", []),
    "ball_mill": ({"balls": 20, "clusters": 4, "t_settle": 0.1, "t_end": 0.02, "frames": 0, "balance": "no", "tensile": 2e4}, 37, "", []),
    "plant": ({"t_feed": 0.3, "t_end": 0.35, "frames": 0, "here": "EXAMPLE"}, 97, "", []),
    "silo": ({"n": 200, "soft": 100, "t_fill": 0.5, "t_rest": 0.1, "t_end": 1, "frames": 0}, 37, "kb", []),
    "strength": ({"elements": 100, "slowness": 0.1, "frames": 0}, 37, "c", []),
    "tablets": ({"form": "bonded rigid", "n": 10, "t_fall": 0.03, "t_spread": 0.02, "frames": 0}, 37, "", []),
    "polyhedra_hopper": ({"particles": 20, "t_frame": 0, "t_end": 0.01}, 37, "k", []),
    "blocks": ({"blocks": 40, "slowness": 0.3, "frames": 0}, 37, "kboec", []),
    "staples": ({"form": "staple", "n": 12, "t_pour": 0.03, "t_shake": 0.03, "t_lift": 0.002, "t_stand": 0.02, "frames": 0}, 97, "k", []),
    "tumbler": ({"rocks": 20, "balls": 5, "batches": 1, "t_batch": 0.03, "turns": 1, "rpm": 300, "frames": 0}, 37, "k", []),
    "coating": ({"spheres": 200, "length": 0.024, "t_fill": 0.05, "rpm": 120, "turns": 0.4, "frames": 0}, 37, "kb", []),
    "crusher": ({"strokes": 0.5, "filling": 0.1, "most": 20, "frames": 0}, 37, "k", []),
    "hpgr": ({"slice": 0.02, "feed_max": 0.011, "most": 20, "t_end": 0.07, "t_frame": 0}, 97, "k", []),
    "shear_cell": ({"points": 2500, "first": 0.001, "to_peak": 0.0005, "t_press": 0.02, "t_wait": 0.002, "t_frame": 0}, 97, "kb", []),
    "arching": ({"widths": 0.012, "height": 0.015, "t_fill": 0.02, "t_flow": 0.03, "t_frame": 0}, 97, "kb", []),
    "powder": ({"plasticity": 0.7, "pressures": 5000, "tube": 6, "t_press": 0.03, "t_unload": 0.005, "strain": 0.005, "t_frame": 0}, 97, "kb", []),
}


def looks_of(every, left_out):
    """The lines that look; of those left out also their output is gone."""
    text = LOOKS
    for one in left_out:
        text = re.sub(rf"^(compute|fix|dump) look_{one} .*\n", "", text, flags=re.MULTILINE)
        text = re.sub(rf" [cf]_look_{one}\b(\[.\])?", "", text)
    return text.format(n=every)


def script(path, name, looks):
    """The input of an example, with what looks before its last run, and the state after that."""
    variables, every, left_out, changes = EXAMPLES[name]
    with open(os.path.join(path, "in." + name)) as file:
        text = file.read()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    last = [match.start() for match in re.finditer(r"^run\b", text, re.MULTILINE)][-1]
    after = text.index("\n", last) + 1
    inserted = looks_of(every, left_out) if looks else ""
    head = "".join(f"variable {key} index {path if value == 'EXAMPLE' else value}\n" for key, value in variables.items())
    return head + text[:last] + inserted + text[last:after] + END


def state_after(lmp, launch, text):
    """The lines of the state at the end of a run."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "in"), "w") as file:
            file.write(text)
        done = subprocess.run(launch + [lmp, "-in", "in", "-log", "log", "-screen", "none"], cwd=folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        log = os.path.join(folder, "log")
        if done.returncode:
            with open(log) as file:
                sys.exit(done.stdout + "".join(file.readlines()[-5:]))
        with open(os.path.join(folder, "end.dump")) as file:
            return file.read().splitlines()


def main():
    if not drawn(sys.argv[3:4]):
        return
    lmp, source, name, ranks = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    launch = [sys.argv[5], "-n", str(ranks)] if ranks > 1 else []
    path = os.path.join(source, "examples", name)
    alone, looked_at = (state_after(lmp, launch, script(path, name, looks)) for looks in (False, True))
    atoms = int(alone[3])
    assert atoms > 0, "no particles at the end"
    differ = [pair for pair in zip(alone, looked_at) if pair[0] != pair[1]]
    if differ or len(alone) != len(looked_at):
        sys.exit(f"{name} on {ranks} ranks: {len(differ)} of {atoms} particles differ, first\n" + "\n".join(differ[0] if differ else []))
    print(f"{name} on {ranks} ranks: {atoms} particles, the same to the last bit")


if __name__ == "__main__":
    main()
