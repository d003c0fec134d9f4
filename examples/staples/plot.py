#!/usr/bin/env python3
"""Solid fraction of staples and of their hulls while they are shaken, and what stands when the tube is gone.

    python3 plot.py RESULT_FOLDER

Read from the folder for each FORM that was run: staple, hull (SI units; the floor is at z = 0):
  settings.FORM.txt      what was run, a name and a value a line
  FORM.shaken.csv        time,height,solid_fraction: a row for each period; height: twice that of the center of mass
  FORM.standing.dump     centers of the bodies at the end

Written there:
  fraction.png           solid fraction against time, and the measured one of Gravish et al. (2012)
  summary.json, summary.txt, figures.csv
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREY, np, ORANGE, plt, result_folder, save
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.tables import read_columns, read_settings
from grist_tools.report.figures import KeyFigure, write_figures, write_json, write_summary
from grist_tools.text.messages import fail

FORMS = {"staple": BLUE, "hull": ORANGE}
PUBLISHED = np.array([(0, 0.1143), (0.5, 0.1268), (1, 0.1314), (2, 0.1361)])     # Fig. 2a, length of the legs 0.51


def summarize(folder, form):
    said = read_settings(folder / f"settings.{form}.txt")
    path = read_columns(folder / f"{form}.shaken.csv", ("time", "height", "solid_fraction"))
    places = last_snapshot(folder / f"{form}.standing.dump", ("x", "y", "z")).columns
    away = np.hypot(places["x"], places["y"])
    summary = {"staples": int(said["staples"]), "solid_fraction_poured": float(path["solid_fraction"][0]), "solid_fraction_shaken": float(path["solid_fraction"][-1]),
               "height_shaken": said["height_shaken"], "height_standing": said["height_standing"],
               "height_kept": said["height_standing"] / said["height_shaken"],
               "share_outside_of_the_tube": float((away > said["tube"] / 2).mean()), "speed_at_end": said["speed_at_end"],
               "wall_seconds": said["wall_seconds"], "steps": int(said["steps"]), "friction": said["friction"]}
    return summary, (path["time"], path["solid_fraction"])


def draw(folder, curves):
    figure, axes = plt.subplots(figsize=(7, 4))
    longest = max(time[-1] for time, _ in curves.values())
    for form, (time, fraction) in curves.items():
        axes.plot(time, fraction, color=FORMS[form], label=form + "s")
    shown = PUBLISHED[PUBLISHED[:, 0] <= max(longest, 0.5)]
    axes.plot(*shown.T, "o", color=GREY, label="measured, staples (Gravish et al. 2012)")
    axes.set(xlabel="time of shaking, s", ylabel="solid fraction", ylim=(0, None))
    axes.legend()
    save(figure, folder / "fraction.png", caption="Solid fraction while the tube is shaken.")


def sentence(form, values):
    return (f"{form:7s} solid fraction {values['solid_fraction_poured']:.3f} poured, {values['solid_fraction_shaken']:.3f} shaken; without the tube "
            f"the center of mass is at {100 * values['height_kept']:.0f} % of its height, {100 * values['share_outside_of_the_tube']:.0f} % of the bodies "
            f"have left the column; {values['wall_seconds']:.0f} s")


def key_figures(summaries):
    rows = []
    for form, s in summaries.items():
        rows += [KeyFigure(f"{form}: solid fraction as poured", s["solid_fraction_poured"]),
                 KeyFigure(f"{form}: solid fraction, shaken", s["solid_fraction_shaken"]),
                 KeyFigure(f"{form}: height that is kept without the tube", s["height_kept"])]
    return rows


def main():
    folder = result_folder()
    found = {form: summarize(folder, form) for form in FORMS if (folder / f"settings.{form}.txt").exists()}
    if not found:
        fail(f"{folder} holds no settings.staple.txt or settings.hull.txt")
    summaries = {form: summary for form, (summary, _) in found.items()}
    draw(folder, {form: curve for form, (_, curve) in found.items()})
    write_json(folder, summaries)
    write_figures(folder, key_figures(summaries))
    write_summary(folder, [sentence(form, values) for form, values in summaries.items()])


if __name__ == "__main__":
    main()
