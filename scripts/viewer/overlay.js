// What lies over the picture: time, scale bar, axes, and what the colors mean.

import * as THREE from "three";
import { distinct, hex, OF_WALLS, shade } from "./colors.js";

const NARROW = 600; // pixels: a phone, with shorter bars nearer to the edge
const FEW = 10; // values that get a legend

export function niceLength(longest) {
  const power = 10 ** Math.floor(Math.log10(longest));
  return Math.max(...[1, 2, 5].filter((step) => step * power <= longest * (1 + 1e-9))) * power;
}

export function lengthText(length, unit) {
  if (unit !== "m") return `${Number(length.toPrecision(6))} ${unit}`.trim();
  for (const [name, size] of [["m", 1], ["mm", 1e-3], ["µm", 1e-6]])
    if (length >= 0.9999 * size) return `${Number((length / size).toPrecision(6))} ${name}`;
  return `${length} m`;
}

export function title(scale) {
  return scale.name.replaceAll("_", " ") + (scale.unit ? ` [${scale.unit}]` : "");
}

function lengthOf(width) {
  return width < NARROW ? 120 : 180;
}

// Of a text, none of them wider.
function linesOf(pen, text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width < width || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export class Overlay {
  constructor(canvas) {
    this.canvas = canvas;
  }

  draw({ camera, width, height, ratio, time, unit, scale, wallScale, notes, isDark }) {
    const { canvas } = this;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.fillStyle = pen.strokeStyle = isDark ? "#e8e8e8" : "#111111";
    pen.font = "14px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.fillText(time, 12, 18);
    pen.font = "12px system-ui, sans-serif";
    const all = wallScale?.note ? [...notes, wallScale.note] : notes;
    all.flatMap((note) => linesOf(pen, note, width - 130)).forEach((line, k) => pen.fillText(line, 12, 38 + 16 * k));
    this.drawScale(pen, camera, width, height, unit);
    this.drawAxes(pen, camera, height);
    if (wallScale) this.drawBar(pen, wallScale, width, 18, OF_WALLS);
    if (scale) this.drawColors(pen, scale, width, wallScale ? lengthOf(width) + 78 : 18);
  }

  drawScale(pen, camera, width, height, unit) {
    const seen = (camera.right - camera.left) / camera.zoom;
    const length = niceLength(0.22 * seen);
    const pixels = (length / seen) * width;
    pen.fillRect(70, height - 14, pixels, 3);
    pen.textAlign = "center";
    pen.fillText(lengthText(length, unit), 70 + pixels / 2, height - 24);
    pen.textAlign = "left";
  }

  drawAxes(pen, camera, height) {
    const back = camera.quaternion.clone().invert();
    const [x, y] = [36, height - 36];
    for (const [k, name] of ["x", "y", "z"].entries()) {
      const axis = new THREE.Vector3().setComponent(k, 1).applyQuaternion(back);
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(x + 20 * axis.x, y - 20 * axis.y);
      pen.stroke();
      pen.fillText(name, x + 28 * axis.x - 3, y - 28 * axis.y);
    }
  }

  drawTitle(pen, scale, width, top) {
    pen.textAlign = "right";
    pen.fillText(title(scale), width - 12, top);
    pen.textAlign = "left";
  }

  drawColors(pen, scale, width, top) {
    if (!scale.distinct) return this.drawBar(pen, scale, width, top);
    this.drawTitle(pen, scale, width, top);
    if (scale.high - scale.low >= FEW) return;
    const ink = pen.fillStyle;
    const texts = Array.from({ length: scale.high - scale.low + 1 }, (_, k) => scale.names[scale.low + k] ?? String(scale.low + k));
    const start = Math.min(width - 90, width - 32 - Math.max(...texts.map((text) => pen.measureText(text).width)));
    texts.forEach((text, k) => {
      const y = top + 22 + 20 * k;
      pen.fillStyle = hex(distinct(scale.low + k, scale.low, true));
      pen.fillRect(start, y - 6, 12, 12);
      pen.fillStyle = ink;
      pen.fillText(text, start + 20, y);
    });
  }

  drawBar(pen, scale, width, top, table) {
    this.drawTitle(pen, scale, width, top);
    const [left, start, length, ink] = [width - (width < NARROW ? 66 : 90), top + 18, lengthOf(width), pen.fillStyle];
    const [low, high] = scale.shown;
    for (let row = 0; row <= length; row++) {
      pen.fillStyle = hex(shade(1 - row / length, table));
      pen.fillRect(left, start + row, 12, 1.5);
    }
    pen.fillStyle = ink;
    for (let k = 0; k <= 4; k++) {
      const beyond = k === 0 && high < scale.high ? "≥ " : k === 4 && low > scale.low ? "≤ " : "";
      pen.fillText(beyond + Number((scale.factor * (high + (k / 4) * (low - high))).toPrecision(3)), left + 18, start + (k / 4) * length);
    }
  }
}
