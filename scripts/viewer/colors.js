// Colors of values: viridis for measures of particles, yellow to red for those of walls, colors that lie apart for numbers such as type and cluster.

const VIRIDIS = ["440154", "482878", "3e4989", "31688e", "26828e", "1f9e89", "35b779", "6ece58", "b5de2b", "fde725"].map(parts);
export const OF_WALLS = ["ffffcc", "ffeda0", "fed976", "feb24c", "fd8d3c", "fc4e2a", "e31a1c", "bd0026", "800026"].map(parts);
const FEW = ["1f77b4", "ff7f0e", "2ca02c", "d62728", "9467bd", "8c564b", "e377c2", "7f7f7f", "bcbd22", "17becf"].map(parts);

function parts(word) {
  return [0, 2, 4].map((at) => parseInt(word.slice(at, at + 2), 16) / 255);
}

export function shade(share, table = VIRIDIS) {
  const at = Math.min(Math.max(share, 0), 1) * (table.length - 1);
  const k = Math.min(Math.floor(at), table.length - 2);
  return table[k].map((low, axis) => low + (at - k) * (table[k + 1][axis] - low));
}

export function distinct(value, first, isFew) {
  if (isFew) return FEW[(value - first) % FEW.length];
  const hue = (value * 0.61803398875) % 1;
  return [0, 1, 2].map((k) => 0.2 + 0.75 * Math.min(Math.max(Math.abs(((hue + (3 - k) / 3) % 1) * 6 - 3) - 1, 0), 1));
}

export function hex([r, g, b]) {
  return "#" + [r, g, b].map((part) => Math.round(255 * part).toString(16).padStart(2, "0")).join("");
}
