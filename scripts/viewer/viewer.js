// The viewer of a run: what ./grist view packs into one page. State is in `view`, and show() draws it.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { distinct, shade } from "./colors.js";
import { lengthText, Overlay, title } from "./overlay.js";
import { Polyhedra, Spheres } from "./particles.js";
import { bondsOf, inflate, Particles, wallsOf } from "./unpack.js";
import { Bonds, Wall } from "./walls.js";

const VIEWS = { front: [0, -1, 0], side: [1, 0, 0], top: [0, 0, 1] };
const FEW = 10;
const KEYS = { " ": "play", ArrowRight: "next", ArrowLeft: "back", r: "reset", w: "walls", b: "bonds", p: "picture", d: "dark" };
const element = (id) => document.getElementById(id);

THREE.ColorManagement.enabled = false; // colors are those of the bar, as they are

class Viewer {
  constructor(head, buffer) {
    this.head = head;
    this.view = { frame: head.times.length - 1, color: 0, wallColor: -1, cutAxis: -1, cutShare: 0.5, walls: true, bonds: false, dark: matchMedia("(prefers-color-scheme: dark)").matches };
    this.renderer = new THREE.WebGLRenderer({ canvas: element("scene"), antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.renderer.localClippingEnabled = true;
    this.scene = new THREE.Scene();
    this.kinds = [];
    if (head.spheres) this.kinds.push(new Spheres(new Particles(head, "spheres", buffer)));
    if (head.polyhedra) this.kinds.push(new Polyhedra(new Particles(head, "polyhedra", buffer)));
    const charge = new THREE.Vector3(...head.charge);
    this.walls = wallsOf(head, buffer).map((wall) => new Wall(wall, charge));
    const bonds = bondsOf(head, buffer);
    this.bonds = bonds && new Bonds(bonds, this.kinds[0].particles);
    const light = new THREE.DirectionalLight(0xffffff, 1.9);
    light.position.set(-0.4, 0.5, 0.77);
    this.camera = new THREE.OrthographicCamera();
    this.camera.up.set(0, 0, 1);
    this.camera.add(light);
    this.scene.add(this.camera, new THREE.AmbientLight(0xffffff, 1.3));
    for (const part of [...this.kinds, ...this.walls]) this.scene.add(part.object);
    if (this.bonds) this.scene.add(this.bonds.object);
    this.controls = new OrbitControls(this.camera, element("scene"));
    this.controls.addEventListener("change", () => this.draw());
    this.overlay = new Overlay(element("overlay"));
    this.bounds = this.boundsOf();
    this.listen();
    this.look();
    this.restore();
    new ResizeObserver(() => this.resize()).observe(element("stage"));
    this.resize();
    this.show();
  }

  // The box of all centers, larger by the largest particle, and of the walls near it.
  boundsOf() {
    const { low, step } = this.head;
    const box = new THREE.Box3(new THREE.Vector3(...low), new THREE.Vector3(...low));
    let size = 0;
    for (const { particles } of this.kinds) {
      for (let k = 0; k < particles.places.length; k++) {
        const axis = Math.floor(k / particles.count) % 3;
        box.max.setComponent(axis, Math.max(box.max.getComponent(axis), low[axis] + step * particles.places[k]));
      }
      const count = particles.ids.length;
      for (let number = 0; number < count; number += 1 + Math.floor(count / 1000)) size = Math.max(size, particles.size(number));
    }
    box.expandByScalar(size);
    this.charge = box.clone();
    const wide = box.clone().expandByScalar(0.5 * box.getSize(new THREE.Vector3()).length());
    for (const wall of this.walls) {
      if (wall.isPlane) continue; // across the box
      const of = new THREE.Box3().setFromObject(wall.object);
      box.union(of.intersect(wide));
    }
    return box;
  }

  look(name) {
    const center = this.bounds.getCenter(new THREE.Vector3());
    this.radius = 0.5 * this.bounds.getSize(new THREE.Vector3()).length();
    const towards = new THREE.Vector3(...(VIEWS[name] || this.head.towards)).normalize();
    this.controls.target.copy(center);
    this.camera.up.set(0, name === "top" ? 1 : 0, name === "top" ? 0 : 1);
    this.camera.position.copy(center).addScaledVector(towards, 4 * this.radius);
    this.camera.zoom = 1;
    this.controls.update();
    this.fit();
  }

  // Half of the width and height that the bounds have in this view.
  fit() {
    this.camera.updateMatrixWorld();
    const seen = new THREE.Box3();
    for (const k of Array(8).keys()) {
      const corner = ["x", "y", "z"].map((axis, n) => this.bounds[(k >> n) & 1 ? "max" : "min"][axis]);
      seen.expandByPoint(new THREE.Vector3(...corner).applyMatrix4(this.camera.matrixWorldInverse));
    }
    const size = seen.getSize(new THREE.Vector3());
    this.half = [0.53 * size.x, 0.53 * size.y];
    if (this.size) this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = element("stage");
    this.size = [width, height];
    this.ratio = Math.min(devicePixelRatio, 2);
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height, false);
    const up = Math.max(this.half[1], (this.half[0] * height) / width);
    const across = (up * width) / height;
    Object.assign(this.camera, { left: -across, right: across, top: up, bottom: -up, near: 0.01 * this.radius, far: 20 * this.radius });
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  get scale() {
    return this.head.values[this.view.color];
  }

  get wallScale() {
    return this.view.walls ? this.head.wallValues[this.view.wallColor] : undefined;
  }

  color(particles) {
    const { scale } = this;
    if (!scale || !particles.values[scale.name]) return () => [0.35, 0.55, 0.75];
    const isFew = scale.high - scale.low < FEW;
    const [low, high] = scale.shown;
    return (frame, k) => {
      const value = particles.value(scale, frame, k);
      return scale.distinct ? distinct(value, scale.low, isFew) : shade((value - low) / (high - low || 1));
    };
  }

  get cut() {
    const { cutAxis, cutShare } = this.view;
    if (cutAxis < 0) return null;
    const low = this.charge.min.getComponent(cutAxis);
    return low + cutShare * (this.charge.max.getComponent(cutAxis) - low);
  }

  // Particles and walls of the frame; what is beyond the cut, towards larger coordinates, is left out (y: smaller ones, which are in front).
  show() {
    const { view, cut } = this;
    const sign = view.cutAxis === 1 ? -1 : 1;
    const isSeen = cut === null ? () => true : (place) => sign * (place[view.cutAxis] - cut) <= 0;
    for (const kind of this.kinds) kind.show(view.frame, this.color(kind.particles), isSeen, view.bonds && this.bonds);
    const planes = [];
    if (cut !== null) planes.push(new THREE.Plane(new THREE.Vector3().setComponent(view.cutAxis, -sign), sign * cut));
    for (const wall of this.walls) wall.show(view.frame, planes, view.walls, this.wallScale);
    if (this.bonds) {
      this.bonds.object.visible = view.bonds;
      if (view.bonds) this.bonds.show(view.frame, isSeen);
    }
    this.renderer.setClearColor(view.dark ? 0x1b1d22 : 0xffffff);
    document.documentElement.classList.toggle("dark", view.dark);
    for (const wall of this.walls) wall.lines.color.set(view.dark ? 0xb8c0d0 : 0x40475a);
    element("time").value = view.frame;
    element("clock").textContent = this.head.times[view.frame];
    element("color").value = view.color;
    element("wallColor").value = view.wallColor;
    element("axis").value = view.cutAxis;
    element("cut").disabled = view.cutAxis < 0;
    element("cut").value = 1000 * view.cutShare;
    this.draw();
  }

  draw() {
    if (!this.size) return;
    const [width, height] = this.size;
    const pixels = (width * this.camera.zoom) / (this.camera.right - this.camera.left);
    for (const kind of this.kinds) kind.setScale(pixels);
    this.renderer.render(this.scene, this.camera);
    this.overlay.draw({
      camera: this.camera, width, height, ratio: this.ratio, time: this.head.times[this.view.frame], unit: this.head.unit,
      scale: this.scale, wallScale: this.wallScale, notes: this.head.notes, isDark: this.view.dark,
    });
  }

  listen() {
    const { head } = this;
    element("title").textContent = document.title = head.title;
    element("time").max = head.times.length - 1;
    head.values.forEach((scale, k) => element("color").add(new Option(title(scale), k)));
    element("wallColor").add(new Option("glass", -1));
    head.wallValues.forEach((scale, k) => element("wallColor").add(new Option(title(scale), k)));
    element("wallColor").parentElement.hidden = !head.wallValues.length;
    element("time").addEventListener("input", (event) => this.change({ frame: Number(event.target.value) }));
    element("color").addEventListener("change", (event) => this.change({ color: Number(event.target.value) }));
    element("wallColor").addEventListener("change", (event) => this.change({ wallColor: Number(event.target.value), walls: true }));
    element("axis").addEventListener("change", (event) => this.change({ cutAxis: Number(event.target.value) }));
    element("cut").addEventListener("input", (event) => this.change({ cutShare: event.target.value / 1000 }));
    for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", () => this.act(button.dataset.do));
    addEventListener("keydown", (event) => {
      if (!KEYS[event.key] || ["SELECT", "INPUT"].includes(event.target.tagName) || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      this.act(KEYS[event.key]);
    });
    let pressed = null;
    element("scene").addEventListener("pointerdown", (event) => (pressed = [event.clientX, event.clientY]));
    element("scene").addEventListener("pointerup", (event) => {
      if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4) this.pick(event.offsetX, event.offsetY);
    });
  }

  change(values) {
    Object.assign(this.view, values);
    this.show();
  }

  act(name) {
    const last = this.head.times.length - 1;
    if (VIEWS[name]) { this.look(name); this.draw(); }
    else if (name === "reset") { this.look(); this.draw(); }
    else if (name === "play") this.play();
    else if (name === "next") this.change({ frame: Math.min(this.view.frame + 1, last) });
    else if (name === "back") this.change({ frame: Math.max(this.view.frame - 1, 0) });
    else if (["walls", "bonds", "dark"].includes(name)) this.change({ [name]: !this.view[name] });
    else if (name === "picture") this.save();
    else if (name === "link") this.link();
  }

  play() {
    this.timer = this.timer ? clearInterval(this.timer) : setInterval(() => this.change({ frame: (this.view.frame + 1) % this.head.times.length }), 120);
    element("play").textContent = this.timer ? "Stop" : "Play";
  }

  // The particle that is nearest to the eye at a place of the picture, in CSS pixels.
  pick(x, y) {
    const [width, height] = this.size;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    let found = null;
    const sphere = new THREE.Sphere();
    const hit = new THREE.Vector3();
    for (const kind of this.kinds) {
      for (const k of kind.shown) {
        sphere.set(new THREE.Vector3(...kind.particles.place(this.view.frame, k)), kind.particles.size(kind.particles.number(this.view.frame, k)));
        if (!ray.ray.intersectSphere(sphere, hit)) continue;
        const far = hit.distanceTo(ray.ray.origin);
        if (!found || far < found.far) found = { far, kind, k };
      }
    }
    this.describe(found);
    return found && { id: found.kind.particles.id(this.view.frame, found.k), kind: found.kind.particles.kind };
  }

  describe(found) {
    const list = element("picked");
    list.replaceChildren();
    list.hidden = !found;
    if (!found) return;
    const { particles } = found.kind;
    const frame = this.view.frame;
    const rows = [["id", particles.id(frame, found.k)], [particles.radii ? "radius" : "size", lengthText(particles.size(particles.number(frame, found.k)), this.head.unit)]];
    for (const scale of this.head.values)
      if (particles.values[scale.name]) rows.push([scale.name.replaceAll("_", " "), `${Number((scale.factor * particles.value(scale, frame, found.k)).toPrecision(3))} ${scale.unit}`]);
    rows.push(["place", particles.place(frame, found.k).map((part) => Number(part.toPrecision(5))).join(", ")]);
    for (const [name, value] of rows) {
      const [term, text] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = name;
      text.textContent = value;
      list.append(term, text);
    }
  }

  save() {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [element("overlay").width, element("overlay").height];
    const pen = canvas.getContext("2d");
    this.draw();
    pen.drawImage(element("scene"), 0, 0, canvas.width, canvas.height);
    pen.drawImage(element("overlay"), 0, 0);
    const link = document.createElement("a");
    link.download = `${this.head.title}_${this.view.frame}.png`;
    link.href = canvas.toDataURL("image/png");
    link.click();
    return link.href;
  }

  // The address with the view in it, for a bookmark or a colleague who has the page.
  link() {
    const { camera, controls, view } = this;
    const state = { ...view, half: this.half, zoom: camera.zoom, eye: camera.position.toArray(), target: controls.target.toArray(), up: camera.up.toArray() };
    location.hash = encodeURIComponent(JSON.stringify(state));
    navigator.clipboard?.writeText(location.href).catch(() => {});
  }

  restore() {
    try {
      const state = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      for (const name of Object.keys(this.view)) if (typeof state[name] === typeof this.view[name]) this.view[name] = state[name];
      this.view.frame = Math.min(Math.max(Math.round(this.view.frame), 0), this.head.times.length - 1);
      this.camera.up.fromArray(state.up);
      this.camera.position.fromArray(state.eye);
      this.controls.target.fromArray(state.target);
      this.camera.zoom = state.zoom;
      this.controls.update();
      this.half = state.half.map(Number);
    } catch {
      // an address without a view
    }
  }
}

async function start() {
  if (!document.createElement("canvas").getContext("webgl2")) throw new Error("this browser has no WebGL 2; use a newer one, or switch on hardware acceleration in its settings");
  const head = JSON.parse(element("head").textContent);
  window.grist = new Viewer(head, await inflate(element("content").textContent.trim()));
}

start().catch((error) => {
  element("clock").textContent = `This page cannot be shown: ${error.message}`;
});
