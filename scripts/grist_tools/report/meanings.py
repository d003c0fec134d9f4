"""What the numbers of a report mean, and when to doubt them: a row for each kind of figure. The first row that a figure fits holds."""

import re

# words of its name, units, what it is, when to doubt it; of no words or no units: any
KINDS = [
    (r"\blost\b|spill", "", "What left the box or was deleted without being counted.", "Above 0 doubt all else: the step is too long, or a wall has a gap."),
    (r"balance|residual|drift|account|fed - inside", "", "How far a sum of what came in, is inside and went out does not close.",
     "A small one shows that nothing is lost, not that the model is right."),
    (r"efficiency|oversize", "%", "By mass: what passes the deck of all that is smaller than its openings, or what of it is larger.",
     "Doubt it where soft contacts let larger particles through, and before the load of the deck is steady."),
    (r"filling", "%", "Volume of the bulk over that of the space that holds it.", "It depends on the bulk density that the input assumes."),
    (r"off its axis", "", "Mean distance of the load from the middle of the belt.", "Doubt it while the belt is still filling."),
    (r"reduction ratio", "", "Size of the feed over size of the product, of which 80 % of the mass are smaller.",
     "Doubt it while the first material is leaving, and where the product is as small as the smallest elements."),
    (r"\bover\b|ratio of", "", "A ratio of two numbers of the run, see its name.", "Doubt it where the lower one is near 0."),
    (r"\d+ % of|\b[dp]\d\d\b", "m mm um", "The size of a sieve that this share of the mass passes.", "Doubt it near the size of the smallest elements, which do not break, and of few pieces."),
    (r"strength", "Pa MPa kPa", "The largest mean stress that the specimen carried.",
     "One specimen is one draw: rocks scatter. It depends on the speed of loading and on the number of elements."),
    (r"young|modul", "Pa MPa GPa kPa", "The slope of stress over strain.", "Doubt it where the plates deform or the ends of the specimen are not flat."),
    (r"worn|wear", "", "What the law of wear takes off in the simulated time.",
     "It is proportional to the coefficient of wear, which only tests give; few seconds speak for hours only in steady flow."),
    (r"", "kWh/t J/kg", "Work done on the material, over its mass.", "Doubt it before as much leaves as is fed."),
    (r"", "W kW", "Work in a second of the forces between wall and particles, without gear and bearings.",
     "Doubt it before the motion is steady, and with contacts so soft or a step so long that grist converge moves it."),
    (r"torque", "", "Moment of the forces of the particles about the axis or the point that the wall names.", "Doubt it before the motion is steady; of a mill that is not full it swings with each lifter."),
    (r"", "kg/s t/h kg/h g/s", "Mass that passes in a unit of time.",
     "Doubt it before flow is steady, over few particles, and where particles or parcels are larger than a sixth of the outlet."),
    (r"angle|repose", "degrees deg", "Slope of a surface, or angle of a line through tests.", "Doubt it of few particles; friction and rolling friction set it together."),
    (r"bod|bond|piece|fragment|broke", "", "Breakage counted in this run.", "It depends on the number of elements in a rock and on the smallest piece allowed; compare only runs that have the same."),
    (r"index|mix|variation|distance of", "", "How evenly the particles are spread; see the README.md of the input for its definition.", "Doubt one run: places of single particles matter. Compare seeds."),
    (r"density|packing|solid fraction", "", "Mass or volume of particles over the space that they fill.", "Overlaps of soft contacts make it too large; walls make it too small near them."),
    (r"share|fraction", "", "A part of a whole, see its name.", "Doubt it of few particles, and before it has stopped changing."),
    (r"", "N kN", "Sum of the forces of particles on this wall, or of the wall on them: see its sign in the page of its fix.", "A largest value depends on how often it is written; the mean does not."),
    (r"", "Pa kPa MPa N/mm2", "Force over area.", "On few triangles or few contacts it scatters; soft contacts spread it."),
    (r"", "J kJ", "Energy, summed over the run where it grows.", "Doubt losses in contacts where overlaps are large."),
    (r"", "m/s", "Speed.", "Doubt the mean of a group whose members go different ways."),
    (r"size|diameter|outlet|arch", "m mm um", "A length, see its name.", "Doubt it where it is near the size of a particle."),
    (r"", "m mm um", "A length, see its name.", "Doubt it below the depth of the overlaps."),
    (r"", "kg g t", "Mass of particles that were counted.", "While material is still inside it is a state of the run, not a result."),
    (r"", "s", "A time of the model, or of the computer where its name says so.", "Times of contacts are longer than those of the material if contacts are softer."),
    (r"", "K", "Temperature.", "Doubt it before heat that comes in and goes out are equal."),
]
OTHER = "A number that the input computes by itself.", "Its line in the input, or the README.md, says how."


def meaning(name, unit=""):
    """Two sentences or three about a key figure."""
    name = name.lower()
    for words, units, what, doubt in KINDS:
        if re.search(words, name) and (not units or unit in units.split()):
            return f"{what} {doubt}"
    return " ".join(OTHER)
