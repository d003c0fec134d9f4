"""The run whose report is tested: in.stone, on one process."""
import subprocess
import sys
from pathlib import Path

from find_modules import ROOT

MAIN = ROOT / "scripts" / "main.py"


def run_stone(lmp, folder):
    script = Path(__file__).resolve().parent / "in.stone"
    done = subprocess.run([lmp, "-in", script, "-log", "log.lammps", "-screen", "none"], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=240)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr + (folder / "log.lammps").read_text())


def make(folder, *words):
    """As a program of its own."""
    return subprocess.run([sys.executable, MAIN, "report", folder, *words], capture_output=True, text=True)
