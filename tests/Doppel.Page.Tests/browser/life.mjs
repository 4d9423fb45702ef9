// The whole life of a review: search, choose by rule and by key, look at the plan, move to the trash, undo.
import { renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browse, check, digest, equal, idle, isFull, open, ready, seed, serve, state, test, until } from "./harness.mjs";
import { draw } from "./pictures.mjs";

const pictures = isFull ? 3000 : 300;

await test("life", async (context) => {
  const root = context.folder("pictures");
  const browser = await browse(context);
  const drawn = await draw(browser, pictures / 3, { seed: seed + 1, width: 160, height: 120 });
  const folders = ["album", "backup", "to sort"];
  folders.forEach((folder) => context.folder("pictures", folder));
  drawn.forEach((picture, number) =>
    folders.forEach((folder, age) => {
      const path = join(root, folder, `${String(number).padStart(4, "0")}${age === 2 ? " (1)" : ""}.jpg`);
      writeFileSync(path, picture);
      utimesSync(path, 1.5e9 + age * 1000 + number, 1.5e9 + age * 1000 + number);
    }),
  );
  const before = digest(root);
  const groups = drawn.length;

  const server = await serve(context, [root]);
  const page = await open(context, browser, server.address);
  await ready(page);
  let now = await state(page);
  equal([now.found.groups, now.found.copies, now.plan.files], [groups, pictures, pictures - groups], "what was found");

  // Each group counts for one rule, also where it took two.
  const toggle = async (name, rules) => {
    await page.getByRole("button", { name }).click();
    await until(async () => (await state(page)).rules.prefer.join() === rules, `the rules are ${rules}`);
    await idle(page);
  };
  await toggle(/Plain name/, "plain-name");
  await toggle(/Newest/, "plain-name,newest");
  now = await state(page);
  equal(now.reasons.map((one) => one.reason.split(", ").sort().join()), ["newest,plain-name"], "the rules that decided");
  const numbers = await page.locator(".chip-count").allInnerTexts();
  equal(numbers.reduce((sum, text) => sum + Number(text.replace(",", "")), 0), groups, "the sum of the numbers in the rules");
  await toggle(/Plain name/, "newest");

  // By rule: the newest copies are those to sort.
  const first = await page.evaluate(async () => (await fetch("api/groups/0")).json());
  equal(first.list.filter((copy) => copy.mark === "stays").map((copy) => copy.names[0].folder), [join(root, "to sort")], "what stays");

  // By key: keeps the first copy of the selected group only, then all copies of the next one.
  const press = async (key, isDone) => {
    await page.keyboard.press(key);
    await until(async () => isDone(await state(page)), `the key ${key} has an effect`);
  };
  await page.locator(".copy").first().waitFor();
  await press("1", (one) => one.plan.byHand === 1);
  await page.keyboard.press("j");
  await until(async () => (await page.locator(".row.is-selected").getAttribute("aria-posinset")) === "2", "the next group");
  await until(async () => (await page.locator(".group h2").innerText()) === (await page.locator(".row.is-selected .row-title").innerText()), "it is shown");
  await press("Space", (one) => one.plan.files === pictures - groups - 2);
  await press("u", (one) => one.plan.files === pictures - groups);
  await press("Control+Shift+z", (one) => one.plan.files === pictures - groups - 2);

  // The plan says what will happen, and leaving it changes nothing.
  await page.keyboard.press("r");
  await page.getByRole("dialog", { name: "Review the plan" }).waitFor();
  equal(digest(root), before, "files before the plan is confirmed");
  await page.keyboard.press("Escape");
  await until(async () => (await state(page)).proposal === null, "the plan is withdrawn");

  await page.keyboard.press("r");
  await page.getByRole("button", { name: `Move ${(pictures - groups - 2).toLocaleString("en")} files to the trash` }).click();
  const result = page.getByRole("dialog", { name: /^Done: / });
  await result.waitFor({ timeout: 300_000 });
  now = await state(page);
  equal([now.lastRun.done, now.lastRun.problemCount], [pictures - groups - 2, 0], "what the run did");
  const after = digest(root);
  equal(after.length, groups + 2, "files left");
  const known = new Set(before);
  check(after.every((line) => known.has(line)), "A file that stays has changed.");

  await result.getByRole("button", { name: "Undo the run" }).click();
  const undone = page.getByRole("dialog", { name: /^Undone: / });
  await undone.waitFor({ timeout: 300_000 });
  equal(digest(root), before, "files after the undo");
  equal((await state(page)).found.gone, 0, "copies in the trash after the undo");
  await undone.getByRole("button", { name: "Close" }).click();
  await page.locator(".row-title").first().waitFor();

  // A file that changed after the search is skipped, and the result says so.
  renameSync(join(root, "album/0005.jpg"), join(root, "album/moved.jpg"));
  writeFileSync(join(root, "album/0005.jpg"), "another content");
  const changed = digest(root);
  await page.keyboard.press("r");
  await page.getByRole("button", { name: /^Move/ }).click();
  await page.getByRole("dialog", { name: /^Done: / }).waitFor({ timeout: 300_000 });
  check(digest(root).some((line) => line.startsWith("album/0005.jpg")), "A file that had changed was moved.");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /^Restore/ }).click();
  await page.getByRole("dialog", { name: /^Undone: / }).waitFor({ timeout: 300_000 });
  equal(digest(root), changed, "files after the second undo");
  page.checkFaults();
});
