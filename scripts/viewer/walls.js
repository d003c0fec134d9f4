// Mesh walls as glass with edges, moved by the matrix of each frame; and bonds as lines.

import * as THREE from "three";

export class Wall {
  constructor({ name, triangles, edges, poses }) {
    this.poses = poses;
    const glass = new THREE.MeshBasicMaterial({ color: 0x7389ad, transparent: true, opacity: 0.14, side: THREE.DoubleSide, depthWrite: false });
    this.lines = new THREE.LineBasicMaterial({ color: 0x40475a });
    this.object = new THREE.Group();
    this.object.name = name;
    this.object.matrixAutoUpdate = false;
    this.object.add(new THREE.Mesh(geometryOf(triangles), glass), new THREE.LineSegments(geometryOf(edges), this.lines));
  }

  show(frame, planes, isSeen) {
    const pose = this.poses ? this.poses[frame] : IDENTITY;
    this.object.visible = isSeen && pose !== null;
    if (!pose) return;
    this.object.matrix.set(...pose, 0, 0, 0, 1);
    for (const part of this.object.children) part.material.clippingPlanes = planes;
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
