// Answers that are late, lost or overtaken by others, and frames that are not drawn: every key still means the row that
// was selected when it was pressed, and what the page shows in the end is what the program knows.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, equal, open, ready, seed, serve, test, until } from "./harness.mjs";

const groups = 300;
const copies = 3;

function chance(start) {
  let bits = start >>> 0;
  return () => {
    bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0;
    return bits / 4294967296;
  };
}

await test("slow", async (context) => {
  const root = context.folder("files");
  for (let copy = 0; copy < copies; copy++) {
    context.folder("files", String(copy));
    for (let group = 0; group < groups; group++) {
      writeFileSync(join(root, String(copy), `${String(group).padStart(3, "0")}.bin`), Buffer.alloc(5000 - group, group));
    }
  }
  const server = await serve(context, [root]);
  const browser = await browse(context);
  const page = await open(context, browser, "about:blank");
  const random = chance(seed + 11);
  let [lost, delayed] = [0, 0];
  await page.route(/\/api\/(groups|choice|undo-choice)/, async (route) => {
    delayed++;
    await new Promise((resolve) => setTimeout(resolve, random() * 150));
    if (route.request().method() === "GET" && route.request().url().includes("?") && random() < 0.2) {
      lost++;
      await route.abort();
    } else {
      await route.continue();
    }
  });
  // A page in the background, or on a busy computer, draws no frames for a while.
  await page.addInitScript(() => {
    const soon = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (draw) => setTimeout(() => soon(draw), 700);
  });
  await page.goto(server.address);
  await ready(page);

  const known = (query) => page.evaluate(async (fields) => (await (await fetch(`api/groups?${new URLSearchParams(fields)}`)).json()).groups, query);
  const ask = async (query) => until(() => known(query).catch(() => null), "the program answers");
  const stays = async (group) =>
    (await until(() => page.evaluate(async (number) => (await fetch(`api/groups/${number}`)).json(), group).catch(() => null), "a group"))
      .list.map((copy) => copy.mark === "stays");

  // Keys without a pause between them. The oracle counts places and copies as the help of the page describes the keys.
  const order = (await ask({ from: 0, count: 100 })).map((row) => row.group);
  const expected = new Map();
  let place = 0;
  for (let i = 0; i < 60; i++) {
    const which = random();
    const group = order[place];
    const before = expected.get(group) ?? [true, false, false];
    if (which < 0.4) {
      await page.keyboard.press("j");
      place++;
    } else if (which < 0.5) {
      await page.keyboard.press("k");
      place = Math.max(0, place - 1);
    } else if (which < 0.75) {
      const copy = Math.floor(random() * copies);
      await page.keyboard.press(String(copy + 1));
      expected.set(group, before.map((_, other) => other === copy));
    } else if (which < 0.9) {
      const copy = Math.floor(random() * copies);
      await page.keyboard.press(`Shift+Digit${copy + 1}`);
      const turned = before.map((one, other) => (other === copy ? !one : one));
      expected.set(group, turned.includes(true) ? turned : before);
    } else {
      await page.keyboard.press("Space");
      // Space again leaves the group to the rules, which keep the oldest copy: the first, as it was written first.
      expected.set(group, expected.has(group) && before.every(Boolean) ? [true, false, false] : before.map(() => true));
    }
  }
  const selected = () => page.locator(".row.is-selected").getAttribute("aria-posinset");
  await until(async () => (await selected()) === String(place + 1), `row ${place + 1} is selected`);
  for (const [group, marks] of expected) {
    await until(async () => JSON.stringify(await stays(group)) === JSON.stringify(marks), `group ${group} is decided as the keys say: ${marks}`, 20);
  }

  // The rows show it too.
  const shown = () => page.locator(".row:has(.row-title)").evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.getAttribute("aria-posinset"), row.querySelector(".standing > span").textContent])));
  const told = async () => Object.fromEntries((await ask({ from: 0, count: 100 })).map((row, at) => [at + 1, row.going > 0 ? `−${row.going}` : "="]));
  await until(async () => {
    const [page, truth] = [await shown(), await told()];
    return Object.keys(page).length > 5 && Object.entries(page).every(([at, text]) => truth[at] === text);
  }, "the rows show what is planned");

  // Two rules without a pause between the clicks both count, in their order.
  await page.evaluate(() => {
    const chips = [...document.querySelectorAll(".chip")];
    ["Newest", "Plain name"].forEach((name) => chips.find((chip) => chip.textContent.startsWith(name)).click());
  });
  const rules = () => page.evaluate(async () => (await (await fetch("api/state")).json()).rules.prefer.join());
  await until(async () => (await rules()) === "newest,plain-name", `both rules are chosen, not only ${await rules()}`, 20);

  // Each letter asks for another list. The last one counts, and its first group is shown beside it, also if it was the
  // first one of the list before.
  for (const text of ["0", "00", "000", "00", "004.b", "", "2", "29", "299.bin"]) {
    await page.getByRole("searchbox").fill(text);
  }
  await until(async () => (await page.locator(".row-title").allInnerTexts()).join() === "299.bin", "the list of the last text");
  await page.locator(".group h2", { hasText: "299.bin" }).waitFor();
  await page.getByRole("searchbox").fill("99.bin");
  await until(async () => (await page.locator(".row-title").allInnerTexts()).join() === "099.bin,199.bin,299.bin", "the list of another text");
  await page.locator(".group h2", { hasText: "099.bin" }).waitFor();
  await page.getByRole("searchbox").fill("099.bin");
  await until(async () => (await page.locator(".row-title").allInnerTexts()).join() === "099.bin", "the list of a longer text");
  await page.locator(".group h2", { hasText: "099.bin" }).waitFor();
  console.log(`${delayed} answers were late, ${lost} were lost`);
});
