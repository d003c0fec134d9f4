// Reads what view_data.py packed: typed arrays of particles by frame, and walls.

const TYPES = { u1: Uint8Array, i2: Int16Array, u4: Uint32Array, f4: Float32Array };
const TURN_STEPS = 4095;
const SHAPE_STEPS = 32767;
const FLAT = 1 - 1e-5; // cosine between the normals of faces in one plane, of rounded corners

export async function inflate(text) {
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

function arrayOf(buffer, [start, count, type]) {
  return new TYPES[type](buffer, start, count);
}

// Numbers of `Whole` from planes of bytes and changes by frame: `rows` of `length` each.
function sums(bytes, rows, length, Whole) {
  const size = Whole.BYTES_PER_ELEMENT;
  const found = new Whole(rows * length);
  for (let row = 0; row < rows; row++) {
    const start = row * length * size;
    for (let k = 0; k < length; k++) {
      let value = 0;
      for (let plane = 0; plane < size; plane++) value += bytes[start + plane * length + k] * 2 ** (8 * plane);
      found[row * length + k] = value + (row > 0 ? found[(row - 1) * length + k] : 0);
    }
  }
  return found;
}

// The edges of a body that is not convex: those between faces that are not in one plane.
class Folds {
  constructor(corners) {
    Object.assign(this, { corners, normals: new Map() });
  }

  addFace(face) {
    const normal = [0, 0, 0];
    const at = (corner, d) => this.corners[3 * corner + (d % 3)];
    for (let n = 1; n + 1 < face.length; n++) {
      for (let d = 0; d < 3; d++) {
        const side = (to, e) => at(face[to], d + e) - at(face[0], d + e);
        normal[d] += side(n, 1) * side(n + 1, 2) - side(n, 2) * side(n + 1, 1);
      }
    }
    const length = Math.hypot(...normal) || 1;
    face.forEach((from, n) => {
      const to = face[(n + 1) % face.length];
      const key = [Math.min(from, to), Math.max(from, to)].join();
      if (!this.normals.has(key)) this.normals.set(key, []);
      this.normals.get(key).push(normal.map((part) => part / length));
    });
  }

  edges() {
    const isFlat = ([a, b]) => b && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] > FLAT;
    return [...this.normals].filter(([, normals]) => !isFlat(normals)).flatMap(([key]) => key.split(",").map(Number));
  }
}

// A slot k holds one particle at a time, so that there are as many slots as particles at the same time. number() says which one: its id, radius
// and shape are those of this number.
export class Particles {
  constructor(head, kind, buffer) {
    const part = head[kind];
    const frames = head.times.length;
    const bytes = (place) => arrayOf(buffer, place);
    Object.assign(this, { kind, count: part.count, low: head.low, step: head.step, frames });
    this.ids = bytes(part.ids);
    this.numbers = sums(bytes(part.numbers), frames, part.count, Uint32Array);
    this.there = bytes(part.there);
    this.rowBytes = Math.ceil(part.count / 8);
    this.places = sums(bytes(part.places), frames, 3 * part.count, Uint16Array);
    this.values = {};
    for (const { name, distinct } of head.values) {
      if (part.values[name]) this.values[name] = sums(bytes(part.values[name]), frames, part.count, distinct ? Uint32Array : Uint8Array);
    }
    if (part.radii) this.radii = bytes(part.radii);
    if (part.turns) this.unpackShapes(part, bytes, frames);
  }

  // Corners about the center, in lengths of the run; triangles and edges by numbers of corners.
  unpackShapes(part, bytes, frames) {
    const [sizes, whole, words] = [part.sizes, part.corners, part.faces].map(bytes);
    this.starts = bytes(part.starts);
    this.corners = new Float32Array(whole.length);
    const triangles = [];
    const edges = [];
    const hollow = new Set(bytes(part.hollow));
    this.triangleStarts = [0];
    this.edgeStarts = [0];
    let at = 0;
    for (let k = 0; k < this.ids.length; k++) {
      const start = this.starts[k];
      for (let c = 3 * start; c < 3 * this.starts[k + 1]; c++) this.corners[c] = (sizes[k] * whole[c]) / SHAPE_STEPS;
      const folds = hollow.has(k) && new Folds(this.corners);
      for (let faces = words[at++]; faces > 0; faces--) {
        const count = words[at++];
        const corner = (n) => start + words[at + (n % count)];
        for (let n = 0; n < count; n++) {
          if (n > 1) triangles.push(corner(0), corner(n - 1), corner(n));
          if (!folds && corner(n) < corner(n + 1)) edges.push(corner(n), corner(n + 1));
        }
        if (folds) folds.addFace(Array.from({ length: count }, (_, n) => corner(n)));
        at += count;
      }
      if (folds) edges.push(...folds.edges());
      this.triangleStarts.push(triangles.length);
      this.edgeStarts.push(edges.length);
    }
    this.triangles = new Uint32Array(triangles);
    this.edges = new Uint32Array(edges);
    this.turns = new Int16Array(sums(bytes(part.turns), frames, 4 * part.count, Uint16Array).buffer);
  }

  isThere(frame, k) {
    return (this.there[frame * this.rowBytes + (k >> 3)] >> (k & 7)) & 1;
  }

  number(frame, k) {
    return this.numbers[frame * this.count + k];
  }

  id(frame, k) {
    return this.ids[this.number(frame, k)];
  }

  // x, y, z in lengths of the run.
  place(frame, k) {
    return [0, 1, 2].map((axis) => this.low[axis] + this.step * this.places[(frame * 3 + axis) * this.count + k]);
  }

  // Quaternion w, x, y, z.
  turn(frame, k) {
    return [0, 1, 2, 3].map((axis) => this.turns[(frame * 4 + axis) * this.count + k] / TURN_STEPS);
  }

  value(scale, frame, k) {
    const array = this.values[scale.name];
    if (!array) return NaN;
    const whole = array[frame * this.count + k];
    return scale.distinct ? whole : scale.low + (whole / 255) * (scale.high - scale.low);
  }

  // Radius of a sphere, or of the ball about a polyhedron.
  size(number) {
    if (this.radii) return this.radii[number];
    let most = 0;
    for (let c = 3 * this.starts[number]; c < 3 * this.starts[number + 1]; c += 3)
      most = Math.max(most, Math.hypot(this.corners[c], this.corners[c + 1], this.corners[c + 2]));
    return most;
  }
}

export function wallsOf(head, buffer) {
  return head.walls.map((wall) => ({
    name: wall.name,
    triangles: arrayOf(buffer, wall.triangles),
    edges: arrayOf(buffer, wall.edges),
    poses: wall.poses,
    isPlane: wall.isPlane,
    values: Object.fromEntries(Object.entries(wall.values).map(([name, place]) => [name, sums(arrayOf(buffer, place), head.times.length, wall.triangles[1] / 9, Uint8Array)])),
  }));
}

export function bondsOf(head, buffer) {
  return head.bonds ? { pairs: arrayOf(buffer, head.bonds.pairs), ends: head.bonds.ends } : null;
}
