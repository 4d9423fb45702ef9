// Makes media: landscapes that the browser draws, tagged photos, sounds, and a film.
import { execFileSync } from "node:child_process";

// Returns `count` JPEG pictures as buffers. The same seed draws the same pictures.
export async function draw(browser, count, { width = 320, height = 240, seed = 1 } = {}) {
  const page = await browser.newPage();
  const pictures = [];
  for (let first = 0; first < count; first += 100) {
    const part = await page.evaluate(paint, { first, last: Math.min(count, first + 100), width, height, seed });
    pictures.push(...part.map((text) => Buffer.from(text, "base64")));
  }
  await page.close();
  return pictures;
}

// Returns a JPEG picture with these tags in Exif: what it shows, the camera, who made it, and how it is turned (1 to 8).
export function tagged(jpeg, { description, make, model, artist, orientation = 1 }) {
  const text = (tag, value) => (value ? [{ tag, type: 2, body: Buffer.from(`${value}\0`) }] : []);
  const turned = { tag: 0x0112, type: 3, body: Buffer.from([orientation >> 8, orientation & 255]) };
  const entries = [...text(0x010e, description), ...text(0x010f, make), ...text(0x0110, model), turned, ...text(0x013b, artist)];
  const directory = Buffer.alloc(10 + 12 * entries.length + 4);
  directory.write("MM\0*", 0, "latin1");
  directory.writeUInt32BE(8, 4);
  directory.writeUInt16BE(entries.length, 8);
  const bodies = [];
  entries.forEach(({ tag, type, body }, place) => {
    const at = 10 + 12 * place;
    directory.writeUInt16BE(tag, at);
    directory.writeUInt16BE(type, at + 2);
    directory.writeUInt32BE(type === 2 ? body.length : 1, at + 4);
    // What fits into four bytes stands in the entry itself.
    if (body.length <= 4) {
      body.copy(directory, at + 8);
    } else {
      directory.writeUInt32BE(directory.length + Buffer.concat(bodies).length, at + 8);
      bodies.push(body);
    }
  });
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), directory, ...bodies]);
  const head = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

// Returns a film of a second with 30 frames, from black to nearly white. Written to a pipe, it does not say how long it is,
// as those that browsers record, but its frames do not depend on how busy the machine is.
export function film() {
  const scenes = "color=black:size=64x48:rate=30:duration=1,geq=lum=16+219*T:cb=128:cr=128";
  return execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", scenes, "-c:v", "libvpx", "-f", "webm", "-"]);
}

// Returns a raw photo without sensor data: TIFF with the JPEG of the camera.
export function raw(jpeg) {
  const head = Buffer.alloc(8 + 2 + 24 + 4);
  head.write("II*\0", 0, "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(2, 8);
  [[0x201, head.length], [0x202, jpeg.length]].forEach(([tag, value], place) => {
    head.writeUInt16LE(tag, 10 + 12 * place);
    head.writeUInt16LE(4, 12 + 12 * place);
    head.writeUInt32LE(1, 14 + 12 * place);
    head.writeUInt32LE(value, 18 + 12 * place);
  });
  return Buffer.concat([head, jpeg]);
}

// Returns a second of sound as a WAV file, with a title.
export function sounding(title) {
  const samples = Buffer.alloc(16000);
  for (let i = 0; i < 8000; i++) {
    samples.writeInt16LE(Math.round(20000 * Math.sin(i / 8) * Math.sin((i * Math.PI) / 8000)), 2 * i);
  }
  const chunk = (name, body) => {
    const head = Buffer.alloc(8);
    head.write(name);
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const format = Buffer.alloc(16);
  [[1, 2], [1, 2], [8000, 4], [16000, 4], [2, 2], [16, 2]].reduce((at, [value, size]) => {
    format.writeUIntLE(value, at, size);
    return at + size;
  }, 0);
  const info = Buffer.concat([Buffer.from("INFO"), chunk("INAM", Buffer.from(`${title}\0`))]);
  const parts = [chunk("fmt ", format), chunk("LIST", info), chunk("data", samples)];
  return chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), ...parts]));
}

function paint({ first, last, width, height, seed }) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const ink = canvas.getContext("2d");
  const drawOne = (number) => {
    let bits = (number + 1) * 2654435761 + seed * 40503;
    const random = () => {
      bits = (Math.imul(bits ^ (bits >>> 15), 2246822507) + 0x9e3779b9) | 0;
      return ((bits ^ (bits >>> 13)) >>> 0) / 4294967296;
    };
    const hue = Math.floor(random() * 360);
    const sky = ink.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, `hsl(${hue} 55% ${30 + random() * 35}%)`);
    sky.addColorStop(1, `hsl(${(hue + 40) % 360} 70% 82%)`);
    ink.fillStyle = sky;
    ink.fillRect(0, 0, width, height);
    ink.fillStyle = `hsl(${(hue + 180) % 360} 85% 88%)`;
    ink.beginPath();
    ink.arc(width * (0.15 + random() * 0.7), height * (0.15 + random() * 0.3), height * (0.04 + random() * 0.06), 0, 7);
    ink.fill();
    for (let layer = 0; layer < 4; layer++) {
      const level = height * (0.5 + layer * 0.13);
      const [a, b, c] = [random() * 7, random() * 7, 1 + random() * 3];
      ink.fillStyle = `hsl(${(hue + 200 + layer * 12) % 360} ${30 + layer * 6}% ${52 - layer * 12}%)`;
      ink.beginPath();
      ink.moveTo(0, height);
      for (let x = 0; x <= width; x += 4) {
        const t = x / width;
        const y = Math.sin(t * 5 * c + a) * 0.06 + Math.sin(t * 13 + b) * 0.03 + Math.abs(Math.sin(t * 29 + a)) * 0.015;
        ink.lineTo(x, level + y * height);
      }
      ink.lineTo(width, height);
      ink.fill();
    }
    return canvas.toDataURL("image/jpeg", 0.82).split(",")[1];
  };
  return Array.from({ length: last - first }, (_, i) => drawOne(first + i));
}
