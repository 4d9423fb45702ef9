// The keyboard alone: a thousand groups in at most ten keys, and every part of the page can be reached.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, equal, open, ready, serve, state, test, until } from "./harness.mjs";

await test("keys", async (context) => {
  const groups = 1000;
  const root = context.folder("files");
  for (const folder of ["originals", "copies"]) {
    context.folder("files", folder);
    for (let i = 0; i < groups; i++) {
      writeFileSync(join(root, folder, `${i}.txt`), `the content of file ${i}\n`);
    }
  }
  const server = await serve(context, [root]);
  const browser = await browse(context);
  const page = await open(context, browser, server.address);
  await ready(page);

  // Keys pressed faster than answers arrive end at the last of them.
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press(i % 3 === 2 ? "k" : "j");
  }
  await until(async () => (await page.locator(".row.is-selected").getAttribute("aria-posinset")) === "11", "ten rows further");
  await page.keyboard.press("End");
  await until(async () => (await page.locator(".row.is-selected").getAttribute("aria-posinset")) === String(groups), "the last row");
  await page.keyboard.press("Home");

  let keys = 0;
  const press = async (key) => {
    keys++;
    await page.keyboard.press(key);
  };
  await press("r");
  await page.getByRole("dialog", { name: "Review the plan" }).waitFor();
  await press("Tab");
  await press("Tab");
  const focus = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  check((await focus()).startsWith("Move 1,000 files"), `The focus is on “${await focus()}”.`);
  await press("Enter");
  await page.getByRole("dialog", { name: /^Done: / }).waitFor({ timeout: 120_000 });
  equal((await state(page)).lastRun.done, groups, "files moved");
  check(keys <= 10, `It took ${keys} keys.`);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Undo the run" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: /^Undone: / }).waitFor({ timeout: 120_000 });
  await page.keyboard.press("Escape");

  // Tab reaches every control that can be used, and each shows that it has the focus.
  await page.locator(".copy").first().waitFor();
  const controls = await page.evaluate(() => {
    const all = [...document.querySelectorAll("button:not(:disabled), input, select, summary, a[href], pre, .list")].filter(
      (one) => one.checkVisibility(),
    );
    all.forEach((one, place) => one.setAttribute("data-place", String(place)));
    return all.length;
  });
  const reached = new Set();
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < 2 * controls + 20 && reached.size < controls; i++) {
    await page.keyboard.press("Tab");
    const { place, outline } = await page.evaluate(() => ({
      place: document.activeElement?.getAttribute("data-place"),
      outline: getComputedStyle(document.activeElement).outlineStyle,
    }));
    if (place != null) {
      reached.add(place);
      check(outline !== "none", `The control ${place} does not show that it has the focus.`);
    }
  }
  equal(reached.size, controls, "controls that Tab reaches");
  page.checkFaults();
});
