// A report with very many groups: the list holds only what is seen, and asks only for what it shows.
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { browse, check, equal, isFull, open, ready, serve, test, until } from "./harness.mjs";

const groups = isFull ? 100_000 : 10_000;
const copies = 10;
const measures = process.argv.includes("--measure");

// The format of fdupes: names, one a line, groups separated by empty lines.
async function write(path) {
  const report = createWriteStream(path);
  for (let group = 0; group < groups; group++) {
    const names = Array.from({ length: copies }, (_, copy) => `/photos/${copy}/album ${group % 97}/picture ${group}.jpg\n`);
    if (!report.write(`${names.join("")}\n`)) {
      await once(report, "drain");
    }
  }
  report.end();
  await once(report, "finish");
}

await test("large", async (context) => {
  const path = join(context.folder("reports"), "duplicates.txt");
  await write(path);
  const server = await serve(context, [path]);
  const browser = await browse(context);
  const page = await open(context, browser, server.address);
  let requests = 0;
  page.on("request", (request) => (requests += request.url().includes("api/groups?") ? 1 : 0));
  await page.locator(".row-title").first().waitFor({ timeout: 240_000 });
  await ready(page);
  const total = await page.locator(".filter-count").innerText();
  equal(total, `${groups.toLocaleString("en")} groups`, "the number of groups");

  const nodes = () => page.evaluate(() => document.querySelector(".list").getElementsByTagName("*").length);
  const rows = () => page.locator(".row").count();
  check((await rows()) < 40, `${await rows()} rows exist.`);
  const few = await nodes();

  if (measures) {
    console.log(JSON.stringify(await frames(page)));
  }
  const before = requests;
  const places = 20;
  for (let place = 1; place <= places; place++) {
    await page.evaluate((part) => {
      const list = document.querySelector(".list");
      list.scrollTop = (list.scrollHeight - list.clientHeight) * part;
    }, place / places);
    await until(() => page.evaluate(() => document.querySelectorAll(".row-title").length > 5 && !document.querySelector(".row-wait")), "rows are shown");
    check((await rows()) < 40, `${await rows()} rows exist.`);
  }
  check((await nodes()) < few * 2, `The list has grown from ${few} to ${await nodes()} elements.`);
  check(requests - before <= 2 * places, `${requests - before} requests for ${places} places.`);
  const last = () => page.locator(".row").last().getAttribute("aria-posinset");
  await until(async () => (await last()) === String(groups), "the last row is shown at the end");

  // The selection goes to the last group and back by one key each.
  await page.keyboard.press("End");
  await until(async () => (await page.locator(".row.is-selected").getAttribute("aria-posinset")) === String(groups), "the last group");
  await page.keyboard.press("Home");
  await until(async () => (await page.locator(".row.is-selected").getAttribute("aria-posinset")) === "1", "the first group");
  page.checkFaults();
});

// Scrolls through the list for some seconds and returns the times between frames, in milliseconds.
function frames(page) {
  return page.evaluate(async () => {
    const list = document.querySelector(".list");
    const times = [];
    let last = await new Promise(requestAnimationFrame);
    for (let i = 0; i < 600; i++) {
      list.scrollTop += 70;
      const now = await new Promise(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    times.sort((a, b) => a - b);
    const at = (part) => Math.round(times[Math.floor(times.length * part)] * 10) / 10;
    return { frames: times.length, median: at(0.5), p99: at(0.99), longest: at(0.9999), over33: times.filter((one) => one > 33.4).length };
  });
}
