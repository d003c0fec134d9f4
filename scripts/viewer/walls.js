// Mesh walls as glass with edges, moved by the matrix of each frame, or colored by a value on the side that looks to the charge; and bonds as lines.

import * as THREE from "three";
import { OF_WALLS, shade } from "./colors.js";

export class Wall {
  constructor({ name, triangles, edges, poses, values, isPlane }, charge) {
    Object.assign(this, { poses, values, isPlane });
    const glass = new THREE.MeshBasicMaterial({ color: 0x7389ad, transparent: true, opacity: 0.14, side: THREE.DoubleSide, depthWrite: false });
    this.lines = new THREE.LineBasicMaterial({ color: 0x40475a });
    this.object = new THREE.Group();
    this.object.name = name;
    this.object.matrixAutoUpdate = false;
    face(triangles, charge);
    const geometry = geometryOf(triangles);
    this.glass = new THREE.Mesh(geometry, glass);
    this.colors = new THREE.BufferAttribute(new Uint8Array(triangles.length), 3, true);
    geometry.setAttribute("color", this.colors);
    this.colored = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.FrontSide }));
    this.object.add(this.glass, this.colored, new THREE.LineSegments(geometryOf(edges), this.lines));
  }

  // `scale`: of the value that gives the colors, or undefined.
  show(frame, planes, isSeen, scale) {
    const pose = this.poses ? this.poses[frame] : IDENTITY;
    this.object.visible = isSeen && pose !== null;
    if (!pose) return;
    this.object.matrix.set(...pose, 0, 0, 0, 1);
    for (const part of this.object.children) part.material.clippingPlanes = planes;
    const values = scale && this.values[scale.name];
    this.colored.visible = Boolean(values);
    this.glass.material.side = values ? THREE.BackSide : THREE.DoubleSide;
    if (values) this.paint(values, scale, frame);
  }

  value(scale, frame, triangle) {
    const { length } = this.colors.array;
    return scale.low + (this.values[scale.name][(frame * length) / 9 + triangle] / 255) * (scale.high - scale.low);
  }

  paint(values, scale, frame) {
    const [low, high] = scale.shown;
    for (let k = 0; k < this.colors.array.length / 9; k++) {
      const color = shade((this.value(scale, frame, k) - low) / (high - low || 1), OF_WALLS).map((part) => 255 * part);
      this.colors.array.set([...color, ...color, ...color], 9 * k);
    }
    this.colors.needsUpdate = true;
  }
}

// Turns triangles so that their front looks to a point.
function face(triangles, point) {
  const corner = (k) => new THREE.Vector3().fromArray(triangles, k);
  for (let k = 0; k < triangles.length; k += 9) {
    const [a, b, c] = [corner(k), corner(k + 3), corner(k + 6)];
    const normal = b.clone().sub(a).cross(c.clone().sub(a));
    if (normal.dot(point.clone().sub(a)) < 0) triangles.set([...c.toArray(), ...b.toArray()], k + 3);
  }
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

function geometryOf(points) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
  return geometry;
}

export class Bonds {
  constructor({ pairs, ends }, particles) {
    Object.assign(this, { pairs, ends, particles });
    const most = Math.max(...ends.slice(1).map((end, frame) => end - ends[frame]));
    this.places = new THREE.BufferAttribute(new Float32Array(6 * most), 3).setUsage(THREE.DynamicDrawUsage);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", this.places);
    this.object = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0x993322 }));
    this.object.name = "bonds";
    this.object.frustumCulled = false;
    particles.bonded = new Uint8Array(particles.ids.length);
    for (let frame = 0; frame + 1 < ends.length; frame++)
      for (let k = 2 * ends[frame]; k < 2 * ends[frame + 1]; k++) particles.bonded[particles.number(frame, pairs[k])] = 1;
  }

  show(frame, isSeen) {
    let count = 0;
    for (let k = this.ends[frame]; k < this.ends[frame + 1]; k++) {
      const a = this.particles.place(frame, this.pairs[2 * k]);
      const b = this.particles.place(frame, this.pairs[2 * k + 1]);
      if (!isSeen(a) || !isSeen(b)) continue;
      this.places.array.set([...a, ...b], 6 * count++);
    }
    this.object.geometry.setDrawRange(0, 2 * count);
    this.places.needsUpdate = true;
  }
}
