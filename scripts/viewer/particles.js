// Spheres and polyhedra as objects of the scene graph. show(frame, ...) moves and colors them.

import * as THREE from "three";

// Each sphere is a triangle about its circle that faces the eye; the shader gives each of its points the depth and the light of the sphere. The view
// is parallel. The three vertices have the same values. Instances would save this memory, but take longer where the processor draws.
const VERTEX = `
attribute vec4 tint;
attribute float radius;
varying vec2 corner;
varying vec3 color;
varying vec3 eye;
varying float size;
void main() {
  int which = gl_VertexID % 3;
  corner = which == 0 ? vec2(0.0, 2.0) : vec2(which == 1 ? -1.7320508 : 1.7320508, -1.0);
  color = tint.rgb;
  size = radius;
  eye = (modelViewMatrix * vec4(position, 1.0)).xyz;
  gl_Position = projectionMatrix * vec4(eye + vec3(corner * radius, 0.0), 1.0);
}`;
const FRAGMENT = `
uniform mat4 projectionMatrix;
varying vec2 corner;
varying vec3 color;
varying vec3 eye;
varying float size;
void main() {
  float rest = 1.0 - dot(corner, corner);
  if (rest < 0.0) discard;
  vec3 normal = vec3(corner, sqrt(rest));
  vec4 place = projectionMatrix * vec4(eye + size * normal, 1.0);
  gl_FragDepth = 0.5 * place.z / place.w + 0.5;
  float light = 0.42 + 0.58 * max(dot(normal, normalize(vec3(-0.4, 0.5, 0.77))), 0.0);
  gl_FragColor = vec4(color * light, 1.0);
}`;

const BESIDE_BONDS = 0.35; // of their radius have spheres that would hide the bonds between their centers

export class Spheres {
  constructor(particles) {
    this.particles = particles;
    const count = 3 * particles.count;
    const geometry = new THREE.BufferGeometry();
    this.centers = attribute(geometry, "position", new Float32Array(3 * count), 3);
    this.radii = attribute(geometry, "radius", new Float32Array(count), 1);
    this.tints = attribute(geometry, "tint", new Uint8Array(4 * count), 4, true);
    this.object = new THREE.Mesh(geometry, new THREE.ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT }));
    this.object.frustumCulled = false;
    this.object.name = "spheres";
    this.shown = []; // slot of each sphere that is drawn
  }

  setScale() {}

  show(frame, color, isSeen, showsBonds = false) {
    const { particles, centers, radii, tints } = this;
    this.shown.length = 0;
    for (let k = 0; k < particles.count; k++) {
      if (!particles.isThere(frame, k)) continue;
      const place = particles.place(frame, k);
      if (!isSeen(place)) continue;
      const n = this.shown.length;
      const number = particles.number(frame, k);
      const radius = particles.radii[number] * (showsBonds && particles.bonded[number] ? BESIDE_BONDS : 1);
      const [red, green, blue] = color(frame, k);
      for (let vertex = 3 * n; vertex < 3 * n + 3; vertex++) {
        centers.array.set(place, 3 * vertex);
        radii.array[vertex] = radius;
        tints.array[4 * vertex] = 255 * red;
        tints.array[4 * vertex + 1] = 255 * green;
        tints.array[4 * vertex + 2] = 255 * blue;
      }
      this.shown.push(k);
    }
    this.object.geometry.setDrawRange(0, 3 * this.shown.length);
    for (const changed of [centers, radii, tints]) changed.needsUpdate = true;
  }
}

function attribute(geometry, name, array, size, isShare = false) {
  const found = new THREE.BufferAttribute(array, size, isShare);
  found.setUsage(THREE.DynamicDrawUsage);
  geometry.setAttribute(name, found);
  return found;
}

const EDGES_FROM = 14; // pixels

function typicalSize(particles) {
  const sizes = Array.from(particles.ids, (_, number) => particles.size(number)).sort((a, b) => a - b);
  return sizes[sizes.length >> 1];
}

export class Polyhedra {
  constructor(particles) {
    this.particles = particles;
    const corners = particles.corners.length / 3;
    const geometry = new THREE.BufferGeometry();
    this.positions = new THREE.BufferAttribute(new Float32Array(3 * corners), 3).setUsage(THREE.DynamicDrawUsage);
    this.colors = new THREE.BufferAttribute(new Float32Array(3 * corners), 3).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("position", this.positions);
    geometry.setAttribute("color", this.colors);
    this.faceIndex = new THREE.BufferAttribute(new Uint32Array(particles.triangles.length), 1).setUsage(THREE.DynamicDrawUsage);
    geometry.setIndex(this.faceIndex);
    const edges = new THREE.BufferGeometry();
    edges.setAttribute("position", this.positions);
    edges.setAttribute("color", this.colors);
    this.edgeIndex = new THREE.BufferAttribute(new Uint32Array(particles.edges.length), 1).setUsage(THREE.DynamicDrawUsage);
    edges.setIndex(this.edgeIndex);
    const faces = new THREE.Mesh(
      geometry,
      new THREE.MeshLambertMaterial({ vertexColors: true, flatShading: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }),
    );
    this.lines = new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: 0x737373, vertexColors: true }));
    this.object = new THREE.Group();
    this.object.name = "polyhedra";
    this.object.add(faces, this.lines);
    for (const part of this.object.children) part.frustumCulled = false;
    this.size = 2 * typicalSize(particles);
    this.shown = [];
  }

  // Edges of bodies that are a few pixels large would hide their colors, and take most of the time. `pixels`: of a unit of length.
  setScale(pixels) {
    this.lines.visible = this.size * pixels > EDGES_FROM;
  }

  show(frame, color, isSeen) {
    const { particles, positions, colors, faceIndex, edgeIndex } = this;
    const { corners, starts, triangles, triangleStarts, edges, edgeStarts } = particles;
    const turn = new THREE.Quaternion();
    const arm = new THREE.Vector3();
    this.shown.length = 0;
    let [faceCount, edgeCount] = [0, 0];
    for (let k = 0; k < particles.count; k++) {
      const [x, y, z] = particles.place(frame, k);
      if (!particles.isThere(frame, k) || !isSeen([x, y, z])) continue;
      this.shown.push(k);
      const number = particles.number(frame, k);
      faceIndex.array.set(triangles.subarray(triangleStarts[number], triangleStarts[number + 1]), faceCount);
      edgeIndex.array.set(edges.subarray(edgeStarts[number], edgeStarts[number + 1]), edgeCount);
      faceCount += triangleStarts[number + 1] - triangleStarts[number];
      edgeCount += edgeStarts[number + 1] - edgeStarts[number];
      const [w, i, j, l] = particles.turn(frame, k);
      const tint = color(frame, k);
      turn.set(i, j, l, w).normalize();
      for (let c = starts[number]; c < starts[number + 1]; c++) {
        arm.fromArray(corners, 3 * c).applyQuaternion(turn);
        positions.setXYZ(c, x + arm.x, y + arm.y, z + arm.z);
        colors.setXYZ(c, ...tint);
      }
    }
    const [faces, lines] = this.object.children;
    faces.geometry.setDrawRange(0, faceCount);
    lines.geometry.setDrawRange(0, edgeCount);
    positions.needsUpdate = colors.needsUpdate = faceIndex.needsUpdate = edgeIndex.needsUpdate = true;
  }
}
