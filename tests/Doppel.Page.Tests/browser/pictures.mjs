// Draws landscapes in the browser, so that tests need no other program to have pictures.

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
